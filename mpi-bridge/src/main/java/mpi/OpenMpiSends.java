package mpi;

import org.rmi4mpi.message.BufferedSends;
import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.SendMode;

/** The sends of a {@link Comm}, in the spelling of Open MPI. A buffer begins with its first element. */
public sealed interface OpenMpiSends permits Comm {
    /**
     * Sends; returns when the buffer may be used again.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void send(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.STANDARD, OpenMpiSpans.sent("send", "buf", buf, count, type),
                dest,
                tag);
    }

    /**
     * Sends, out of the room that {@link MPI#attachBuffer} has given, or else of 64 KiB; returns at once.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.sendBuffered(((Comm) this).engine, OpenMpiSpans.sent("bSend", "buf", buf, count, type), dest, tag,
                BufferedSends.ROOM_OF_OPEN_MPI);
    }

    /**
     * Sends; returns when the receiver has begun to receive.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.SYNCHRONOUS,
                OpenMpiSpans.sent("sSend", "buf", buf, count, type),
                dest, tag);
    }

    /**
     * Sends to a receive that has been posted.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     */
    default void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        PointToPoint.send(((Comm) this).engine, SendMode.READY, OpenMpiSpans.sent("rSend", "buf", buf, count, type),
                dest,
                tag);
    }

    /**
     * Starts a {@link #send}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request iSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.STANDARD,
                OpenMpiSpans.sent("iSend", "buf", buf, count, type), dest, tag);
    }

    /**
     * Starts a {@link #bSend}.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request ibSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.startBuffered(new Request(), ((Comm) this).engine,
                OpenMpiSpans.sent("ibSend", "buf", buf, count, type), dest, tag, BufferedSends.ROOM_OF_OPEN_MPI);
    }

    /**
     * Starts a {@link #sSend}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request isSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.SYNCHRONOUS,
                OpenMpiSpans.sent("isSend", "buf", buf, count, type), dest, tag);
    }

    /**
     * Starts a {@link #rSend}; the buffer must be left alone until the request is complete.
     *
     * @param buf what is sent or received: an array, or a java.nio buffer from its index 0 on, of the base type
     * @param count copies of the datatype
     * @param type what the buffer holds
     * @param dest rank of the receiver, or {@link MPI#PROC_NULL}: then nothing is sent
     * @param tag of the message, 0 to the attribute {@link MPI#TAG_UB}
     * @return a request, to be completed by one of its waits or tests
     */
    default Request irSend(Object buf, int count, Datatype type, int dest, int tag) {
        return PointToPoint.send(new Request(), ((Comm) this).engine, SendMode.READY,
                OpenMpiSpans.sent("irSend", "buf", buf, count, type), dest, tag);
    }
}
