package org.rmi4mpi.ref;

import java.nio.ByteBuffer;
import org.rmi4mpi.serial.MessagePieces;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameQueue;

/**
 * A message of this rank to itself. It is written as a whole before it is read, on the same thread. Its pieces stay where
 * they were written, and each is released when it has been read. Owned by the frame that is written.
 */
final class OwnMessage implements MessagePieces {
    /** The pieces before the last, which have not been read. */
    private final FrameQueue full = new FrameQueue();
    /** The last piece, which its builder owns; null after it has been read. */
    private ByteBuffer last;
    /** The piece that is being read; null if that is the last one. */
    private Frame current;

    /** Adds a piece that has been written. */
    void add(Frame piece) {
        piece.takeFromBuilder();
        piece.bytes().flip();
        full.addLast(piece);
    }

    /** All of it has been written. Returns the first piece, to be read. */
    ByteBuffer begin(ByteBuffer lastPiece) {
        last = lastPiece;
        return next();
    }

    @Override
    public ByteBuffer next() {
        releaseCurrent();
        current = full.poll();
        if (current != null) {
            return current.bytes();
        }
        ByteBuffer read = last;
        last = null;
        return read;
    }

    private void releaseCurrent() {
        if (current != null) {
            current.release();
            current = null;
        }
    }

    /** Releases all pieces but the last. */
    void drop() {
        releaseCurrent();
        for (Frame piece = full.poll(); piece != null; piece = full.poll()) {
            piece.release();
        }
        last = null;
    }
}
