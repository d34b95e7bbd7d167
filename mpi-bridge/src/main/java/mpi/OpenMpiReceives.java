package mpi;

import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.Probes;
import org.rmi4mpi.message.Span;

/** The receives, exchanges and probes of a {@link Comm}, in the spelling of Open MPI. */
public sealed interface OpenMpiReceives permits Comm {
    /**
     * Receives; returns when the message has come.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status recv(Object buf, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(((Comm) this).engine, OpenMpiSpans.received("recv", "buf", buf, count, type),
                source, tag,
                new Status());
    }

    /**
     * Starts a {@link #recv}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iRecv(Object buf, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(new Request(), ((Comm) this).engine,
                OpenMpiSpans.received("iRecv", "buf", buf, count, type), source, tag);
    }

    /**
     * Sends and receives at once.
     *
     * @param sendbuf what this rank gives: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype what the send buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param sendtag of the message that is sent
     * @param recvbuf where it goes: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount copies of the receive type that there is room for
     * @param recvtype what the receive buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param recvtag of the message that is received, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status sendRecv(Object sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, Object recvbuf,
            int recvcount, Datatype recvtype, int source, int recvtag) {
        return PointToPoint.exchange(((Comm) this).engine,
                OpenMpiSpans.sent("sendRecv", "sendbuf", sendbuf, sendcount, sendtype), dest, sendtag,
                OpenMpiSpans.received("sendRecv", "recvbuf", recvbuf, recvcount, recvtype), source, recvtag,
                new Status());
    }

    /**
     * Sends, and receives into the same buffer.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param sendtag of the message that is sent
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param recvtag of the message that is received, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status sendRecvReplace(Object buf, int count, Datatype type, int dest, int sendtag, int source,
            int recvtag) {
        Span span = OpenMpiSpans.received("sendRecvReplace", "buf", buf, count, type);
        return PointToPoint.exchange(((Comm) this).engine, span, dest, sendtag, span, source, recvtag, new Status());
    }

    /**
     * Whether a message is there to be received: its status, or null.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message; null where there is none now
     */
    default Status iProbe(int source, int tag) {
        return Probes.look(((Comm) this).engine, "iProbe", source, tag, new Status());
    }

    /**
     * Returns when there is a message to be received.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status probe(int source, int tag) {
        return Probes.await(((Comm) this).engine, "probe", source, tag, new Status());
    }
}
