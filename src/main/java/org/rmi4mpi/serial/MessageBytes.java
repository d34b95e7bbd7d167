package org.rmi4mpi.serial;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of messages, one after the other. A message is complete in memory, or is read while its pieces arrive. Arrays
 * are copied directly out of it, and smaller items collect in the buffer first. Owned by one thread.
 */
final class MessageBytes extends InputBytes {
    /** Largest buffer and message that are kept for the next message, in bytes. */
    private static final int LARGEST_KEPT = 1 << 17;
    /**
     * Minimum size in bytes of an array that is copied directly from the message, even if the buffer holds a part of
     * it.
     */
    private static final int LEAST_FROM_MESSAGE = 16;
    /** Code and length of an array, in bytes. */
    private static final int ARRAY_HEADER = Long.BYTES;
    /** Bytes that are buffered at the beginning of a message. */
    private static final int FIRST_STEP = 1 << 8;
    private static final int STEP = 1 << 12;
    /** Memory in bytes for an array whose elements are still to come, and how it grows. */
    private static final int FIRST_PART = 1 << 20;
    private static final int GROWTH = 8;

    /** Kept between messages if it is small. */
    private ByteBuffer message;
    private boolean begun;
    /** Null if no arrays travel beside the message. */
    private ArraysApart apart;
    /** The rest of the message, which follows in pieces; null if there is none. */
    private MessagePieces pieces;
    /** Position in the buffer {@link #message} where the message or its current piece begins. */
    private int begin;
    /** Minimum number of bytes to take next. */
    private int nextStep;

    MessageBytes() {
        super(true);
    }

    /** Begins a message, from the buffer's position to its limit, in native byte order. */
    void begin(ByteBuffer bytesOfMessage, ArraysApart arraysApart, MessagePieces rest) {
        if (message != bytesOfMessage) {
            message = bytesOfMessage;
        }
        if (apart != arraysApart) {
            apart = arraysApart;
        }
        if (pieces != rest) {
            pieces = rest;
        }
        begin = bytesOfMessage.position();
        begun = true;
        limit = Math.min(bytesOfMessage.remaining(), FIRST_STEP);
        bytesOfMessage.get(bytes, 0, limit);
        nextStep = STEP;
        taken = limit;
        beside = 0;
    }

    /** Returns false between messages, where there is nothing to read. */
    boolean isBegun() {
        return begun;
    }

    void end() {
        if (pieces != null || message.capacity() > LARGEST_KEPT) {
            message = null;
            pieces = null;
        }
        begun = false;
        if (apart != null) {
            apart = null;
        }
        position = 0;
        limit = 0;
        taken = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[FIRST_CAPACITY];
        }
    }

    private int notTaken() {
        return begun ? message.remaining() : 0;
    }

    @Override
    void fill(long count) throws IOException {
        long least = count - (limit - position);
        int rest = notTaken();
        if (least > rest) {
            fillFromPieces(count);
            return;
        }
        if (nextStep == ARRAY_HEADER && least <= ARRAY_HEADER && rest >= ARRAY_HEADER && limit == 0) {
            Bytes.putLong(bytes, 0, message.getLong());
            limit = ARRAY_HEADER;
            taken += ARRAY_HEADER;
            nextStep = FIRST_STEP;
            return;
        }
        int step = Math.min(rest, Math.max((int) least, nextStep));
        if (step > bytes.length - limit) {
            makeRoom(step);
        }
        message.get(bytes, limit, step);
        limit += step;
        taken += step;
        nextStep = STEP;
    }

    private void fillFromPieces(long count) throws IOException {
        while (count > limit - position) {
            if (!fetchMore()) {
                throw new EOFException();
            }
            int step = (int) Math.min(message.remaining(), Math.max(count - (limit - position), STEP));
            makeRoom(step);
            message.get(bytes, limit, step);
            limit += step;
            taken += step;
        }
        nextStep = STEP;
    }

    /** Returns whether bytes are to be taken. Waits for the next piece if there are none. */
    private boolean fetchMore() throws IOException {
        while (notTaken() == 0 && pieces != null) {
            ByteBuffer next = pieces.next();
            if (next == null) {
                pieces = null;
            } else {
                message = next;
                begin = next.position();
            }
        }
        return notTaken() > 0;
    }

    @Override
    long rest() {
        return pieces != null ? UNKNOWN : (long) limit - position + notTaken();
    }

    @Override
    boolean isAtEnd() throws IOException {
        return position == limit && !fetchMore();
    }

    @Override
    boolean isMore() {
        return limit > position || notTaken() > 0;
    }

    @Override
    Object getArray(int length, Primitive kind) throws IOException {
        int size = length * kind.size;
        if (size < LEAST_FROM_MESSAGE) {
            return getCollected(length, size, kind);
        }
        int there = limit - position; // already in the buffer
        if (size - there > notTaken() || there > message.position() - begin) {
            return getFromPieces(length, kind);
        }
        Object array = kind.newArray(length);
        kind.copyIn(array, length, message, message.position() - there);
        if (size <= there) {
            position += size;
        } else {
            message.position(message.position() + size - there);
            taken += size - there;
            position = 0;
            limit = 0;
            nextStep = ARRAY_HEADER; // another array may follow
        }
        return array;
    }

    /** Reads an array whose elements are in several pieces. Its length is not believed before they are there. */
    private Object getFromPieces(int length, Primitive kind) throws IOException {
        int room = Math.min(length, FIRST_PART / kind.size);
        Object array = kind.newArray(room);
        for (int done = 0; done < length;) {
            if (done == room) {
                room = (int) Math.min(length, (long) GROWTH * room);
                Object grown = kind.newArray(room);
                System.arraycopy(array, 0, grown, 0, done);
                array = grown;
            }
            int count = Math.min(room - done, (limit - position) / kind.size);
            if (count > 0) {
                kind.copyIn(array, done, count, bytes, position);
                position += count * kind.size;
            } else {
                count = position < limit ? 0 : Math.min(room - done, notTaken() / kind.size);
                kind.copyIn(array, done, count, message, message.position());
                message.position(message.position() + count * kind.size);
                taken += (long) count * kind.size;
                if (count == 0) {
                    fillFromPieces(kind.size); // an element in two pieces, or the next piece
                }
            }
            done += count;
        }
        nextStep = STEP;
        return array;
    }

    @Override
    boolean isApart() throws IOException {
        return apart != null && peekCode() < 0;
    }

    @Override
    Object getApart(int length, Primitive kind) throws IOException {
        long size = (long) length * kind.size;
        apart.expect(size);
        beside += size;
        Object array = kind.newArray(length);
        apart.receive(array);
        return array;
    }
}
