package org.rmi4mpi.message.piece;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The bytes of a message of objects, which is read while it arrives. Owned by the thread that reads. */
public final class ArrivedBytes extends InputStream {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Null if nothing follows. */
    private PieceReceiver pieces;
    private ByteBuffer current;
    private long taken;

    /** @param pieces null if nothing follows the first message */
    public ArrivedBytes(ByteBuffer first, PieceReceiver pieces) {
        this.pieces = pieces;
        current = FirstMessage.bytes(first);
        taken = current.remaining();
    }

    @Override
    public int read() {
        return fill() ? current.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int most) {
        Objects.checkFromIndexSize(offset, most, bytes.length);
        if (most == 0) {
            return 0;
        } else if (!fill()) {
            return -1;
        }
        int part = Math.min(most, current.remaining());
        current.get(bytes, offset, part);
        return part;
    }

    @Override
    public int available() {
        return current.remaining();
    }

    @Override
    public byte[] readAllBytes() {
        try {
            return super.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there are bytes to read. Waits for the next piece, if the last one has been read. */
    private boolean fill() {
        while (!current.hasRemaining()) {
            ByteBuffer next = pieces == null ? null : pieces.next();
            if (next == null) {
                return false;
            }
            current = next;
            taken += next.remaining();
        }
        return true;
    }

    /** Reads to the end of the message. Returns its number of bytes. */
    public long end() {
        while (fill()) {
            current.position(current.limit());
        }
        return taken;
    }

    /**
     * Ends the reading. What has not been read is dropped. The memory of the message is used anew, so a program that has
     * kept the stream gets nothing more.
     */
    public void endReading() {
        PieceReceiver ended = pieces;
        current = NOTHING;
        pieces = null;
        if (ended != null) {
            ended.close();
        }
    }
}
