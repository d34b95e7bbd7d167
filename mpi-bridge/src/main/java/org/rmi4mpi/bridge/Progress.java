package org.rmi4mpi.bridge;

/**
 * How a thread waits for MPI. A wait serves not only itself: the messages of others that arrive in
 * the meantime are taken, too. Declared here since the blocking calls of package {@code mpi} need it,
 * implemented by the dispatcher above.
 */
public interface Progress {
    /** Returns when the completion's test has returned true, on any thread. */
    void await(Completion completion);

    /**
     * Asks the completion from time to time until its test has returned true, without anyone waiting for it; then
     * runs the action, on a thread that runs nothing else.
     *
     * @param then null where nothing is to be done
     */
    void watch(Completion completion, Runnable then);

    /** A message has been sent to a rank, by its place among those that run Java; it may sleep until one comes. */
    default void stir(int rank) {}

    /** MPI has been finalised: what is still watched is asked for the last time, and fails. */
    default void end() {}
}
