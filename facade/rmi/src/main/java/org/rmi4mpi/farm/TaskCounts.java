package org.rmi4mpi.farm;

import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.ref.TaskTable;

/** The tasks that this rank's executors have taken, and those that have ended. Thread-safe. */
final class TaskCounts implements TaskTable {
    private static final AtomicLong SUBMITTED = new AtomicLong();
    private static final AtomicLong ENDED = new AtomicLong();

    static void countSubmitted() {
        SUBMITTED.incrementAndGet();
    }

    static void countEnded() {
        ENDED.incrementAndGet();
    }

    @Override
    public long submitted() {
        return SUBMITTED.get();
    }

    @Override
    public long ended() {
        return ENDED.get();
    }
}
