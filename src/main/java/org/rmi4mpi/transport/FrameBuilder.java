package org.rmi4mpi.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes frames in place, one after the other, and enlarges them as needed. It always keeps one small frame besides the
 * current one, so that the next frame begins in it without allocation. Owned by one thread.
 */
public final class FrameBuilder {
    /** Initial capacity of a frame, in bytes. Larger frames are not kept. */
    public static final int KEPT = 8192;
    /** Largest frame, in bytes. Lengths are ints, and capacities double up to this size. */
    public static final int LARGEST = 1 << 30;
    /** A frame grows by at least this part of its capacity. */
    private static final int LEAST_GROWTH = 16;

    private final Transport transport;
    private final LargerFrames larger;
    /** Null while it is in flight. */
    private Frame kept;
    /** The current frame, or the last one: either the kept frame or a larger one. */
    private Frame frame;

    /** Allocates large frames. */
    @FunctionalInterface
    public interface LargerFrames {
        /**
         * Allocates a frame. May block until memory is available.
         *
         * @param grown the frame that it replaces; null for none
         * @param needed smallest capacity, in bytes
         * @param wished preferred capacity, in bytes, since more data may follow
         * @throws IOException if there is no memory
         */
        Frame acquire(Frame grown, int needed, int wished) throws IOException;
    }

    public FrameBuilder(Transport transport, LargerFrames larger) {
        this.transport = transport;
        this.larger = larger;
    }

    /** Allocates the kept frame. The next {@link #begin} then needs no memory. */
    public void makeReady() {
        if (kept == null) {
            kept = owned(transport.acquire(KEPT));
        }
    }

    private Frame owned(Frame acquired) {
        acquired.builder = this;
        return acquired;
    }

    private static void giveBack(Frame owned) {
        owned.builder = null;
        owned.release();
    }

    /** Begins a frame. Returns its buffer, with position 0. */
    public ByteBuffer begin() {
        discard();
        if (frame == null) {
            makeReady();
            frame = kept; // Stored only when it changes: a reference store costs as much as everything else here.
        }
        return frame.bytes().clear();
    }

    /**
     * Begins a frame that will grow to this capacity, in bytes. Returns its buffer, with position 0.
     *
     * @throws IOException if there is no memory
     */
    public ByteBuffer begin(int capacity) throws IOException {
        discard();
        frame = owned(larger.acquire(null, capacity, capacity));
        return frame.bytes();
    }

    /**
     * Begins another frame, which will grow to this capacity, in bytes, and gives the current one to the caller.
     *
     * @throws IOException if there is no memory: then the current one stays
     */
    public Frame exchange(int capacity) throws IOException {
        Frame next = larger.acquire(null, capacity, capacity);
        Frame full = frame;
        full.takeFromBuilder();
        frame = owned(next);
        return full;
    }

    /** The buffer of the current frame, to access fields at known offsets. */
    public ByteBuffer bytes() {
        return frame.bytes();
    }

    /**
     * Returns the buffer with room for the given number of bytes at its position.
     *
     * @throws IOException if there is no memory, or the frame would exceed 1 GiB
     */
    public ByteBuffer reserve(int length) throws IOException {
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
        long step = old.capacity() / LEAST_GROWTH; // Each growth copies the frame.
        int least = (int) Math.min(LARGEST, Math.max(needed, old.capacity() + step));
        int wished = (int) Math.min(LARGEST, Math.max(needed, 2L * old.capacity()));
        Frame grown = larger.acquire(frame, least, wished);
        grown.bytes().put(old.flip());
        discard();
        frame = owned(grown);
        return frame.bytes();
    }

    /** The current frame. */
    public Frame frame() {
        return frame;
    }

    /** The transport has taken a sent frame that has not left yet. */
    void taken(Frame sent) {
        if (sent == kept) {
            kept = null;
        }
        frame = null;
    }

    /** Drops the current frame and frees all memory. */
    public void release() {
        discard();
        if (kept != null) {
            giveBack(kept);
            kept = null;
            frame = null;
        }
    }

    /** Drops the current frame, and frees its memory if it is large. May also be called after the frame was sent. */
    public void discard() {
        if (frame != kept) {
            if (frame != null) {
                giveBack(frame);
            }
            frame = kept;
        }
    }
}
