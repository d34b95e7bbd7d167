package mpi;

import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.Probes;
import org.rmi4mpi.message.data.Span;

/**
 * The receives, exchanges and probes of a {@link Comm}. Each call stands in the spellings of mpiJava and of Open MPI;
 * in the latter a buffer begins with its first element.
 */
public sealed interface Receives permits Comm {
    /**
     * Receives a message of at most count copies of the datatype. The source may be {@link MPI#ANY_SOURCE}, and the tag
     * {@link MPI#ANY_TAG}. The status tells the source, the tag and the length.
     *
     * @param buf receive buffer: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count room, in copies of the datatype
     * @param type datatype of the buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the received message
     * @throws MPIException where the message is longer than its room, or an argument is wrong
     */
    default Status Recv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(((Comm) this).engine,
                new Span("Recv", "buf", buf, offset, count, Datatype.layout(type)), source, tag, new Status());
    }

    /**
     * Waits for a message, and receives it.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status recv(Object buf, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(((Comm) this).engine, OpenMpiSpans.received("recv", "buf", buf, count, type),
                source, tag,
                new Status());
    }

    /**
     * Starts a receive. The elements are in the buffer when the request is complete. Do not use the buffer until then.
     *
     * @param buf receive buffer: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count room, in copies of the datatype
     * @param type datatype of the buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request, which a wait or a test has to complete
     */
    default Request Irecv(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(new Request(), ((Comm) this).engine,
                new Span("Irecv", "buf", buf, offset, count, Datatype.layout(type)), source, tag);
    }

    /**
     * Starts a {@link #recv}; do not use the buffer until the request is complete.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request, which a wait or a test has to complete
     */
    default Request iRecv(Object buf, int count, Datatype type, int source, int tag) {
        return PointToPoint.receive(new Request(), ((Comm) this).engine,
                OpenMpiSpans.received("iRecv", "buf", buf, count, type), source, tag);
    }

    /**
     * Sends and receives at the same time; the two buffers must not overlap.
     *
     * @param sendbuf elements to send: an array or a java.nio buffer of the base type
     * @param sendoffset index of the first element, in elements of the base type of the send buffer
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param sendtag tag of the sent message
     * @param recvbuf receive buffer: an array or a java.nio buffer of the base type, which does not overlap the other
     * @param recvoffset index of the first element, in elements of the base type of the receive buffer
     * @param recvcount room, in copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param recvtag tag of the received message, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the received message
     * @throws MPIException where the message is longer than its room, or an argument is wrong
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
     * Sends and receives at the same time.
     *
     * @param sendbuf this rank's elements: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param sendcount copies of the send type
     * @param sendtype datatype of the send buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param sendtag tag of the sent message
     * @param recvbuf receive buffer: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param recvcount room, in copies of the receive type
     * @param recvtype datatype of the receive buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param recvtag tag of the received message, or {@link MPI#ANY_TAG}
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
     * Sends the elements of a buffer, and receives into the same buffer.
     *
     * @param buf elements to send, replaced by the received ones: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param sendtag tag of the sent message
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param recvtag tag of the received message, or {@link MPI#ANY_TAG}
     * @return source, tag and count of the received message
     * @throws MPIException where the message is longer than its room, or an argument is wrong
     */
    default Status Sendrecv_replace(
            Object buf, int offset, int count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        Span span = new Span("Sendrecv_replace", "buf", buf, offset, count, Datatype.layout(type));
        return PointToPoint.exchange(((Comm) this).engine, span, dest, sendtag, span, source, recvtag, new Status());
    }

    /**
     * Sends, and receives into the same buffer.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param sendtag tag of the sent message
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param recvtag tag of the received message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status sendRecvReplace(Object buf, int count, Datatype type, int dest, int sendtag, int source,
            int recvtag) {
        Span span = OpenMpiSpans.received("sendRecvReplace", "buf", buf, count, type);
        return PointToPoint.exchange(((Comm) this).engine, span, dest, sendtag, span, source, recvtag, new Status());
    }

    /**
     * Looks for a message that can be received. Returns its status, or null.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message; ask {@link Status#Get_count} for the length; null where there is
     *     none now
     */
    default Status Iprobe(int source, int tag) {
        return Probes.look(((Comm) this).engine, "Iprobe", source, tag, new Status());
    }

    /**
     * Looks for a message that can be received. Returns its status, or null.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message; null where there is none now
     */
    default Status iProbe(int source, int tag) {
        return Probes.look(((Comm) this).engine, "iProbe", source, tag, new Status());
    }

    /**
     * Waits for a message that can be received, and returns its status.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message; ask {@link Status#Get_count} for the length
     */
    default Status Probe(int source, int tag) {
        return Probes.await(((Comm) this).engine, "Probe", source, tag, new Status());
    }

    /**
     * Waits for a message that can be received.
     *
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return source, tag and length of the message
     */
    default Status probe(int source, int tag) {
        return Probes.await(((Comm) this).engine, "probe", source, tag, new Status());
    }
}
