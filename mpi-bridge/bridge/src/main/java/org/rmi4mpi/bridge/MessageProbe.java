package org.rmi4mpi.bridge;

/**
 * Receives the messages and collective operations of package {@code mpi}, and the messages of tasks, when they have ended. This implementation ignores
 * them. Declared here because package {@code mpi} tells them; {@link Progress#messageProbe} brings the one of the layers
 * above. Called by any thread. Must neither block nor throw.
 */
public class MessageProbe {
    /** The time at which an event begins or ends, in that of {@link System#nanoTime}; 0 where no tool asks for it. */
    public long time() {
        return 0;
    }

    /**
     * A message has left, or its send has been started.
     *
     * @param call the method of package {@code mpi}, or of a task
     * @param on its text names the communicator, or the tasks
     * @param dest the receiver in MPI_COMM_WORLD
     * @param began when the call began, by {@link #time}
     */
    public void messageSent(String call, Object on, int dest, int tag, long bytes, long began) {}

    /**
     * The current thread has taken a message.
     *
     * @param source the sender in MPI_COMM_WORLD
     * @param began when the receive began, by {@link #time}
     */
    public void messageReceived(String call, Object on, int source, int tag, long bytes, long began) {}

    /**
     * A collective operation has ended at this rank. One of objects consists of several, which are told one by one.
     *
     * @param bytes what this rank has given
     * @param began when the operation began, by {@link #time}
     */
    public void collectiveEnded(String call, Object on, long bytes, long began) {}

    /**
     * The current thread has waited in package {@code mpi}, or for a message to a task. An operation that was started before is told apart from the wait
     * for it.
     *
     * @param event {@link Awaited.Event#MESSAGE}, {@link Awaited.Event#RECEIVE}, {@link Awaited.Event#COLLECTIVE} or {@link
     *     Awaited.Event#MAIL}
     * @param began when the wait began, by {@link #time}
     */
    public void waited(Awaited.Event event, long began) {}
}
