package mpi;

import org.rmi4mpi.message.MatchedMessage;

/**
 * A message that a matched probe has found: only this object can receive it. It may also be a message of objects.
 * Source: MPI 3.1, 3.8.2.
 */
public final class Message {
    private final MatchedMessage engine = new MatchedMessage();

    /** Makes an object without a message. */
    public Message() {}

    /**
     * Whether there is no message.
     *
     * @return true before a probe, and after the message was received
     */
    public boolean isNull() {
        return engine.isNull();
    }

    /**
     * Whether the message came from {@link MPI#PROC_NULL}.
     *
     * @return true if the source was {@link MPI#PROC_NULL}
     */
    public boolean isNoProc() {
        return engine.isNoProc();
    }

    /**
     * Waits for a message, which this object then holds.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @param comm the communicator
     * @return source, tag and length of the message
     */
    public Status mProbe(int source, int tag, Comm comm) {
        return engine.await(Comm.engineOf("mProbe", comm), "mProbe", source, tag, new Status());
    }

    /**
     * Like {@link #mProbe}, without waiting.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @param comm the communicator
     * @return source, tag and length of the message; null where there is none now
     */
    public Status imProbe(int source, int tag, Comm comm) {
        return engine.look(Comm.engineOf("imProbe", comm), "imProbe", source, tag, new Status());
    }

    /**
     * Receives the message.
     *
     * @param buf receive buffer: an array or a java.nio buffer of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return source, tag and length of the message
     */
    public Status mRecv(Object buf, int count, Datatype type) {
        return engine.receive(new Request(), OpenMpiSpans.received("mRecv", "buf", buf, count, type)).waitStatus();
    }

    /**
     * Starts to receive the message. Do not use the buffer until the request is complete.
     *
     * @param buf receive buffer: an array or a java.nio buffer of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @return a request, which a wait or a test has to complete
     */
    public Request imRecv(Object buf, int count, Datatype type) {
        return engine.receive(new Request(), OpenMpiSpans.received("imRecv", "buf", buf, count, type));
    }
}
