package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.rmi4mpi.dispatch.IncomingPieces;
import org.rmi4mpi.serial.ArraysApart;
import org.rmi4mpi.serial.MessagePieces;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.PieceFrame;

/**
 * The rest of a message that is read while its pieces arrive, and the arrays beside all of them. An array may be beside an
 * earlier piece than the one that refers to it. Owned by the reading thread.
 */
final class ArrivingPieces implements MessagePieces, ArraysApart {
    private final Marshaller marshaller;
    private final IncomingPieces pieces;
    /** The first piece, which its owner releases. */
    private final Frame first;
    /** The arrays that have not been received, in their order: those beside the first frame, then those beside pieces. */
    private final ArrayDeque<ArrivingArrays> arrays = new ArrayDeque<>();
    /** The piece that is being read; null between pieces. */
    private Frame current;
    private boolean isAtEnd;
    /** Why the message is not whole; null if that is not known. */
    private IOException failure;

    /** A reply that takes the place of the one whose pieces were read. */
    static final class ReplacedException extends IOException {
        private static final long serialVersionUID = 1;

        private final transient Frame replacement;

        ReplacedException(Frame replacement) {
            super("the reply was replaced by another one");
            this.replacement = replacement;
        }

        Frame replacement() {
            return replacement;
        }
    }

    /** @param besideFirst the arrays beside the first piece; null for none */
    ArrivingPieces(Marshaller marshaller, IncomingPieces pieces, Frame first, ArrivingArrays besideFirst) {
        this.marshaller = marshaller;
        this.pieces = pieces;
        this.first = first;
        if (besideFirst != null) {
            arrays.add(besideFirst);
        }
    }

    @Override
    public ByteBuffer next() throws IOException {
        releaseCurrent();
        if (failure != null) { // a method of the program may have caught it
            throw failure;
        } else if (isAtEnd) {
            return null;
        }
        Frame piece = take();
        int state = PieceFrame.state(piece.bytes());
        isAtEnd = state != PieceFrame.MORE;
        if (state == PieceFrame.REPLACED) {
            throw fail(new ReplacedException(new WrappedReply(piece)));
        }
        current = piece;
        if (state == PieceFrame.ABORTED) {
            throw fail(new IOException("rank " + piece.sender() + " could not write all of the message"));
        }
        ArrivingArrays beside = marshaller.arraysOf(piece);
        if (beside != null) {
            arrays.add(beside);
        }
        return piece.bytes().position(PieceFrame.HEADER);
    }

    private Frame take() throws IOException {
        try {
            return pieces.takeNext();
        } catch (TransportException e) {
            isAtEnd = true;
            throw fail(new IOException(e));
        }
    }

    private IOException fail(IOException why) {
        failure = why;
        return why;
    }

    /** Releases the piece that has been read, unless arrays beside it have not been received. */
    private void releaseCurrent() {
        Frame read = current;
        current = null;
        if (read != null && (arrays.isEmpty() || arrays.getLast().frame() != read)) {
            read.release();
        }
    }

    /** The reply that takes the place of this one; null for none. */
    ReplacedException replacement() {
        return failure instanceof ReplacedException replaced ? replaced : null;
    }

    // ---- arrays

    private ArrivingArrays nextArrays() throws IOException {
        for (ArrivingArrays next = arrays.peek(); next != null; next = arrays.peek()) {
            if (next.isMore()) {
                return next;
            }
            arrays.poll();
            releaseUnlessRead(next.frame());
        }
        throw new StreamCorruptedException("an array is not among those beside its message");
    }

    private void releaseUnlessRead(Frame piece) {
        if (piece != current && piece != first) {
            piece.release();
        }
    }

    @Override
    public void expect(long bytes) throws IOException {
        nextArrays().expect(bytes);
    }

    @Override
    public void receive(Object array) throws IOException {
        nextArrays().receive(array);
    }

    // ---- the end

    /**
     * Waits for the end of the message.
     *
     * @throws IOException if the message is not whole
     */
    void awaitEnd() throws IOException {
        while (next() != null) {
            // what nobody has read is dropped
        }
    }

    /** Drops everything that has not been read, and what is still to come. */
    void drop() {
        for (ArrivingArrays each = arrays.poll(); each != null; each = arrays.poll()) {
            each.drain();
            releaseUnlessRead(each.frame());
        }
        if (current != null) {
            current.release();
            current = null;
        }
        if (!isAtEnd) {
            pieces.discard();
        }
    }

    /** A reply behind the header of a piece. */
    private static final class WrappedReply extends Frame {
        private final Frame piece;
        private final ByteBuffer bytes;

        WrappedReply(Frame piece) {
            this.piece = piece;
            ByteBuffer all = piece.bytes();
            bytes = all.slice(PieceFrame.HEADER, all.limit() - PieceFrame.HEADER).order(all.order());
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public int sender() {
            return piece.sender();
        }

        @Override
        public void release() {
            piece.release();
        }
    }
}
