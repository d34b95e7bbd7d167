package org.rmi4mpi.serial;

import static org.rmi4mpi.wire.ObjectCodes.BLOCK;
import static org.rmi4mpi.wire.ObjectCodes.STRING;
import static org.rmi4mpi.wire.ObjectCodes.WIDE_STRING;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * The bytes of an object stream that is being written: codes, strings, arrays, and blocks of the primitive values that a
 * program writes. They collect in a buffer, and leave it as chunks of a stream or into the memory of a message. Owned by
 * one thread.
 */
abstract class OutputBytes {
    private static final int CHUNK_HEADER = 4;
    private static final int FIRST_CAPACITY = 1024;
    /** Flush threshold, in bytes. */
    private static final int FULL = 1 << 15;
    private static final int NO_BLOCK = -1;
    /** Largest buffer that is kept for the next message, in bytes. */
    private static final int LARGEST_KEPT = 1 << 17;

    /** Whether the bytes go into messages, rather than into a stream. */
    final boolean isMessage;
    byte[] bytes;
    int position;
    /** Whether primitive values go into blocks: they do at top level and in hooks. */
    boolean inBlocks;

    /** Null for messages. */
    private final OutputStream out;
    /** The current message. Null in a stream, and between messages: it may keep the loader of the objects alive. */
    private MessageMemory message;
    /** {@link MessageMemory#largestPart} of the message. */
    private int largestPart;
    private final int start;
    /** Position of the length of the open block. */
    private int block = NO_BLOCK;
    /** Whether the stream beneath has received more than the header. */
    private boolean streamed;

    /** Creates the bytes of a stream of chunks. */
    OutputBytes(OutputStream out) {
        this.out = Objects.requireNonNull(out, "out");
        isMessage = false;
        bytes = new byte[FIRST_CAPACITY];
        start = CHUNK_HEADER;
        position = start;
    }

    /** Creates the bytes of messages, one after the other. */
    OutputBytes() {
        out = null;
        isMessage = true;
        bytes = new byte[FIRST_CAPACITY];
        start = 0;
        inBlocks = true;
    }

    /** Sends what has been written as the header of the stream. Blocks follow. */
    final void endHeader() throws IOException {
        emit();
        streamed = false;
        inBlocks = true;
    }

    final void begin(MessageMemory memory) {
        message = memory;
        largestPart = memory.largestPart();
        position = 0; // a program may have written after the end of the last message
        block = NO_BLOCK;
    }

    /** Null in a stream, and between messages. */
    final MessageMemory memory() {
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

    /** Whether the stream has more than its header. */
    final boolean isStarted() {
        return streamed || position > start;
    }

    final void flush() throws IOException {
        if (out != null) {
            out.flush();
        }
    }

    final void close() throws IOException {
        if (out != null) {
            out.close();
        }
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
    final boolean takeApart(Object array, int length, Primitive kind) {
        return message != null && message.takeApart(array, (long) length * kind.size);
    }

    /** Writes the elements alone. */
    final void putArray(Object array, int length, Primitive kind) throws IOException {
        long size = (long) length * kind.size;
        if (size < Primitive.LEAST_DIRECT || size <= bytes.length - position && message == null) {
            ensure(size);
            kind.copyOut(array, 0, length, bytes, position);
            position += (int) size;
        } else if (message != null && position + size <= largestPart) {
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
        } else if (message != null) {
            putInParts(array, length, kind);
        } else {
            putInPieces(array, length, kind);
        }
    }

    /** Writes the elements into several parts of the message. */
    private void putInParts(Object array, int length, Primitive kind) throws IOException {
        emit();
        int most = largestPart / kind.size;
        for (int done = 0; done < length;) {
            int count = Math.min(length - done, most);
            kind.copyOut(array, done, count, message.reserve(count * kind.size));
            done += count;
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

    final void putString(String text) throws IOException {
        int length = text.length();
        boolean wide = StringCoder.isWide(text);
        if (message != null && 8L + (wide ? 2L : 1L) * length > largestPart) {
            putLongString(text, wide);
            return;
        }
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

    /** Writes a string into several parts of the message. */
    @SuppressWarnings("deprecation") // as for putLowBytes
    private void putLongString(String text, boolean wide) throws IOException {
        ensure(8);
        Bytes.putInts(bytes, position, wide ? WIDE_STRING : STRING, text.length());
        position += 8;
        for (int done = 0; done < text.length();) {
            int count = Math.min(text.length() - done, FULL / 4);
            ensure(2L * count);
            for (int i = done; wide && i < done + count; i++) {
                Bytes.putShort(bytes, position, (short) text.charAt(i));
                position += 2;
            }
            if (!wide) {
                text.getBytes(done, done + count, bytes, position);
                position += count;
            }
            done += count;
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
            emitToMessage(length);
            return;
        } else if (out == null) {
            throw new IOException("the message has ended");
        }
        Bytes.putInt(bytes, 0, length);
        streamed = true;
        out.write(bytes, 0, start + length);
        if (bytes.length > 2 * FULL) {
            bytes = new byte[FIRST_CAPACITY];
        }
    }

    private void emitToMessage(int length) throws IOException {
        for (int done = 0; done < length;) {
            int count = Math.min(length - done, largestPart);
            Primitive.BYTE.copyOut(bytes, done, count, message.reserve(count));
            done += count;
        }
    }

    // ---- primitive values of the program

    /** Makes room for values of the program, and opens a block where one is needed. */
    final void makeRoom(long more) throws IOException {
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

    final void endItem() throws IOException {
        if (position > FULL && inBlocks) {
            emit();
        }
    }
}
