package org.rmi4mpi.tests.ranks.calls;

/** What a thread holds while it waits. */
enum LockKind {
    OWN_MONITOR, ANOTHER_MONITOR, REENTRANT_LOCK, WRITE_LOCK,
    /** Held for reading, while others want it for writing. */
    READ_LOCK
}
