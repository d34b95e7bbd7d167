package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.PieceFrame;

/**
 * The pieces of a message that its thread is writing. A bounded number of them is on the way or unread: beyond that the
 * thread waits until the reader gives credit. If the message is the request of a call that a method does not wait for, the
 * thread goes on, and the further pieces are kept until there is room. Owned by the writing thread. The polling thread
 * gives credit, and sends what was kept: the monitor guards that.
 */
public final class OutgoingPieces extends MailWait {
    private final PieceStreams streams;
    private final int receiver;
    private final long callId;
    private final boolean isOfReply;
    /** Bounds the pieces that are kept; null if the thread waits instead. */
    private final BacklogHeap heap;
    private final ArrayDeque<byte[]> kept = new ArrayDeque<>();
    /** Whether the last of the kept pieces ends the message. */
    private boolean isEnded;
    /** For the report of a wait that lasts; null if nothing is kept. */
    private RoomWaits.Wait wait;
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

    /** @param heap bounds the pieces that are kept; null if the thread waits instead */
    OutgoingPieces(PieceStreams streams, int receiver, long callId, boolean isOfReply, BacklogHeap heap) {
        this.streams = streams;
        this.receiver = receiver;
        this.callId = callId;
        this.isOfReply = isOfReply;
        this.heap = heap;
    }

    boolean is(int ofReceiver, long id, boolean ofReply) {
        return callId == id && receiver == ofReceiver && isOfReply == ofReply;
    }

    int receiver() {
        return receiver;
    }

    @Override
    protected boolean isOver() {
        return hasRoom() || heap != null || failure != null;
    }

    private boolean hasRoom() {
        return sent - credit < PieceStreams.WINDOW;
    }

    /** Called by the polling thread. Returns whether pieces are kept, some of which may leave now. */
    synchronized boolean credit(int count) {
        credit = count;
        return !kept.isEmpty();
    }

    synchronized void fail(TransportException why) {
        failure = why;
        dropKept();
    }

    // ---- pieces that are kept

    private void keep(Frame piece) {
        ByteBuffer bytes = piece.bytes();
        byte[] copy = new byte[bytes.position()];
        bytes.get(0, copy);
        heap.take(receiver, copy.length);
        if (kept.isEmpty()) {
            wait = streams.beginWait(this, receiver, null);
        }
        kept.addLast(copy);
    }

    private void dropKept() {
        kept.forEach(piece -> heap.giveBack(piece.length));
        kept.clear();
        endWait();
    }

    private void endWait() {
        if (wait != null) {
            streams.endWait(wait);
            wait = null;
        }
    }

    /**
     * Sends the frames for which there was no room or no memory before. Called by the polling thread, which has the monitor
     * of the list.
     */
    void payFrames() {
        if (owesEnd) {
            owesEnd = false;
            abort();
        } else if (heap != null) {
            sendKept();
        }
    }

    private synchronized void sendKept() {
        if (kept.isEmpty()) {
            return;
        } else if (isUnwanted()) {
            dropKept();
            if (isEnded) {
                abort(); // The reader drops what comes before an end.
            }
            return;
        }
        int before = kept.size();
        while (!kept.isEmpty() && hasRoom()) {
            if (!streams.tryToSend(receiver, kept.peek())) {
                streams.oweFrames();
                break;
            }
            heap.giveBack(kept.remove().length);
            sent++;
        }
        if (kept.size() < before) { // The rest begins to wait anew.
            endWait();
            wait = kept.isEmpty() ? null : streams.beginWait(this, receiver, null);
        }
        if (kept.isEmpty() && isEnded) {
            streams.remove(this);
        }
    }

    // ---- the writing thread

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

    /**
     * Sends a piece, whose header is complete.
     *
     * @throws TransportException if the receiver cannot be reached, or the methods of this rank have sent more than can be
     *     kept
     */
    public synchronized void send(Frame piece) {
        if (heap != null && !(kept.isEmpty() && hasRoom())) {
            keep(piece);
        } else {
            sent++;
            streams.send(receiver, piece);
        }
    }

    /** Sends the piece that ends the message. */
    public void sendLast(Frame piece) {
        synchronized (this) {
            send(piece);
            isEnded = !kept.isEmpty();
        }
        if (!isEnded) {
            streams.remove(this);
        }
    }

    /** Tells the reader that the message ends here and is not whole. */
    public void abort() {
        synchronized (this) {
            dropKept();
        }
        try {
            streams.sendEnd(receiver, callId, isOfReply);
            streams.remove(this);
        } catch (OutOfMemoryError e) {
            owesEnd = true;
            streams.oweFrames();
        } catch (TransportException e) {
            streams.remove(this); // The receiver cannot be reached, and reads no more.
        }
    }

    /** The message, for a report of a wait. */
    String message() {
        return "the rest of a " + (isOfReply ? "reply" : "request");
    }

    @Override
    public String toString() {
        return "room for " + message() + " at rank " + receiver;
    }
}
