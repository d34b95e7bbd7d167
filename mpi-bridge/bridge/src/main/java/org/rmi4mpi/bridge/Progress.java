package org.rmi4mpi.bridge;

import java.util.function.IntSupplier;

/**
 * Lets a thread wait for MPI. A waiting thread also receives messages for others. Declared here because the blocking
 * calls of package {@code mpi} need it; implemented by the dispatcher above.
 */
public interface Progress {
    /** Waits until the completion's test has returned true. */
    void await(Completion completion);

    /**
     * Makes a call of MPI that blocks until other ranks have made it. A report of waits names it.
     *
     * @param ended is not tested
     * @return MPI's code
     */
    default int block(Completion ended, IntSupplier call) {
        return call.getAsInt();
    }

    /**
     * Tests the completion periodically until it returns true, without a waiting thread. Then runs the action on a
     * separate thread.
     *
     * @param then null for no action
     */
    void watch(Completion completion, Runnable then);

    /**
     * Asks for another poll soon, by any thread of this rank. Called where a watched completion has moved a part of a
     * message, and the next part may follow.
     */
    default void pollSoon() {}

    /**
     * Wakes threads of a rank that sleep until a message arrives. Called after a message was sent to that rank.
     *
     * @param rank among those that run Java
     */
    default void stir(int rank) {}

    /**
     * Works as {@link #stir}, if the rank is on this node. Called where an operation of many ranks has begun: a ring for
     * each rank of each other node would be more than the operation.
     */
    default void stirNear(int rank) {}

    /** Wakes threads of all ranks of this node that sleep until a message arrives. */
    default void stirNode() {}

    /** Receives the messages and collective operations of this rank. Called once. */
    default MessageProbe messageProbe() {
        return new MessageProbe();
    }

    /** Tests the watched completions one last time, after MPI has been finalised. These tests fail. */
    default void end() {}
}
