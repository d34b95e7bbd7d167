package org.rmi4mpi.jpvm;

import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.task.TaskInfo;

/**
 * Detects the end of a job. A job ends when main and all other tasks have ended. It also ends when main has ended, all
 * other tasks wait for mail, and no mail is in flight. One thread of rank 0 waits for the end. Guarded by its monitor.
 */
final class JobEnd {
    private static final long LONGEST_PAUSE_MS = 50;
    /** Interval between checks for tasks that all wait. */
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long FIRST_PAUSE_NS = TimeUnit.MINUTES.toNanos(1);

    private final IntFunction<RankPool> pools;
    private final Ports ports;
    private final int size;
    private boolean isHalted;

    /**
     * @param pools finds that of a rank
     * @param size number of ranks
     */
    JobEnd(IntFunction<RankPool> pools, Ports ports, int size) {
        this.pools = pools;
        this.ports = ports;
        this.size = size;
    }

    /** Ends the job with all its tasks. */
    synchronized void halt() {
        isHalted = true;
        notifyAll();
    }

    synchronized boolean isHalted() {
        return isHalted;
    }

    /** Called when something has ended at this rank. */
    synchronized void wake() {
        notifyAll();
    }

    /** Waits until something has ended at this rank, or for the given time. */
    private synchronized void awaitChange(long milliseconds) {
        try {
            if (!isHalted) {
                wait(milliseconds);
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread.
        }
    }

    /**
     * Reports that all tasks, including main, wait for mail, and no mail is in flight. Repeats the report after 1, 2, 4 and
     * so on minutes.
     */
    private final class Standstill {
        private long lookAt = System.nanoTime() + LOOK_NS;
        private long tellAt = System.nanoTime();
        private long pauseNs = FIRST_PAUSE_NS;
        private List<PoolState> before;

        void look() {
            long now = System.nanoTime();
            if (now - lookAt < 0) {
                return;
            }
            lookAt = now + LOOK_NS;
            List<PoolState> states = states();
            boolean stands = allWait(states) && states.stream().anyMatch(each -> !each.tasks().isEmpty());
            if (!stands || !states.equals(before)) {
                before = stands ? states : null;
                tellAt = now;
                pauseNs = FIRST_PAUSE_NS;
            } else if (now - tellAt >= 0) {
                tellAt = now + pauseNs;
                pauseNs *= 2;
                System.err.println("rmi4mpi: all tasks wait for messages, and none is in flight: " + String.join(", ",
                        waiting(states)) + ". See what they wait for (rmi4mpirun --why)."
                        + " The task that should send may have ended");
            }
        }
    }

    /** Waits for the end of the job, and tells all other ranks. */
    void await(BooleanSupplier mainIsOver) {
        Standstill standstill = new Standstill();
        long pause = 1;
        List<PoolState> before = null;
        while (!isHalted()) {
            if (!mainIsOver.getAsBoolean()) {
                awaitChange(LONGEST_PAUSE_MS);
                standstill.look();
                continue;
            }
            List<PoolState> now = states();
            if (now.stream().allMatch(each -> each.tasks().isEmpty())) {
                break;
            } else if (allWait(now) && now.equals(before)) {
                tell(now);
                break;
            }
            before = now;
            awaitChange(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        }
        for (int rank = 0; rank < size; rank++) {
            try {
                pools.apply(rank).end();
            } catch (RemoteException e) {
                System.err.println("rmi4mpi: rank " + rank + " did not get the message that the job ends: " + e);
            }
        }
    }

    private List<PoolState> states() {
        List<PoolState> all = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            try {
                all.add(pools.apply(rank).state());
            } catch (RemoteException e) {
                System.err.println("rmi4mpi: rank " + rank + " cannot report its tasks: " + e);
            }
        }
        return all;
    }

    /** Whether all tasks wait, and no mail is in flight because everything sent has been accepted. */
    private static boolean allWait(List<PoolState> states) {
        return states.stream().allMatch(PoolState::allWait)
                && states.stream().mapToLong(PoolState::sent).sum()
                        == states.stream().mapToLong(PoolState::accepted).sum();
    }

    private List<String> waiting(List<PoolState> states) {
        List<String> waiting = new ArrayList<>();
        for (int rank = 0; rank < states.size(); rank++) {
            for (TaskInfo task : states.get(rank).tasks()) {
                waiting.add(task.name() + " (" + ports.hostOf(task.port()) + ", port #" + task.port() + ", rank "
                        + rank + ")");
            }
        }
        return waiting;
    }

    private void tell(List<PoolState> states) {
        List<String> waiting = waiting(states);
        System.err.println("rmi4mpi: main has ended, and " + waiting.size() + (waiting.size() == 1 ? " task waits"
                : " tasks wait")
                + " for messages, which no task can send any more: " + String.join(", ", waiting)
                + ". The job ends. Send such tasks a message that tells them to end, before main ends");
    }
}
