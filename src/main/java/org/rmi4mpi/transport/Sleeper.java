package org.rmi4mpi.transport;

/** The kinds of threads that sleep on a rank's bell. Threads of the crew have no user frames, and may run methods. */
public enum Sleeper {
    /** Waits for a reply or for mail. */
    WAITER,
    /** The thread of the crew that is rung first. It has led last, so its caches are warm. */
    NEXT_LEADER,
    /** The thread of the crew that is rung where no other rests. */
    DEPUTY
}
