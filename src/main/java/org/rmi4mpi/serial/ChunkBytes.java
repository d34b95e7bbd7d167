package org.rmi4mpi.serial;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Reads the chunks of a stream that is used alone. Each chunk follows its length. Never consumes bytes beyond the
 * current chunk. Does not trust a length: the buffer grows as bytes arrive. Owned by one thread.
 */
final class ChunkBytes extends InputBytes {
    /** Maximum number of bytes per read. */
    private static final int LARGEST_STEP = 1 << 16;

    private final InputStream in;
    /** Bytes of the current chunk that have not been read from the stream beneath. */
    private int chunkRest;

    ChunkBytes(InputStream in) {
        super(false);
        this.in = Objects.requireNonNull(in, "in");
    }

    @Override
    void fill(long count) throws IOException {
        while (count > limit - position) {
            if (chunkRest == 0 && !nextChunk()) {
                throw new EOFException();
            }
            int step = Math.min(chunkRest, LARGEST_STEP);
            makeRoom(step);
            int read = in.read(bytes, limit, step);
            if (read <= 0) {
                throw new EOFException();
            }
            chunkRest -= read;
            limit += read;
            taken += read;
        }
    }

    /** Returns false at the end of the stream beneath. */
    private boolean nextChunk() throws IOException {
        byte[] header = new byte[4];
        int read = in.readNBytes(header, 0, 4);
        if (read == 0) {
            return false;
        } else if (read < 4) {
            throw new EOFException();
        }
        int length = Bytes.getInt(header, 0);
        if (length <= 0) {
            throw corrupted(String.format("invalid stream header: %02X%02X%02X%02X", header[0], header[1], header[2],
                    header[3]));
        }
        chunkRest = length;
        taken += 4;
        return true;
    }

    @Override
    long rest() {
        return UNKNOWN;
    }

    @Override
    boolean isAtEnd() throws IOException {
        return position == limit && chunkRest == 0 && !nextChunk();
    }

    @Override
    boolean isMore() throws IOException {
        return limit > position || chunkRest > 0 || in.available() > 0;
    }

    @Override
    Object getArray(int length, Primitive kind) throws IOException {
        int size = length * kind.size;
        return size <= LARGEST_STEP || size <= limit - position
                ? getCollected(length, size, kind) : getInPieces(length, kind);
    }

    private Object getInPieces(int length, Primitive kind) throws IOException {
        Object array = kind.newArray(LARGEST_STEP / kind.size);
        int room = LARGEST_STEP / kind.size;
        for (int done = 0; done < length;) {
            require(kind.size);
            if (done == room) {
                int larger = (int) Math.min(length, 8L * room);
                Object grown = kind.newArray(larger);
                System.arraycopy(array, 0, grown, 0, done);
                array = grown;
                room = larger;
            }
            int count = Math.min(room - done, (limit - position) / kind.size);
            kind.copyIn(array, done, count, bytes, position);
            position += count * kind.size;
            done += count;
        }
        return array;
    }

    @Override
    boolean isApart() {
        return false;
    }

    @Override
    Object getApart(int length, Primitive kind) throws IOException {
        throw corrupted("an array beside a stream");
    }

    void close() throws IOException {
        in.close();
    }
}
