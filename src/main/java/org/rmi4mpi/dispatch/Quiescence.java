package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.FrameKind;

/**
 * Waits, such as at the end of the job, until no calls are under way, neither those that this rank has sent, nor those that it
 * serves. Stateless.
 */
public final class Quiescence {
    private final Dispatcher dispatcher;
    private final Transport transport;
    private final PipelinedCalls pipelined;
    private final Inbox inbox;
    private final Crew crew;

    Quiescence(Dispatcher dispatcher, Transport transport, PipelinedCalls pipelined, Inbox inbox, Crew crew) {
        this.dispatcher = dispatcher;
        this.transport = transport;
        this.pipelined = pipelined;
        this.inbox = inbox;
        this.crew = crew;
    }

    /** Waits until the receivers have begun all one-way and asynchronous calls sent before, or until the timeout. */
    public void flush(long timeoutNs) {
        long deadline = System.nanoTime() + timeoutNs;
        for (int rank = 0; rank < transport.size(); rank++) {
            int receiver = rank;
            if (!pipelined.allBegun(receiver)) {
                long units = pipelined.toBegin(receiver);
                dispatcher.sendShort(receiver, FrameKind.FLUSH, units);
                dispatcher.awaitUntil(() -> pipelined.haveBegun(receiver, units) || hasPassed(deadline));
            }
        }
    }

    private static boolean hasPassed(long deadline) {
        return System.nanoTime() - deadline > 0;
    }

    /**
     * Waits until this rank is quiescent. That is, the calls that it serves have ended, their replies have left, and
     * the receivers have begun all one-way and asynchronous calls that this rank sent. May be called again after a
     * timeout.
     *
     * @param deadline in the time of {@link System#nanoTime}
     * @param uncounted number of calls that this rank serves and that need not end
     * @param isAnswered whether the calls of this rank have their replies
     * @return a number that grows with each call that this rank has made; -1 on timeout
     */
    public long await(long deadline, IntSupplier uncounted, BooleanSupplier isAnswered) {
        while (System.nanoTime() - deadline < 0) {
            long sent = sent();
            flush(deadline - System.nanoTime());
            dispatcher.awaitUntil(() -> isQuiet(uncounted) && isAnswered.getAsBoolean() || hasPassed(deadline));
            if (sent() == sent && System.nanoTime() - deadline < 0) {
                return sent;
            }
        }
        return -1;
    }

    /** All that may have begun something at another rank. */
    private long sent() {
        return pipelined.reserved() + dispatcher.countedCalls();
    }

    private boolean isQuiet(IntSupplier uncounted) {
        int own = uncounted.getAsInt(); // first: a call that comes after this makes the rank look busy
        return inbox.isEmpty() && crew.running() <= own && transport.isDrained();
    }

    /** The calls that this rank serves now, for {@link #giveUpCalls}. */
    public List<RunningCall> callsInProgress() {
        return crew.callsInProgress();
    }

    /**
     * Warns about methods that still run when the rank ends. A method may have blocked forever, so the rank does not
     * wait for it. Threads of a program may go on, and make calls until the last moment: a call that has begun during
     * the wait is not a reason for a warning.
     *
     * @param before the calls in progress before the wait
     */
    public void giveUpCalls(List<RunningCall> before) {
        List<String> running = before.stream().filter(RunningCall::isInProgress).map(RunningCall::words).toList();
        if (!running.isEmpty()) {
            System.err.println("rmi4mpi: rank " + transport.rank() + " ends while "
                    + (running.size() == 1 ? "1 remote call still runs on it; its caller gets"
                            : running.size() + " remote calls still run on it; their callers get")
                    + " a ConnectException: " + String.join(", ", running));
        }
    }
}
