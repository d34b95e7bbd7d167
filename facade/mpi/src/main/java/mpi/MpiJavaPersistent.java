package mpi;

import org.rmi4mpi.message.SendMode;
import org.rmi4mpi.message.data.Span;

/** The persistent requests of a {@link Comm}, in the spelling of mpiJava. */
public sealed interface MpiJavaPersistent permits Comm {
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
}
