package mpi;

import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.SendMode;

/** The sends of a {@link Comm}, in the spelling of Open MPI. A buffer begins with its first element. */
public sealed interface OpenMpiSends permits Comm {
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
