package org.rmi4mpi.dispatch;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;

/**
 * The two optional threads that watch over the calls of this rank: {@link OverdueCalls} reports calls without a reply,
 * and {@link Heartbeat} ends calls to a rank that has failed. They are chosen before the dispatcher starts. Used by any
 * thread afterwards.
 */
public final class Watchdogs {
    private final Transport transport;
    private final Inbox inbox;
    private final PendingCalls calls;
    private final RoomWaits roomWaits;
    private final Waits waits;
    private final Troubles troubles;
    /** Null when overdue calls are not reported. */
    private OverdueCalls overdue;
    /** Null when this rank watches no other. */
    private Heartbeat heartbeat;

    Watchdogs(Transport transport, Inbox inbox, PendingCalls calls, RoomWaits roomWaits, Waits waits,
            Troubles troubles) {
        this.transport = transport;
        this.inbox = inbox;
        this.calls = calls;
        this.roomWaits = roomWaits;
        this.waits = waits;
        this.troubles = troubles;
    }

    /**
     * Reports on standard error the calls that have had no reply for the given time.
     *
     * @param limitNs age at which a call counts as overdue, in nanoseconds
     * @param processes one entry per rank; empty if unknown
     * @param others pending calls that hold no place in the table of pending calls
     */
    public void tellOverdue(long limitNs, List<RankProcess> processes,
            Supplier<? extends Collection<? extends PendingCall>> others) {
        overdue = new OverdueCalls(transport.rank(), processes, limitNs, calls, roomWaits, waits, others);
    }

    /**
     * Sends heartbeats to the next rank, and watches the rank before this one. All ranks do so, or none.
     *
     * @param limitNs silence after which a rank counts as lost, in nanoseconds
     * @param onSilence takes the lost rank, and ends the job. The calls to that rank which threads wait for have failed
     *     before
     */
    public void watchRanks(long limitNs, IntConsumer onSilence) {
        heartbeat = new Heartbeat(transport, inbox, troubles, limitNs, lost -> {
            calls.failWaiting(lost, new TransportException("rank " + transport.rank()
                    + " cannot wait any longer: rank " + lost + " has sent no heartbeat for "
                    + TimeUnit.NANOSECONDS.toMillis(limitNs) / 1e3 + " s"), transport.bell());
            onSilence.accept(lost);
        });
        inbox.passHeartbeatsTo(heartbeat::heard);
    }

    void start() {
        if (overdue != null) {
            overdue.start();
        }
        if (heartbeat != null) {
            heartbeat.start();
        }
    }

    /** Watches no rank any more, since the ranks end. */
    public void stopHeartbeat() {
        if (heartbeat != null) {
            heartbeat.stop();
        }
    }

    void stop() {
        stopHeartbeat();
        if (overdue != null) {
            overdue.stop();
        }
    }
}
