package mpi;

import org.rmi4mpi.message.MatchedMessage;

/**
 * A message that a matched probe has found: this object alone can receive it. Objects may be received by it as well.
 * Source: MPI 3.1, 3.8.2.
 */
public final class Message {
    private final MatchedMessage engine = new MatchedMessage();

    /** No message yet. */
    public Message() {}

    /**
     * Whether there is no message.
     *
     * @return true before a probe, and when the message was received
     */
    public boolean isNull() {
        return engine.isNull();
    }

    /**
     * Whether the message is of nobody.
     *
     * @return true where the source was {@link MPI#PROC_NULL}
     */
    public boolean isNoProc() {
        return engine.isNoProc();
    }

    /**
     * Returns when there is a message, which this object then holds.
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
     * As {@link #mProbe}, without waiting.
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
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return source, tag and length of the message
     */
    public Status mRecv(Object buf, int count, Datatype type) {
        return engine.receive(new Request(), OpenMpiSpans.received("mRecv", "buf", buf, count, type)).waitStatus();
    }

    /**
     * Starts to receive the message; the buffer must be left alone until the request is complete.
     *
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @return a request, to be completed by one of its waits or tests
     */
    public Request imRecv(Object buf, int count, Datatype type) {
        return engine.receive(new Request(), OpenMpiSpans.received("imRecv", "buf", buf, count, type));
    }
}
