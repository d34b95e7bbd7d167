package org.rmi4mpi.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Frames that are written in place, one after the other, and grow as needed. A small one is kept beside those that have
 * grown, so that the next begins in it: to begin takes no memory. Owned by one thread.
 */
public final class FrameBuilder {
    /** Frames begin with this capacity, in bytes, and larger ones are not kept. */
    public static final int KEPT = 8192;
    /** Frames are counted in ints, and memory doubles up to this. */
    private static final int LARGEST = 1 << 30;

    private final Transport transport;
    private final LargerFrames larger;
    /** Null while it is on its way. */
    private Frame kept;
    /** That is written, or was: the one that is kept, or a larger one. */
    private Frame frame;

    /** Gives the memory for large frames. */
    @FunctionalInterface
    public interface LargerFrames {
        /**
         * May wait.
         *
         * @param needed bytes that it has at least
         * @param wished bytes that it has if possible, since more may follow
         * @throws IOException where there is no memory
         */
        Frame acquire(int needed, int wished) throws IOException;
    }

    public FrameBuilder(Transport transport, LargerFrames larger) {
        this.transport = transport;
        this.larger = larger;
    }

    /** From now on, until one is sent, to begin a frame needs no memory. */
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

    /** Begins a frame; the memory, from its beginning. */
    public ByteBuffer begin() {
        discard();
        if (frame == null) {
            makeReady();
            frame = kept; // a reference that is stored costs as much as all else here
        }
        return frame.bytes().clear();
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
        Frame grown = larger.acquire((int) needed, (int) Math.min(LARGEST, Math.max(needed, 2L * old.capacity())));
        grown.bytes().put(old.flip());
        discard();
        frame = owned(grown);
        return frame.bytes();
    }

    /** What has been written. */
    public Frame frame() {
        return frame;
    }

    /** The transport has one that was sent, and has not left yet. */
    void taken(Frame sent) {
        if (sent == kept) {
            kept = null;
        }
        frame = null;
    }

    /** Gives the frame up, and all memory back. */
    public void release() {
        discard();
        if (kept != null) {
            giveBack(kept);
            kept = null;
            frame = null;
        }
    }

    /** Gives the frame up, and its memory back where it is large; also after it was sent. */
    public void discard() {
        if (frame != kept) {
            if (frame != null) {
                giveBack(frame);
            }
            frame = kept;
        }
    }
}
