package org.rmi4mpi.ref;

/** The tasks that this rank has given to others, beside calls. The end of the job waits for them. Thread-safe. */
public interface TaskTable {
    /** For a rank that gives no tasks. */
    TaskTable EMPTY = new TaskTable() {
        @Override
        public long submitted() {
            return 0;
        }

        @Override
        public long ended() {
            return 0;
        }
    };

    /** Number of tasks so far. */
    long submitted();

    /** Number of those that have ended. */
    long ended();
}
