package org.rmi4mpi.tests.faults;

/** Ways to call; {@link Caller} makes the calls. */
enum CallKind {
    NOTHING, PRIMITIVES, BYTES, LARGE_BYTES, ARRAYS, TEXT, GRAPH, NOTES, JOIN, JOIN_MANY, DEPENDENTS, ASYNC_TIMEOUT,
    TIMEOUT,
    BATCH, ONE_WAY_BATCH, CALL_BACK, CALL_BACK_DEEP, FAILURE, PROMISE, STUB, COLLECTED;

    /** Whether the call may fail although nothing else does. */
    boolean maybeLate() {
        return this == ASYNC_TIMEOUT || this == TIMEOUT;
    }
}
