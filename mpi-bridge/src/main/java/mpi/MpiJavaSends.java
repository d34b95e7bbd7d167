package mpi;

import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.SendMode;
import org.rmi4mpi.message.Span;

/** The sends of a {@link Comm}, in the spelling of mpiJava. */
public sealed interface MpiJavaSends permits Comm {
    /**
     * Sends; returns when the buffer may be used again.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.STANDARD,
                Span.read("Send", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Sends, out of the room that {@link MPI#Buffer_attach} has given; returns at once.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @throws MPIException where the message does not fit into the attached buffer's room, or an argument is wrong
     */
    default void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.sendBuffered(((Comm) this).engine,
                Span.read("Bsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag, 0);
    }

    /**
     * Sends; returns when the receiver has begun to receive.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.SYNCHRONOUS,
                Span.read("Ssend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Sends to a receiver that is waiting already.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.READY,
                Span.read("Rsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Starts a send. The buffer must not be changed until the request is complete.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.STANDARD,
                Span.read("Isend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Starts a buffered send; see {@link #Bsend}.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     * @throws MPIException where the message does not fit into the attached buffer's room, or an argument is wrong
     */
    default Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.startBuffered(new Request(), ((Comm) this).engine,
                Span.read("Ibsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag, 0);
    }

    /**
     * Starts a synchronous send; see {@link #Ssend}.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.SYNCHRONOUS,
                Span.read("Issend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Starts a ready send; see {@link #Rsend}.
     *
     * @param buf what is sent: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.READY,
                Span.read("Irsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }
}
