package mpi;

import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.SendMode;
import org.rmi4mpi.message.data.Span;

/**
 * The requests of a {@link Comm} that are started many times. Each call stands in the spellings of mpiJava and of Open MPI;
 * in the latter a buffer begins with its first element.
 */
public sealed interface PersistentRequests permits Comm {
    /**
     * Describes a send, which {@link Prequest#Start} starts.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    default Prequest Send_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Prequest.send(((Comm) this).engine, SendMode.STANDARD,
                Span.read("Send_init", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Describes a send, which {@link Prequest#start} starts.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active; {@link Prequest#start} starts it
     */
    default Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return Prequest.send(((Comm) this).engine, SendMode.STANDARD,
                OpenMpiSpans.sent("sendInit", "buf", buf, count, type),
                dest, tag);
    }

    /**
     * Describes a synchronous send, which {@link Prequest#Start} starts.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    default Prequest Ssend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Prequest.send(((Comm) this).engine, SendMode.SYNCHRONOUS,
                Span.read("Ssend_init", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Describes a send, which {@link Prequest#start} starts.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active; {@link Prequest#start} starts it
     */
    default Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return Prequest.send(((Comm) this).engine, SendMode.SYNCHRONOUS,
                OpenMpiSpans.sent("sSendInit", "buf", buf, count, type), dest, tag);
    }

    /**
     * Describes a ready send, which {@link Prequest#Start} starts.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    default Prequest Rsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Prequest.send(((Comm) this).engine, SendMode.READY,
                Span.read("Rsend_init", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Describes a send, which {@link Prequest#start} starts.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active; {@link Prequest#start} starts it
     */
    default Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return Prequest.send(((Comm) this).engine, SendMode.READY,
                OpenMpiSpans.sent("rSendInit", "buf", buf, count, type),
                dest, tag);
    }

    /**
     * Describes a buffered send, which {@link Prequest#Start} starts.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active yet
     */
    default Prequest Bsend_init(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return Prequest.sendBuffered(((Comm) this).engine,
                Span.read("Bsend_init", "buf", buf, offset, count, Datatype.layout(type)), dest, tag, 0);
    }

    /**
     * Describes a buffered send, which {@link Prequest#start} starts.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request that is not active; {@link Prequest#start} starts it
     */
    default Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag) {
        return Prequest.sendBuffered(((Comm) this).engine, OpenMpiSpans.sent("bSendInit", "buf", buf, count, type),
                dest, tag,
                BufferedSends.ROOM_OF_OPEN_MPI);
    }

    /**
     * Describes a receive, which {@link Prequest#Start} starts.
     *
     * @param buf receive buffer: an array or a java.nio buffer of the base type
     * @param offset index of the first element, in elements of the base type
     * @param count room, in copies of the datatype
     * @param type datatype of the buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request that is not active yet
     */
    default Prequest Recv_init(Object buf, int offset, int count, Datatype type, int source, int tag) {
        return Prequest.receive(((Comm) this).engine,
                new Span("Recv_init", "buf", buf, offset, count, Datatype.layout(type)), source, tag);
    }

    /**
     * Describes a receive, which {@link Prequest#start} starts.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param source rank of the sender, {@link MPI#ANY_SOURCE}, or {@link MPI#PROC_NULL} to receive nothing
     * @param tag of the message, or {@link MPI#ANY_TAG}
     * @return a request that is not active; {@link Prequest#start} starts it
     */
    default Prequest recvInit(Object buf, int count, Datatype type, int source, int tag) {
        return Prequest.receive(((Comm) this).engine, OpenMpiSpans.received("recvInit", "buf", buf, count, type),
                source, tag);
    }
}
