package org.rmi4mpi.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A frame that is written in place, and grows as needed. Owned by one thread. */
public final class FrameBuilder {
    /** Frames are counted in ints, and memory doubles up to this. */
    private static final int LARGEST = 1 << 30;

    private final Transport transport;
    private Frame frame;

    public FrameBuilder(Transport transport, int capacity) {
        this.transport = transport;
        this.frame = transport.acquire(capacity);
    }

    /** For fields at known offsets, and for skipping over them. */
    public ByteBuffer bytes() {
        return frame.bytes();
    }

    /** Where the next bytes go, so many at least. */
    public ByteBuffer room(int length) throws IOException {
        ByteBuffer bytes = frame.bytes();
        return length <= bytes.remaining() ? bytes : grow(length);
    }

    private ByteBuffer grow(int length) throws IOException {
        ByteBuffer old = frame.bytes();
        long needed = (long) old.position() + length;
        if (needed > LARGEST) {
            throw new IOException("frame of " + needed + " bytes > " + LARGEST + " at rank " + transport.rank()
                    + ": send the data in several calls");
        }
        Frame larger = transport.acquire((int) Math.min(LARGEST, Math.max(needed, 2L * old.capacity())));
        larger.bytes().put(old.flip());
        frame.release();
        frame = larger;
        return frame.bytes();
    }

    /** Hands the frame over; the stream is at its end. */
    public Frame take() {
        Frame taken = frame;
        frame = null;
        return taken;
    }

    /** Gives the memory back where the frame was not taken. */
    public void discard() {
        if (frame != null) {
            frame.release();
            frame = null;
        }
    }
}
