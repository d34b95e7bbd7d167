package org.rmi4mpi.bridge;

import java.util.concurrent.locks.LockSupport;

/**
 * Waiting when no layer above takes part in the job. Each thread polls for itself: it spins, then yields, then sleeps
 * in growing steps.
 */
final class PollingProgress implements Progress {
    private static final int SPINS = 50;
    private static final int POLLS = 2_000;
    private static final int SHORT_SLEEPS = 100;
    private static final long SHORT_SLEEP_NS = 20_000;
    private static final long LONGEST_SLEEP_NS = 1_000_000;

    @Override
    public void await(Completion completion) {
        long sleepNs = SHORT_SLEEP_NS;
        for (int idle = 0; !completion.test(); idle++) {
            if (idle < SPINS) {
                Thread.onSpinWait();
            } else if (idle < POLLS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, sleepNs);
                sleepNs = idle < POLLS + SHORT_SLEEPS ? sleepNs : Math.min(sleepNs + sleepNs / 4, LONGEST_SLEEP_NS);
            }
        }
    }

    @Override
    public void watch(Completion completion, Runnable then) {
        Thread watcher = new Thread(() -> {
            await(completion);
            if (then != null) {
                then.run();
            }
        }, "rmi4mpi-watch");
        watcher.setDaemon(true);
        watcher.start();
    }
}
