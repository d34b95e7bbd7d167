package mpi;

import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.Probes;
import org.rmi4mpi.message.Span;

/** The receives, exchanges and probes of a {@link Comm}, in the spelling of mpiJava. */
public sealed interface MpiJavaReceives permits Comm {
    /**
     * Receives a message of at most count copies of the datatype. Source may be {@link MPI#ANY_SOURCE}, tag {@link
     * MPI#ANY_TAG}; the status tells which it was, and how long.
     *
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype that there is room for
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the message that was received
     * @throws MPIException where the message is longer than there is room for, or an argument is wrong
     */
    default Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(((Comm) this).engine,
                new Span("Recv", "buf", buf, offset, count, Datatype.layout(type)), source, tag, new Status());
    }

    /**
     * Starts a receive. The elements are in the buffer when the request is complete.
     *
     * @param buf where it goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype that there is room for
     * @param type what the buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(new Request(), ((Comm) this).engine,
                new Span("Irecv", "buf", buf, offset, count, Datatype.layout(type)), source, tag);
    }

    /**
     * Sends and receives at the same time; the two buffers must not overlap.
     *
     * @param sendbuf what is sent: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype what the send buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param sendtag of the message that is sent
     * @param recvbuf where it goes: an array or a java.nio buffer of the base type, which does not overlap the other
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount copies of the receive type that there is room for
     * @param recvtype what the receive buffer holds
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param recvtag of the message that is received, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the message that was received
     * @throws MPIException where the message is longer than there is room for, or an argument is wrong
     */
    default Status Sendrecv(
            Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag, Object recvbuf,
            int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        return PointToPoint.exchange(((Comm) this).engine,
                Span.read("Sendrecv", "sendbuf", sendbuf, sendoffset, sendcount, Datatype.layout(sendtype)), dest,
                sendtag, new Span("Sendrecv", "recvbuf", recvbuf, recvoffset, recvcount, Datatype.layout(recvtype)),
                source, recvtag, new Status());
    }

    /**
     * Sends what is in a buffer, and receives into the same.
     *
     * @param buf what is sent, and where the answer goes: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param sendtag of the message that is sent
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param recvtag of the message that is received, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the message that was received
     * @throws MPIException where the message is longer than there is room for, or an argument is wrong
     */
    default Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        Span span = new Span("Sendrecv_replace", "buf", buf, offset, count, Datatype.layout(type));
        return PointToPoint.exchange(((Comm) this).engine, span, dest, sendtag, span, source, recvtag, new Status());
    }

    /**
     * Whether a message is there to be received: its status, or null.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message, of which {@link Status#Get_count} tells; null where there is none
     *     now
     */
    default Status Iprobe(int source, int tag) {
        return Probes.look(((Comm) this).engine, "Iprobe", source, tag, new Status());
    }

    /**
     * Returns the status of a message when there is one to be received.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL}: then nothing is received
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message, of which {@link Status#Get_count} tells
     */
    default Status Probe(int source, int tag) {
        return Probes.await(((Comm) this).engine, "Probe", source, tag, new Status());
    }
}
