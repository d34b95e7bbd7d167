package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of an object stream that is being read: codes, strings, lengths and arrays. They collect in a buffer, which
 * takes no more than the reader needs from the chunks of a stream ({@link ChunkBytes}) or from a message ({@link
 * MessageBytes}). Owned by one thread.
 */
abstract class InputBytes {
    static final int FIRST_CAPACITY = 1024;
    /** Largest array, in bytes. A greater length is invalid. */
    static final int LARGEST = Integer.MAX_VALUE - 8;
    /** The number of unread bytes is not known. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private static final Charset NATIVE_UTF_16 = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;

    final boolean isMessage;
    byte[] bytes = new byte[FIRST_CAPACITY];
    int position;
    int limit;
    /** Bytes taken from the source so far, including those in the buffer. */
    long taken;
    /** Bytes of arrays beside the message so far. */
    long beside;

    InputBytes(boolean isMessage) {
        this.isMessage = isMessage;
    }

    /** Takes more bytes until {@code count} are available at the position. */
    abstract void fill(long count) throws IOException;

    /** Unread bytes of the message; {@link #UNKNOWN} in a stream, and in a message that is still arriving. */
    abstract long rest();

    abstract boolean isAtEnd() throws IOException;

    /** Whether bytes are available without blocking. */
    abstract boolean isMore() throws IOException;

    /** Reads the elements of an array. */
    abstract Object getArray(int length, Primitive kind) throws IOException;

    /** Whether the elements of the next array travel beside the message. */
    abstract boolean isApart() throws IOException;

    abstract Object getApart(int length, Primitive kind) throws IOException;

    static StreamCorruptedException corrupted(String what) {
        return new StreamCorruptedException(what);
    }

    /** Bytes read so far, and those of arrays beside the message. */
    final long consumed() {
        return taken - limit + position + beside;
    }

    /** Makes {@code count} bytes available at the position. */
    final void require(long count) throws IOException {
        if (count > limit - position) {
            fill(count);
        }
    }

    /** Compacts the unread bytes to the front, and makes room for more behind them. */
    final void makeRoom(int more) {
        if (position > 0) {
            limit -= position;
            System.arraycopy(bytes, position, bytes, 0, limit);
            position = 0;
        }
        if (more > bytes.length - limit) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST, Math.max(2L * bytes.length, (long) limit + more)));
        }
    }

    /** Puts bytes that were read one by one back in one piece before the position, and returns where they begin. */
    final int putBack(byte[] value) {
        int count = value.length;
        if (position < count) { // make room before the unread bytes
            byte[] moved = new byte[bytes.length + count];
            System.arraycopy(bytes, position, moved, count, limit - position);
            bytes = moved;
            limit += count - position;
            position = count;
        }
        System.arraycopy(value, 0, bytes, position - count, count);
        return position - count;
    }

    final byte readByte() throws IOException {
        require(1);
        return bytes[position++];
    }

    final int readCode() throws IOException {
        require(4);
        position += 4;
        return Bytes.getInt(bytes, position - 4);
    }

    final int peekCode() throws IOException {
        require(4);
        return Bytes.getInt(bytes, position);
    }

    final int peekInt(int after) throws IOException {
        require(after + 4L);
        return Bytes.getInt(bytes, position + after);
    }

    /**
     * Reads a length.
     *
     * @param bytesEach minimum size of each of the items, in bytes
     */
    final int readLength(int bytesEach) throws IOException {
        int there = limit - position - 4;
        int length = there < 0 ? -1 : Bytes.getInt(bytes, position);
        if (length < 0 || (long) length * bytesEach > there) { // some bytes have not been taken yet, or do not exist
            length = peekLength(bytesEach);
        }
        position += 4;
        return length;
    }

    final int peekLength(int bytesEach) throws IOException {
        int length = peekCode();
        if (length < 0 || (long) length * bytesEach > Math.min(LARGEST, rest())) {
            throw corrupted("invalid length " + length);
        }
        return length;
    }

    /** Reads a string of one byte per char. */
    @SuppressWarnings("deprecation") // the bytes are the chars, and no charset is needed
    final String readString() throws IOException {
        int there = limit - position - 4;
        int length = there < 0 ? -1 : Bytes.getInt(bytes, position);
        if (length < 0 || length > there) { // some bytes have not been taken yet, or do not exist
            length = peekLength(1);
            require(4L + length);
        }
        position += 4 + length;
        return length == 0 ? "" : new String(bytes, 0, position - length, length);
    }

    /** Reads a string of two bytes per char. */
    final String readWideString() throws IOException {
        int length = readLength(2);
        require(2L * length);
        String text = new String(bytes, position, 2 * length, NATIVE_UTF_16);
        if (text.length() != length || text.indexOf('\uFFFD') >= 0) { // not valid UTF-16, but a string may hold that
            text = ofChars(length);
        }
        position += 2 * length;
        return text;
    }

    private String ofChars(int length) {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) Bytes.getShort(bytes, position + 2 * i);
        }
        return new String(chars);
    }

    /** Reads an array whose elements are in the buffer, or are brought there first. */
    final Object getCollected(int length, int size, Primitive kind) throws IOException {
        require(size);
        position += size;
        return kind.newArray(length, bytes, position - size);
    }
}
