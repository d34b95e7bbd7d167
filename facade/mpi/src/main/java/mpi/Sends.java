package mpi;

import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.SendMode;
import org.rmi4mpi.message.data.Span;

/**
 * The sends of a {@link Comm}. Each call stands in the spellings of mpiJava and of Open MPI;
 * in the latter a buffer begins with its first element.
 */
public sealed interface Sends permits Comm {
    /**
     * Sends a message. Returns when the buffer may be used again.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void Send(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.STANDARD,
                Span.read("Send", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Sends a message. Returns when the buffer may be used again.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void send(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.STANDARD, OpenMpiSpans.sent("send", "buf", buf, count, type),
                dest,
                tag);
    }

    /**
     * Sends a message from the room that {@link MPI#Buffer_attach} has set. Returns at once.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @throws MPIException where the message does not fit into the room, or an argument is wrong
     */
    default void Bsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.sendBuffered(((Comm) this).engine,
                Span.read("Bsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag, 0);
    }

    /**
     * Sends a message from the room that {@link MPI#attachBuffer} has set, or else from 64 KiB. Returns at once.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.sendBuffered(((Comm) this).engine, OpenMpiSpans.sent("bSend", "buf", buf, count, type), dest, tag,
                BufferedSends.ROOM_OF_OPEN_MPI);
    }

    /**
     * Sends a message. Returns when the receiver has begun to receive.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void Ssend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.SYNCHRONOUS,
                Span.read("Ssend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Sends a message. Returns when the receiver has begun to receive.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.SYNCHRONOUS,
                OpenMpiSpans.sent("sSend", "buf", buf, count, type),
                dest, tag);
    }

    /**
     * Sends a message to a receive that was posted before.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void Rsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.READY,
                Span.read("Rsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Sends a message to a receive that was posted before.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.READY, OpenMpiSpans.sent("rSend", "buf", buf, count, type),
                dest,
                tag);
    }

    /**
     * Starts a send. The buffer must not be changed until the request is complete.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request Isend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.STANDARD,
                Span.read("Isend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Starts a {@link #send}; do not use the buffer until the request is complete.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request iSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.STANDARD,
                OpenMpiSpans.sent("iSend", "buf", buf, count, type), dest, tag);
    }

    /**
     * Starts a buffered send; see {@link #Bsend}.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     * @throws MPIException where the message does not fit into the room, or an argument is wrong
     */
    default Request Ibsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.startBuffered(new Request(), ((Comm) this).engine,
                Span.read("Ibsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag, 0);
    }

    /**
     * Starts a {@link #bSend}.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request ibSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.startBuffered(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("ibSend", "buf", buf, count, type), dest, tag, BufferedSends.ROOM_OF_OPEN_MPI);
    }

    /**
     * Starts a synchronous send; see {@link #Ssend}.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request Issend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.SYNCHRONOUS,
                Span.read("Issend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Starts a {@link #sSend}; do not use the buffer until the request is complete.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request isSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.SYNCHRONOUS,
                OpenMpiSpans.sent("isSend", "buf", buf, count, type), dest, tag);
    }

    /**
     * Starts a ready send; see {@link #Rsend}.
     *
     * @param buf elements to send: an array or a java.nio buffer of the base type, or one object
     * @param offset index of the first element, in elements of the base type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request Irsend(Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.READY,
                Span.read("Irsend", "buf", buf, offset, count, Datatype.layout(type)), dest, tag);
    }

    /**
     * Starts a {@link #rSend}; do not use the buffer until the request is complete.
     *
     * @param buf elements to send, or room to receive: an array, or a java.nio buffer from its index 0 on, of the base
     *     type
     * @param count copies of the datatype
     * @param type datatype of the buffer
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL} to send nothing
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, which a wait or a test has to complete
     */
    default Request irSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.READY,
                OpenMpiSpans.sent("irSend", "buf", buf, count, type), dest, tag);
    }
}
