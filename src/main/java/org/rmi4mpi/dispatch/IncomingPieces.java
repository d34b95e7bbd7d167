package org.rmi4mpi.dispatch;

import java.util.List;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.PieceFrame;

/**
 * The pieces of a message that have arrived and have not been read. The thread that reads the message waits for them, and
 * gives their writer credit for as many as it has read. The monitor guards the state, which the polling thread and the
 * reading thread change.
 */
public final class IncomingPieces extends MailWait {
    private final PieceStreams streams;
    private final int sender;
    private final long callId;
    private final boolean isOfReply;
    private final FrameQueue arrived = new FrameQueue();
    private int taken;
    private int credited;
    /** Whether {@link #arrived} has pieces, or no more will come. */
    private volatile boolean isReady;
    /** Why no more pieces come; null while they do. */
    private TransportException failure;
    private boolean isUnwanted;
    /** Whether a credit could not be sent for lack of memory. */
    private boolean owesCredit;
    /** The next in the list of the rank. Guarded by the monitor of the list. */
    IncomingPieces next;

    IncomingPieces(PieceStreams streams, int sender, long callId, boolean isOfReply) {
        this.streams = streams;
        this.sender = sender;
        this.callId = callId;
        this.isOfReply = isOfReply;
    }

    boolean is(int ofSender, long id, boolean ofReply) {
        return callId == id && sender == ofSender && isOfReply == ofReply;
    }

    int sender() {
        return sender;
    }

    boolean isFrom(int ofSender, long id) {
        return callId == id && sender == ofSender;
    }

    @Override
    protected boolean isOver() {
        return isReady;
    }

    private static boolean endsMessage(Frame piece) {
        return FrameHeader.kind(piece.bytes()) != FrameKind.PIECE
                || PieceFrame.state(piece.bytes()) != PieceFrame.MORE;
    }

    // ---- the polling thread

    /** Adds a piece, or drops it if nobody wants it. Returns whether no more pieces follow one that is dropped. */
    synchronized boolean add(Frame piece) {
        if (!isUnwanted) {
            arrived.addLast(piece);
            isReady = true;
            return false;
        }
        boolean ends = endsMessage(piece);
        streams.drop(piece);
        return ends;
    }

    /** No more pieces will come. */
    synchronized void fail(TransportException why) {
        failure = why;
        isReady = true;
    }

    // ---- the reading thread

    /**
     * Waits for the next piece, which the caller releases. Not to be called after the last one.
     *
     * @throws TransportException if no more pieces will come
     */
    public Frame takeNext() {
        if (!isReady) {
            streams.await(this);
        }
        Frame piece;
        boolean ends;
        synchronized (this) {
            piece = arrived.poll();
            if (piece == null) {
                throw failure;
            }
            isReady = !arrived.isEmpty() || failure != null;
            taken++;
            ends = endsMessage(piece);
        }
        if (ends) {
            streams.remove(this);
        } else if (taken - credited >= PieceStreams.WINDOW / 2) {
            credited = taken;
            sendCredit(taken);
        }
        return piece;
    }

    /** Drops the pieces that have not been read, and those that are still to come. Allocates nothing that it needs. */
    public void discard() {
        boolean ended = false;
        synchronized (this) {
            if (isUnwanted) {
                return;
            }
            isUnwanted = true;
            for (Frame piece = arrived.poll(); piece != null; piece = arrived.poll()) {
                ended |= endsMessage(piece);
                streams.drop(piece);
            }
        }
        if (ended) {
            streams.remove(this);
        } else {
            sendCredit(PieceFrame.UNWANTED);
        }
    }

    private void sendCredit(int count) {
        try {
            streams.sendCredit(sender, callId, isOfReply, count);
        } catch (OutOfMemoryError e) {
            owesCredit = true;
            streams.oweFrames();
        }
    }

    /** Sends a credit that could not be sent before. */
    void payCredit() {
        if (owesCredit) {
            owesCredit = false;
            sendCredit(isUnwanted ? PieceFrame.UNWANTED : taken);
        }
    }

    /** Names the rest of the message, for a report of waits. */
    @Override
    public Awaited awaited() {
        return new Awaited(Awaited.Event.PIECE, "the rest of a " + (isOfReply ? "reply" : "request"), "",
                List.of(Job.worldRank(sender)), "call " + callId);
    }

    @Override
    public String toString() {
        return "the rest of a " + (isOfReply ? "reply of" : "request of") + " rank " + sender;
    }
}
