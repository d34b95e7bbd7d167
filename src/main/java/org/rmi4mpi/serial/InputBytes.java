package org.rmi4mpi.serial;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The bytes of an object stream as they are read: codes, texts, lengths and arrays. They collect in an array, no byte
 * more than is needed, from the chunks of a stream ({@link ChunkBytes}) or from a message ({@link MessageBytes}). Owned
 * by one thread.
 */
abstract class InputBytes {
    static final int FIRST_CAPACITY = 1024;
    /** Of an array, in bytes: a length that is larger is a lie. */
    static final int LARGEST = Integer.MAX_VALUE - 8;

    private static final Charset NATIVE_UTF_16 = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
            ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;

    final boolean isMessage;
    byte[] bytes = new byte[FIRST_CAPACITY];
    int position;
    int limit;
    /** Bytes that have come from beneath, of which some may still be to be read. */
    long taken;

    InputBytes(boolean isMessage) {
        this.isMessage = isMessage;
    }

    /** Takes more bytes, until so many are at the position. */
    abstract void fill(long count) throws IOException;

    /** Bytes of the message that are still to be read; of a stream it cannot be told. */
    abstract long rest();

    abstract boolean isAtEnd() throws IOException;

    /** Whether bytes are there without waiting for them. */
    abstract boolean isMore() throws IOException;

    /** The elements alone. */
    abstract Object getArray(int length, PrimitiveArrays kind) throws IOException;

    /** Whether the elements of the array that comes next travel beside the message. */
    abstract boolean isApart() throws IOException;

    abstract Object getApart(int length, PrimitiveArrays kind) throws IOException;

    static StreamCorruptedException corrupted(String what) {
        return new StreamCorruptedException(what);
    }

    /** Bytes read so far. */
    final long consumed() {
        return taken - limit + position;
    }

    /** Sees that so many bytes are at the position, taking them as they are needed. */
    final void require(long count) throws IOException {
        if (count > limit - position) {
            fill(count);
        }
    }

    /** After what has been taken and not read, which moves to the front. */
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

    /** Puts bytes that were read one by one where they are read in one piece, and returns where that is. */
    final int putBack(byte[] value) {
        int count = value.length;
        if (position < count) { // room for them before what follows
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

    /** Of something that takes at least so many bytes for each. */
    final int readLength(int bytesEach) throws IOException {
        int there = limit - position - 4;
        int length = there < 0 ? -1 : Bytes.getInt(bytes, position);
        if (length < 0 || (long) length * bytesEach > there) { // not all of it has been taken, or never comes
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

    /** A string of chars of one byte each. */
    @SuppressWarnings("deprecation") // the chars are what the bytes are, which no charset need be asked about
    final String readString() throws IOException {
        int there = limit - position - 4;
        int length = there < 0 ? -1 : Bytes.getInt(bytes, position);
        if (length < 0 || length > there) { // not all of it has been taken, or never comes
            length = peekLength(1);
            require(4L + length);
        }
        position += 4 + length;
        return length == 0 ? "" : new String(bytes, 0, position - length, length);
    }

    /** A string of chars of two bytes each. */
    final String readWideString() throws IOException {
        int length = readLength(2);
        require(2L * length);
        String text = new String(bytes, position, 2 * length, NATIVE_UTF_16);
        if (text.length() != length || text.indexOf('\uFFFD') >= 0) { // not UTF-16, but a string may be that
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

    /** An array whose elements are at the position, or come there first. */
    final Object getCollected(int length, int size, PrimitiveArrays kind) throws IOException {
        require(size);
        position += size;
        return kind.newArray(length, bytes, position - size);
    }
}
