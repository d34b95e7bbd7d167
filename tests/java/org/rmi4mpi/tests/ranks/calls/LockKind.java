package org.rmi4mpi.tests.ranks.calls;

/** The kind of lock that a thread holds while it waits. */
enum LockKind {
    OWN_MONITOR, ANOTHER_MONITOR, REENTRANT_LOCK, WRITE_LOCK,
    /** Held for reading, while others request it for writing. */
    READ_LOCK
}
