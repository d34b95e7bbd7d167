package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes the bytes of an object stream: codes, arrays, and blocks of the primitive values that a program writes. The
 * bytes collect in a buffer, and leave it as chunks of a stream or into the memory of a message. Owned by one thread.
 */
abstract class BlockOutputStream extends ObjectOutputStream {
    private static final int CHUNK_HEADER = 4;
    private static final int FIRST_CAPACITY = 1024;
    /** Flush threshold, in bytes. */
    private static final int FULL = 1 << 15;
    private static final int NO_BLOCK = -1;
    /** Largest buffer that is kept for the next message, in bytes. */
    private static final int LARGEST_KEPT = 1 << 17;

    byte[] bytes;
    int position;
    /** Whether primitive values go into blocks: they do at top level and in hooks. */
    boolean inBlocks;

    private final OutputStream out;
    /** The current message. Null in a stream, and between messages: it may keep the loader of the objects alive. */
    private Serializer.MessageMemory message;
    private final int start;
    /** Position of the length of the open block. */
    private int block = NO_BLOCK;
    /** Whether the stream beneath has received more than the header. */
    private boolean streamed;

    /** Creates a stream of chunks. */
    BlockOutputStream(OutputStream out) throws IOException {
        this.out = Objects.requireNonNull(out, "out");
        message = null;
        bytes = new byte[FIRST_CAPACITY];
        start = CHUNK_HEADER;
        position = start;
    }

    /** Creates a stream that writes messages, one after the other. */
    BlockOutputStream() throws IOException {
        out = null;
        start = 0;
        bytes = new byte[FIRST_CAPACITY];
    }

    final void begin(Serializer.MessageMemory memory) {
        message = memory;
        position = 0; // a program may have written after the end of the last message
        block = NO_BLOCK;
    }

    /** Null in a stream, and between messages. */
    final Serializer.MessageMemory memory() {
        return message;
    }

    /** Returns false between messages, where there is nothing to write to. */
    final boolean isBegun() {
        return message != null;
    }

    void end() {
        message = null;
        block = NO_BLOCK;
        position = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[FIRST_CAPACITY];
        }
    }

    /** Whether an object is being written. */
    abstract boolean isNested();

    final boolean isMessage() {
        return out == null;
    }

    final boolean isStarted() {
        return streamed || position > start;
    }

    // ---- codes and arrays

    final void ensure(long more) throws IOException {
        if (more > bytes.length - position) {
            makeSpace(more);
        }
    }

    private void makeSpace(long more) throws IOException {
        if (block == NO_BLOCK && position + more > FULL) {
            emit();
        }
        if (more > bytes.length - position) {
            grow(more);
        }
    }

    private void grow(long more) throws IOException {
        long wanted = position + more;
        if (wanted > Integer.MAX_VALUE - 8) {
            throw new IOException("a block of " + wanted + " bytes > " + (Integer.MAX_VALUE - 8)
                    + ": write it in several pieces");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, 2L * bytes.length)));
    }

    final void putCode(int code) throws IOException {
        ensure(4);
        Bytes.putInt(bytes, position, code);
        position += 4;
    }

    /**
     * Whether the elements of an array travel beside the message. If so, the program must not change them until they
     * are sent.
     */
    final boolean takesApart(Object array, int length, Primitive kind) {
        return message != null && message.takesApart(array, (long) length * kind.size);
    }

    /** Writes the elements alone. */
    final void putArray(Object array, int length, Primitive kind) throws IOException {
        long size = (long) length * kind.size;
        if (size < Primitive.LEAST_DIRECT || size <= bytes.length - position && message == null) {
            ensure(size);
            kind.copyOut(array, 0, length, bytes, position);
            position += (int) size;
        } else if (message != null && position + size <= Integer.MAX_VALUE - 8) {
            closeBlock();
            int before = position;
            ByteBuffer to = message.reserve(before + (int) size);
            if (before == Long.BYTES) { // most often only the class code and the length
                to.putLong(Bytes.getLong(bytes, 0));
            } else {
                to.put(bytes, 0, before);
            }
            position = 0;
            kind.copyOut(array, length, to);
        } else {
            putInPieces(array, length, kind);
        }
    }

    private void putInPieces(Object array, int length, Primitive kind) throws IOException {
        emit();
        ensure(FULL - start);
        for (int done = 0; done < length;) {
            int count = Math.min(length - done, (bytes.length - position) / kind.size);
            kind.copyOut(array, done, count, bytes, position);
            position += count * kind.size;
            done += count;
            if (done < length) {
                emit();
            }
        }
    }

    final void writeString(String text) throws IOException {
        int length = text.length();
        boolean wide = StringCoder.isWide(text);
        ensure(8L + (wide ? 2L : 1L) * length);
        Bytes.putInts(bytes, position, wide ? WIDE_STRING : STRING, length);
        position += 8;
        if (wide) {
            for (int i = 0; i < length; i++) {
                Bytes.putShort(bytes, position + 2 * i, (short) text.charAt(i));
            }
            position += 2 * length;
        } else {
            putLowBytes(text, length);
        }
    }

    @SuppressWarnings("deprecation") // returns the low bytes of the characters, and allocates nothing
    final void putLowBytes(String text, int length) {
        text.getBytes(0, length, bytes, position);
        position += length;
    }

    /** Flushes the buffer into the message, or as a chunk into the stream beneath. */
    final void emit() throws IOException {
        closeBlock();
        int length = position - start;
        if (length == 0) {
            return;
        }
        position = start;
        if (message != null) {
            Primitive.BYTE.copyOut(bytes, length, message.reserve(length));
            return;
        } else if (out == null) {
            throw new IOException("the message has ended");
        }
        Bytes.putInt(bytes, 0, length);
        streamed = streamed || inBlocks || isNested();
        out.write(bytes, 0, start + length);
        if (bytes.length > 2 * FULL) {
            bytes = new byte[FIRST_CAPACITY];
        }
    }

    @Override
    public void flush() throws IOException {
        if (!isNested()) {
            emit();
        }
        if (out != null) {
            out.flush();
        }
    }

    @Override
    protected void drain() throws IOException {
        if (!isNested()) {
            emit();
        }
    }

    @Override
    public void close() throws IOException {
        flush();
        if (out != null) {
            out.close();
        }
    }

    // ---- primitive values of the program

    /** Reserves space for bytes of the program, and opens a block where one is needed. */
    private void makeRoom(long more) throws IOException {
        if (inBlocks && block == NO_BLOCK) {
            ensure(8 + more);
            Bytes.putInt(bytes, position, BLOCK);
            Bytes.putInt(bytes, position + 4, 0);
            block = position + 4;
            position += 8;
        } else {
            ensure(more);
        }
    }

    final void closeBlock() {
        if (block != NO_BLOCK) {
            Bytes.putInt(bytes, block, position - block - 4);
            block = NO_BLOCK;
        }
    }

    private void endItem() throws IOException {
        if (position > FULL && inBlocks) {
            emit();
        }
    }

    @Override
    public void write(int value) throws IOException {
        writeByte(value);
    }

    @Override
    public void write(byte[] from) throws IOException {
        write(from, 0, from.length);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (from == null) {
            throw new NullPointerException();
        }
        Objects.checkFromIndexSize(offset, length, from.length);
        if (length == 0) {
            return;
        }
        makeRoom(length);
        System.arraycopy(from, offset, bytes, position, length);
        position += length;
        endItem();
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
        writeByte(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) throws IOException {
        makeRoom(1);
        bytes[position++] = (byte) value;
        endItem();
    }

    @Override
    public void writeShort(int value) throws IOException {
        makeRoom(2);
        Bytes.putBigShort(bytes, position, (short) value);
        position += 2;
        endItem();
    }

    @Override
    public void writeChar(int value) throws IOException {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) throws IOException {
        makeRoom(4);
        Bytes.putBigInt(bytes, position, value);
        position += 4;
        endItem();
    }

    @Override
    public void writeLong(long value) throws IOException {
        makeRoom(8);
        Bytes.putBigLong(bytes, position, value);
        position += 8;
        endItem();
    }

    @Override
    public void writeFloat(float value) throws IOException {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) throws IOException {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String text) throws IOException {
        makeRoom(text.length());
        putLowBytes(text, text.length());
        endItem();
    }

    @Override
    public void writeChars(String text) throws IOException {
        makeRoom(2L * text.length());
        for (int i = 0; i < text.length(); i++) {
            Bytes.putBigShort(bytes, position + 2 * i, (short) text.charAt(i));
        }
        position += 2 * text.length();
        endItem();
    }

    /** Writes a string in modified UTF-8 after its length in two bytes, as {@link java.io.DataOutput} specifies. */
    @Override
    public void writeUTF(String text) throws IOException {
        long length = ModifiedUtf.length(text);
        if (length > 0xFFFF) {
            throw new java.io.UTFDataFormatException("encoded string of " + length + " bytes > 65535");
        }
        makeRoom(2 + length);
        Bytes.putBigShort(bytes, position, (short) length);
        position = ModifiedUtf.put(text, bytes, position + 2);
        endItem();
    }
}
