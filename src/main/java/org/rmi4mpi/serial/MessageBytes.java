package org.rmi4mpi.serial;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of messages, one after the other. A message is complete in memory. Arrays are copied directly out of it,
 * and smaller items collect in the buffer first. Owned by one thread.
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

    /** Kept between messages if it is small. */
    private ByteBuffer message;
    private boolean begun;
    /** Null if no arrays travel beside the message. */
    private ArraysApart apart;
    /** Minimum number of bytes to take next. */
    private int nextStep;

    MessageBytes() {
        super(true);
    }

    /** Begins a message, from the buffer's position to its limit, in native byte order. */
    void begin(ByteBuffer bytesOfMessage, ArraysApart arraysApart) {
        if (message != bytesOfMessage) {
            message = bytesOfMessage;
        }
        if (apart != arraysApart) {
            apart = arraysApart;
        }
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
        if (message.capacity() > LARGEST_KEPT) {
            message = null;
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
            throw new EOFException();
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

    @Override
    long rest() {
        return (long) limit - position + notTaken();
    }

    @Override
    boolean isAtEnd() {
        return position == limit && notTaken() == 0;
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
        if (size > rest()) {
            throw new EOFException();
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
