package org.rmi4mpi.dispatch;

import java.nio.ByteBuffer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.PieceFrame;

/**
 * The messages of a rank that travel in pieces, while they are written and read ({@link PieceFrame}). A message is known
 * by its other rank and by the id of its call. The messages are few, and linked to each other, so that finding one needs
 * no memory. Used by any thread: the monitor guards the lists.
 */
public final class PieceStreams {
    /** Number of pieces of a message that may be on the way or unread. */
    static final int WINDOW = 8;

    private final Transport transport;
    private final Backlog.Sender sender;
    private final Waiter reader;
    private final Waiter writer;
    private final BacklogHeap heap;
    private final RoomWaits roomWaits;
    private IncomingPieces incoming;
    private OutgoingPieces outgoing;
    private TransportException failure;
    /** Whether frames have to be sent: for lack of memory they were not, or their room has come. */
    private volatile boolean owesFrames;

    /** Lets a thread wait. */
    @FunctionalInterface
    interface Waiter {
        void await(MailWait wait);
    }

    /**
     * @param reader lets a thread wait for a piece of the message that it reads
     * @param writer lets a thread wait for room for a piece of the message that it writes
     */
    PieceStreams(Transport transport, Backlog.Sender sender, Waiter reader, Waiter writer, BacklogHeap heap,
            RoomWaits roomWaits) {
        this.transport = transport;
        this.sender = sender;
        this.reader = reader;
        this.writer = writer;
        this.heap = heap;
        this.roomWaits = roomWaits;
    }

    // ---- writing

    /** Begins a message whose first piece is sent next. */
    OutgoingPieces begin(int receiver, long callId, boolean isOfReply) {
        return add(new OutgoingPieces(this, receiver, callId, isOfReply, null));
    }

    /** Begins the request of a call that a method makes and does not wait for. It keeps the pieces that find no room. */
    OutgoingPieces beginKeeping(int receiver, long callId) {
        return add(new OutgoingPieces(this, receiver, callId, false, heap));
    }

    private OutgoingPieces add(OutgoingPieces begun) {
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
            begun.next = outgoing;
            outgoing = begun;
        }
        return begun;
    }

    void send(int receiver, Frame piece) {
        sender.send(receiver, piece);
    }

    /** Returns false if there is no memory for the frame now. */
    boolean tryToSend(int receiver, byte[] kept) {
        return Backlog.tryToSend(transport, sender, receiver, kept);
    }

    /** Sends the end of a message that is not whole. */
    void sendEnd(int receiver, long callId, boolean isOfReply) {
        Frame end = transport.acquire(PieceFrame.HEADER);
        PieceFrame.put(end.bytes(), PieceFrame.ABORTED, isOfReply, callId);
        sender.send(receiver, end);
    }

    void awaitRoom(OutgoingPieces stream, int receiver) {
        RoomWaits.Wait wait = beginWait(stream, receiver, Thread.currentThread());
        try {
            writer.await(stream);
        } finally {
            roomWaits.end(wait);
        }
    }

    /** @param thread the waiting thread; null if the pieces are kept */
    RoomWaits.Wait beginWait(OutgoingPieces stream, int receiver, Thread thread) {
        return roomWaits.begin(receiver, thread, stream.message());
    }

    void endWait(RoomWaits.Wait wait) {
        roomWaits.end(wait);
    }

    synchronized void remove(OutgoingPieces ended) {
        if (outgoing == ended) {
            outgoing = ended.next;
            return;
        }
        for (OutgoingPieces each = outgoing; each != null; each = each.next) {
            if (each.next == ended) {
                each.next = ended.next;
                return;
            }
        }
    }

    private synchronized OutgoingPieces findOutgoing(int receiver, long callId, boolean isOfReply) {
        OutgoingPieces each = outgoing;
        while (each != null && !each.is(receiver, callId, isOfReply)) {
            each = each.next;
        }
        return each;
    }

    // ---- reading

    /** Finds the pieces of a message whose first one has arrived. */
    public IncomingPieces open(Frame first) {
        return incoming(first.sender(), FrameHeader.callId(first.bytes()), isOfReply(first));
    }

    private static boolean isOfReply(Frame first) {
        return FrameKind.isReply(FrameHeader.kind(first.bytes()));
    }

    /** Drops the pieces behind a frame that nobody has read. Does nothing if there are none. */
    public void discardBehind(Frame first) {
        if (FrameHeader.piecesFollow(first.bytes())) {
            open(first).discard();
        }
    }

    private synchronized IncomingPieces incoming(int from, long callId, boolean isOfReply) {
        IncomingPieces each = incoming;
        while (each != null && !each.is(from, callId, isOfReply)) {
            each = each.next;
        }
        if (each == null) {
            each = new IncomingPieces(this, from, callId, isOfReply);
            if (failure != null) {
                each.fail(failure);
            }
            each.next = incoming;
            incoming = each;
        }
        return each;
    }

    synchronized void remove(IncomingPieces ended) {
        if (incoming == ended) {
            incoming = ended.next;
            return;
        }
        for (IncomingPieces each = incoming; each != null; each = each.next) {
            if (each.next == ended) {
                each.next = ended.next;
                return;
            }
        }
    }

    void await(IncomingPieces stream) {
        reader.await(stream);
    }

    /** Drops a piece with its arrays. */
    void drop(Frame piece) {
        try {
            transport.discardArrays(piece, 0);
        } finally {
            piece.release();
        }
    }

    void sendCredit(int writer, long callId, boolean isOfReply, int count) {
        Frame credit = transport.acquire(PieceFrame.HEADER);
        PieceFrame.putCredit(credit.bytes(), count, isOfReply, callId);
        try {
            sender.send(writer, credit);
        } catch (TransportException e) {
            credit.release(); // The writer cannot be reached, and writes no more.
        }
    }

    // ---- frames that arrive, for the polling thread

    /** Pieces follow a frame that has just arrived. So finding them needs no memory afterwards. */
    void expectBehind(Frame first) {
        open(first);
    }

    void accept(Frame piece, RankBell bell) {
        ByteBuffer bytes = piece.bytes();
        if (FrameHeader.kind(bytes) == FrameKind.REFUSED) {
            fail(piece, bell);
            return;
        }
        IncomingPieces stream = incoming(piece.sender(), FrameHeader.callId(bytes), PieceFrame.isOfReply(bytes));
        if (stream.add(piece)) {
            remove(stream);
        } else {
            stream.wake(bell);
        }
    }

    /** MPI could not receive a piece. */
    private synchronized void fail(Frame refusal, RankBell bell) {
        TransportException why = new TransportException("rank " + transport.rank()
                + " could not receive a part of a message of rank " + refusal.sender());
        for (IncomingPieces each = incoming; each != null; each = each.next) {
            if (each.isFrom(refusal.sender(), FrameHeader.callId(refusal.bytes()))) {
                each.fail(why);
                each.wake(bell);
            }
        }
        refusal.release();
    }

    void acceptCredit(Frame credit, RankBell bell) {
        ByteBuffer bytes = credit.bytes();
        OutgoingPieces stream = findOutgoing(credit.sender(), FrameHeader.callId(bytes),
                PieceFrame.isCreditOfReply(bytes));
        if (stream != null) {
            if (stream.credit(PieceFrame.credit(bytes))) {
                owesFrames = true; // They leave after this poll.
            }
            stream.wake(bell);
        }
        credit.release();
    }

    /** A frame could not be sent for lack of memory. */
    void oweFrames() {
        owesFrames = true;
    }

    boolean owesFrames() {
        return owesFrames;
    }

    /** Sends the frames that could not be sent before. */
    synchronized void payFrames() {
        owesFrames = false;
        for (IncomingPieces each = incoming; each != null; each = each.next) {
            each.payCredit();
        }
        for (OutgoingPieces each = outgoing, following; each != null; each = following) {
            following = each.next;
            each.payFrames();
        }
    }

    /** A rank is lost: the waits for its pieces end, and those for room there. */
    synchronized void lose(int rank, RankBell bell) {
        TransportException why = new LostRankException(transport.rank(), rank);
        for (IncomingPieces each = incoming; each != null; each = each.next) {
            if (each.sender() == rank) {
                each.fail(why);
                each.wake(bell);
            }
        }
        for (OutgoingPieces each = outgoing; each != null; each = each.next) {
            if (each.receiver() == rank) {
                each.fail(why);
                each.wake(bell);
            }
        }
    }

    /** The rank ends: all waits do. */
    synchronized void close(TransportException why, RankBell bell) {
        failure = why;
        for (IncomingPieces each = incoming; each != null; each = each.next) {
            each.fail(why);
            each.wake(bell);
        }
        for (OutgoingPieces each = outgoing; each != null; each = each.next) {
            each.fail(why);
            each.wake(bell);
        }
    }
}
