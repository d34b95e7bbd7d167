package org.rmi4mpi.transport;

import java.nio.ByteBuffer;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;

/**
 * Carries frames between the ranks of a job. Requests of one rank to another keep their order. Any thread may send. One
 * thread polls at a time.
 */
public interface Transport {
    int rank();

    int size();

    /**
     * Allocates a frame with everything needed to send it. Its position is 0.
     *
     * @param capacity lower bound on its capacity, in bytes
     * @throws OutOfMemoryError if there is no memory
     */
    Frame acquire(int capacity);

    /**
     * Works as {@link #acquire}, but returns null if the thread has to wait, since large frames that are being written
     * or have not left yet use too much memory. Polling frees memory. It never returns null for good, whatever the
     * waiting threads hold.
     *
     * @param grown the frame that the new one replaces, which the caller releases afterwards; null for none. Only the
     *     difference counts
     * @throws OutOfMemoryError if there is no memory, and waiting does not help
     */
    Frame tryAcquire(Frame grown, int capacity);

    /** Returns a frame with the same contents that uses less memory, or the same frame. */
    Frame compact(Frame arrived);

    /** Describes the memory in use for frames, for error messages. */
    String memory();

    /** What a sender is told when there is no memory for a frame. */
    default String noMemory(long bytes) {
        return "no memory for a frame of " + bytes + " bytes at rank " + rank() + ", where " + memory()
                + ": send less at once, or give the rank more";
    }

    /**
     * Sends the bytes from 0 to the frame's position. Does not wait for the receiver. The transport owns the frame
     * afterwards, except that a {@link FrameBuilder} keeps a frame that left at once; see {@link Frame}.
     *
     * @throws TransportException if the rank cannot be reached; the caller keeps the frame
     * @throws OutOfMemoryError if there is no memory to announce the frame; nothing has been sent, and the caller keeps
     *     the frame
     */
    void send(int receiver, Frame frame);

    /** Whether an array of this size, in bytes, can be transferred directly between the two heaps: {@link ApartSizes}. */
    boolean carriesArrays(long bytes);

    /** Returns a tag for a group of arrays, from 1 to {@link Short#MAX_VALUE}. */
    int takeTag();

    /** Releases a tag. Call this after all transfers of its arrays have been started, or none will be. */
    void freeTag(int tag);

    /**
     * Prepares to send an array of a primitive type.
     *
     * @param bytes size of the array
     */
    ArrayTransfer arrayToSend(Object array, int bytes);

    /**
     * Prepares to receive into an array of a primitive type.
     *
     * @param bytes size of the array
     */
    ArrayTransfer arrayToReceive(Object array, int bytes);

    /**
     * Prepares to receive an array into memory outside of the heap, from its beginning. The caller releases the frame
     * when the transfer is done, and not before.
     *
     * @param bytes size of the array
     */
    ArrayTransfer arrayToReceive(Frame into, int bytes);

    /** Completes a started transfer in the background. */
    void finish(ArrayTransfer transfer);

    /**
     * Receives and discards an array, so that its sender can continue. Blocks until the array has arrived. Needs no JVM
     * memory.
     */
    void discardArray(int sender, int tag, int bytes);

    /**
     * Receives and discards the arrays beside a frame that no one has read, from an index on. Allocates nothing. The
     * frame ends with its trailer.
     */
    default void discardArrays(Frame frame, int from) {
        ByteBuffer bytes = frame.bytes();
        int count = ArraysTrailer.count(bytes);
        for (int i = from; i < count; i++) {
            int length = ArraysTrailer.bytesOf(bytes, i, count);
            if (FrameHeader.apartTag(bytes) > 0 && length >= 0) {
                discardArray(frame.sender(), FrameHeader.apartTag(bytes), length);
            }
        }
    }

    /** Passes arrived frames to the handler, and returns their number. Does not wait. */
    int poll(FrameHandler handler);

    /** Whether everything sent has left, and its memory is free again. Polling makes progress on this. */
    boolean isDrained();

    /** Number of small frames to a rank that have not left. It grows when that rank polls more rarely than this one sends. */
    int leaving(int receiver);

    /**
     * Whether an operation is in progress that needs a poll for each of its parts. Small frames that have not left do
     * not count, since most of them leave when their receiver polls.
     */
    boolean needsPolling();

    RankBell bell();

    /** Stops receiving. No thread polls afterwards. */
    void close();
}
