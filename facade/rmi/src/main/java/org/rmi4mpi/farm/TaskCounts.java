package org.rmi4mpi.farm;

import java.util.concurrent.atomic.AtomicLong;

/** The tasks that this rank's executors have taken, and those that have ended. Thread-safe. */
final class TaskCounts {
    private static final AtomicLong SUBMITTED = new AtomicLong();
    private static final AtomicLong ENDED = new AtomicLong();

    private TaskCounts() {}

    static void countSubmitted() {
        SUBMITTED.incrementAndGet();
    }

    static void countEnded() {
        ENDED.incrementAndGet();
    }

    static long submitted() {
        return SUBMITTED.get();
    }

    static boolean allEnded() {
        return ENDED.get() == SUBMITTED.get();
    }
}
