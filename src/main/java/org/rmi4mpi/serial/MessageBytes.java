package org.rmi4mpi.serial;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of messages, one after the other. A message is there as a whole; arrays are copied out of it, and what is
 * smaller collects first. Owned by one thread.
 */
final class MessageBytes extends InputBytes {
    /** More than this is not kept for the next message. */
    private static final int LARGEST_KEPT = 1 << 17;
    /** In bytes: a longer array is copied from the message itself, though a part of it may have been taken already. */
    private static final int LEAST_FROM_MESSAGE = 16;
    /** The code and the length of an array. */
    private static final int ARRAY_HEADER = Long.BYTES;
    /** Of a message, at its beginning. */
    private static final int FIRST_STEP = 1 << 8;
    private static final int STEP = 1 << 12;

    /** Kept between messages if it is small. */
    private ByteBuffer message;
    /** Whether there is a message. */
    private boolean begun;
    /** Null where no arrays travel beside the message. */
    private Serializer.ArraysApart apart;
    /** So much at least is taken next. */
    private int nextStep;

    MessageBytes() {
        super(true);
    }

    /** From the buffer's position to its limit, in native order. */
    void begin(ByteBuffer bytesOfMessage, Serializer.ArraysApart arraysApart) {
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
    }

    /** Between messages there is nothing to read. */
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
    Object getArray(int length, PrimitiveArrays kind) throws IOException {
        int size = length * kind.size;
        if (size < LEAST_FROM_MESSAGE) {
            return getCollected(length, size, kind);
        }
        int there = limit - position; // taken already
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
            nextStep = ARRAY_HEADER; // another one may follow
        }
        return array;
    }

    @Override
    boolean isApart() throws IOException {
        return apart != null && peekCode() < 0;
    }

    @Override
    Object getApart(int length, PrimitiveArrays kind) throws IOException {
        apart.expect((long) length * kind.size);
        Object array = kind.newArray(length);
        apart.receive(array);
        return array;
    }
}
