package org.rmi4mpi.bridge;

/** How threads wait where no layer above takes part in the job: each polls for itself. */
final class PollingProgress implements Progress {
    private static final int POLLS = 2_000;
    private static final long LONGEST_SLEEP_NS = 1_000_000;

    @Override
    public void await(Completion completion) {
        Backoff backoff = new Backoff(POLLS, LONGEST_SLEEP_NS);
        while (!completion.test()) {
            backoff.idle();
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
