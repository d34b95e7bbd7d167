package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.FIELDS;
import static org.rmi4mpi.wire.ObjectCodes.RESET;

import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/**
 * Reads the primitive values and bytes of a program out of blocks. Owned by one thread. Source: Java Object
 * Serialization Specification, 6.2 and 6.4.2.
 */
final class BlockReader {
    /** The kind of data at the position of the stream. */
    enum Data {
        /** Codes and their operands. Primitive values stand between them without a block. */
        OBJECTS,
        /** Blocks of primitive values, and objects: the data at top level, and the data of hook methods. */
        BLOCKS,
        /** Fields only: readObject reads an object whose writer has no writeObject. */
        FIELDS_ALONE
    }

    /** Saved and restored around nested data of another kind. */
    Data data = Data.OBJECTS;

    private final InputBytes in;
    private final ObjectReader objects;
    /** Bytes left in the current block. */
    private int rest;

    BlockReader(InputBytes in, ObjectReader objects) {
        this.in = in;
        this.objects = objects;
    }

    /** Begins data of a kind other than OBJECTS. */
    void begin(Data kind) {
        if (data != kind) { // at the end of a message it is set already, most often
            data = kind;
        }
        rest = 0;
    }

    int rest() {
        return rest;
    }

    void enterBlock() throws IOException {
        in.position += 4;
        int length = in.readCode();
        if (length < 0) {
            throw InputBytes.corrupted("invalid length " + length + " of a block");
        }
        rest = length;
    }

    /** Skips the rest of the current block, which is not empty. */
    void skipRest() throws IOException {
        in.require(1);
        int step = Math.min(rest, in.limit - in.position);
        in.position += step;
        rest -= step;
    }

    /**
     * Returns the number of bytes in the current block, and enters the next block if this one is exhausted; -1 if none
     * follows.
     */
    private int block() throws IOException {
        if (data == Data.OBJECTS) {
            return Integer.MAX_VALUE;
        }
        while (rest == 0) {
            boolean isTop = objects.isTopLevel();
            if (data == Data.FIELDS_ALONE || isTop && in.isAtEnd()) {
                return -1;
            }
            while (isTop && in.peekCode() == RESET) {
                in.position += 4;
                objects.clear();
                if (in.isAtEnd()) {
                    return -1;
                }
            }
            int code = in.peekCode();
            if (code == BLOCK) {
                enterBlock();
            } else if (code == FIELDS && objects.hooks.isWithoutFields()) {
                in.position += 4;
            } else {
                return -1;
            }
        }
        return rest;
    }

    /** Consumes {@code count} contiguous bytes and returns their position. */
    private int take(int count) throws IOException {
        if (data != Data.OBJECTS && rest < count && block() < count) {
            return takeAcrossBlocks(count);
        }
        in.require(count);
        if (data != Data.OBJECTS) {
            rest -= count;
        }
        in.position += count;
        return in.position - count;
    }

    /** Collects a value whose bytes lie in several blocks: the program flushed between them. */
    private int takeAcrossBlocks(int count) throws IOException {
        byte[] value = new byte[count];
        for (int i = 0; i < count; i++) {
            if (block() < 0) {
                throw new EOFException();
            }
            value[i] = in.readByte();
            rest--;
        }
        return in.putBack(value);
    }

    boolean isAtEnd() throws IOException {
        return block() < 0;
    }

    int read(byte[] to, int offset, int length) throws IOException {
        if (to == null) {
            throw new NullPointerException();
        }
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length == 0) {
            return 0;
        }
        int block = block();
        if (block < 0) {
            return -1;
        }
        in.require(1);
        int count = Math.min(length, Math.min(block, in.limit - in.position));
        int at = take(count);
        System.arraycopy(in.bytes, at, to, offset, count);
        return count;
    }

    int available() throws IOException {
        if (data == Data.OBJECTS) {
            return 0;
        }
        if (rest == 0 && in.isMore()) {
            block();
        }
        return rest;
    }

    byte readByte() throws IOException {
        int at = take(1); // may replace in.bytes
        return in.bytes[at];
    }

    short readShort() throws IOException {
        int at = take(2);
        return Bytes.getBigShort(in.bytes, at);
    }

    int readInt() throws IOException {
        int at = take(4);
        return Bytes.getBigInt(in.bytes, at);
    }

    long readLong() throws IOException {
        int at = take(8);
        return Bytes.getBigLong(in.bytes, at);
    }

    int skip(int count) throws IOException {
        int skipped = 0;
        while (skipped < count) {
            int block = block();
            if (block < 0) {
                break;
            }
            in.require(1);
            int step = Math.min(count - skipped, Math.min(block, in.limit - in.position));
            take(step);
            skipped += step;
        }
        return skipped;
    }

    String readLine() throws IOException {
        if (isAtEnd()) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (!isAtEnd()) {
            int c = readByte() & 0xFF;
            if (c == '\r' && block() > 0 && isLineFeedNext()) {
                readByte();
            }
            if (c == '\r' || c == '\n') {
                break;
            }
            line.append((char) c);
        }
        return line.toString();
    }

    private boolean isLineFeedNext() throws IOException {
        in.require(1);
        return in.bytes[in.position] == '\n';
    }

    String readUtf() throws IOException {
        int length = readShort() & 0xFFFF;
        int at = take(length);
        return ModifiedUtf.get(in.bytes, at, length);
    }
}
