package org.rmi4mpi.why;

/**
 * A reason why ranks wait.
 *
 * @param text one line
 */
record Cause(Kind kind, String text) {
    /** The most telling first. */
    enum Kind {
        SILENT_RANK,
        DIFFERENT_COLLECTIVES,
        UNMATCHED_MESSAGE,
        ENDED_TASK,
        FULL_MAILBOX,
        HELD_LOCK,
        CYCLE,
        MISSING_IN_COLLECTIVE,
        /** A cycle in which a collective call takes part, whose missing ranks are told already. */
        CYCLE_WITH_COLLECTIVE,
        COMPUTING,
        /** Such ranks tell nothing of themselves. */
        OTHER_LANGUAGE,
        SLEEPING,
        LOST_WAKE_UP,
        IDLE_RANK,
        /** Ranks are in MPI.Finalize before others: most often because these others hang. */
        MISSING_IN_FINALIZE
    }
}
