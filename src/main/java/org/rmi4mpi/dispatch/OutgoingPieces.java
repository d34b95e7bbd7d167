package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.PieceFrame;

/**
 * The pieces of a message that its thread is writing. A bounded number of them is on the way or unread: beyond that the
 * thread waits until the reader gives credit. Owned by the writing thread, except for the credit.
 */
public final class OutgoingPieces extends MailWait {
    private final PieceStreams streams;
    private final int receiver;
    private final long callId;
    private final boolean isOfReply;
    private int sent;
    private boolean hasExpired;
    /** Number of pieces that the reader has read. Written by the polling thread. */
    private volatile int credit;
    /** Why the pieces cannot be sent; null while they can. */
    private volatile TransportException failure;
    /** Whether the end of an aborted message could not be sent for lack of memory. */
    private volatile boolean owesEnd;
    /** The next in the list of the rank. Guarded by the monitor of the list. */
    OutgoingPieces next;

    OutgoingPieces(PieceStreams streams, int receiver, long callId, boolean isOfReply) {
        this.streams = streams;
        this.receiver = receiver;
        this.callId = callId;
        this.isOfReply = isOfReply;
    }

    boolean is(int ofReceiver, long id, boolean ofReply) {
        return callId == id && receiver == ofReceiver && isOfReply == ofReply;
    }

    @Override
    protected boolean isOver() {
        return sent - credit < PieceStreams.WINDOW || failure != null;
    }

    /** Called by the polling thread. */
    void credit(int count) {
        credit = count;
    }

    void fail(TransportException why) {
        failure = why;
    }

    public long callId() {
        return callId;
    }

    /** Begins a piece: writes its header, and sets the position behind it. */
    public void putHeader(ByteBuffer piece) {
        PieceFrame.put(piece, PieceFrame.MORE, isOfReply, callId);
    }

    /** Limits how long the thread waits for room from now on, in all; 0 for no limit. */
    public void limitWaits(long nanoseconds) {
        setTimeout(nanoseconds);
    }

    /** Whether {@link #awaitRoom} has waited for as long as it may. Then no more pieces leave. */
    public boolean hasExpired() {
        return hasExpired;
    }

    /** Whether the rest of the message is dropped: its reader drops it, or its time is over. */
    public boolean isUnwanted() {
        return hasExpired || credit == PieceFrame.UNWANTED;
    }

    /**
     * Waits until one more piece may leave, or the time is over.
     *
     * @throws TransportException if none can
     */
    public void awaitRoom() {
        if (!isOver()) {
            streams.awaitRoom(this, receiver);
        }
        if (failure != null) {
            throw failure;
        }
        hasExpired = !isOver();
    }

    /** Sends a piece, whose header is complete. */
    public void send(Frame piece) {
        sent++;
        streams.send(receiver, piece);
    }

    /** Sends the piece that ends the message. */
    public void sendLast(Frame piece) {
        streams.send(receiver, piece);
        streams.remove(this);
    }

    /** Tells the reader that the message ends here and is not whole. */
    public void abort() {
        try {
            streams.sendEnd(receiver, callId, isOfReply);
            streams.remove(this);
        } catch (OutOfMemoryError e) {
            owesEnd = true;
            streams.oweCredits();
        } catch (TransportException e) {
            streams.remove(this); // The receiver cannot be reached, and reads no more.
        }
    }

    /** Sends an end that could not be sent before. */
    void payEnd() {
        if (owesEnd) {
            owesEnd = false;
            abort();
        }
    }

    @Override
    public String toString() {
        return "room for the rest of a " + (isOfReply ? "reply to" : "request to") + " rank " + receiver;
    }
}
