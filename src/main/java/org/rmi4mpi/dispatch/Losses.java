package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LossLook;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.transport.RankBell;

/**
 * Notices ranks that are lost, where the job goes on without them ({@code rmi4mpirun --survive}). A thread of its own polls,
 * asks MPI, ends what this rank waits for from a lost rank, and tells the layers above. A rank that computes or sleeps so
 * learns of a loss as soon as one that polls. Used by any thread.
 */
public final class Losses {
    private static final long LOOK_MS = 50;
    private static final long STOP_MS = 2_000;

    private final Inbox inbox;
    private final PendingCalls calls;
    private final RankBell bell;
    private final Troubles troubles;
    private final List<IntConsumer> listeners = new CopyOnWriteArrayList<>();
    private final LossNotices notices = new LossNotices();
    private final Thread thread = new Thread(this::run, "rmi4mpi-losses");
    private volatile boolean stopped;
    private volatile long unknownCalls;

    Losses(Inbox inbox, PendingCalls calls, PieceStreams pieces, Backlog backlog, PipelinedCalls pipelined,
            RankBell bell, Troubles troubles) {
        this.inbox = inbox;
        this.calls = calls;
        this.bell = bell;
        this.troubles = troubles;
        thread.setDaemon(true);
        listeners.add(rank -> unknownCalls += pipelined.notBegun(rank));
        listeners.add(rank -> pieces.lose(rank, bell));
        listeners.add(backlog::drop);
    }

    /**
     * Adds a listener, which gets the number of each rank that is lost from now on, soon after its loss. It runs on the thread
     * that notices losses, and so neither waits nor runs code of the program. It gets a rank once more after it has failed.
     */
    public void add(IntConsumer listener) {
        listeners.add(listener);
    }

    /** Notes that the program of this rank knows of a loss. */
    public static void tellProgram() {
        LostRanks.tellProgram();
    }

    /** How many one-way and asynchronous calls of this rank to lost ranks may not have begun, at most. */
    public long callsThatMayNotHaveBegun() {
        return unknownCalls;
    }

    void start() {
        if (LostRanks.ARE_SURVIVED) {
            thread.start();
        }
    }

    /** Looks no longer: ranks that end from here on are not lost. */
    public void stop() {
        stopped = true;
        thread.interrupt();
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!stopped) {
            try {
                look();
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            } catch (InterruptedException e) {
                // The rank ends, or the program interrupts every thread it finds.
            } catch (RuntimeException | Error e) {
                troubles.report("looking for lost ranks", e, "the next look follows");
            }
        }
    }

    /** Looks for lost ranks now, and tells the listeners of these and of those that earlier looks could not tell. Any thread. */
    public synchronized void look() {
        try {
            inbox.poll();
            LossLook.look();
        } finally {
            if (LostRanks.areSome()) {
                notices.tell(Job.javaSize(), LostRanks::isLost, listeners,
                        e -> troubles.report("telling of a lost rank", e, "it is told once more"));
                // Again at each look, since a call may have begun before its thread saw the loss.
                calls.wakeLost(bell);
            }
        }
    }
}
