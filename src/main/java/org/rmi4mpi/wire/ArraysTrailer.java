package org.rmi4mpi.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The end of a request or reply whose tag is not 0. It describes the arrays that travel beside the frame. They follow
 * as separate messages with that tag, in the order in which the frame refers to them.
 *
 * <pre>
 * +-----------------------------+------------+
 * | bytes of each array: int... | count: int |
 * +-----------------------------+------------+
 * </pre>
 */
public final class ArraysTrailer {
    private ArraysTrailer() {}

    /** Length in bytes of a trailer for the given number of arrays. */
    public static int length(int count) {
        return Integer.BYTES * (count + 1);
    }

    /**
     * Writes the trailer at the position, and the tag into the header.
     *
     * @param lengths size of each array, in bytes
     */
    public static void put(ByteBuffer frame, List<Integer> lengths, short tag) {
        for (int length : lengths) {
            frame.putInt(length);
        }
        frame.putInt(lengths.size());
        FrameHeader.putApartTag(frame, tag);
    }

    /**
     * Length in bytes of an arrived frame's trailer. Returns 0 if the frame is null or too short, or has no valid
     * trailer.
     */
    public static int length(ByteBuffer frame) {
        if (frame == null || frame.limit() < FrameHeader.LENGTH || FrameHeader.apartTag(frame) == 0) {
            return 0;
        }
        return fits(frame.getInt(frame.limit() - Integer.BYTES), frame.limit());
    }

    /**
     * Length in bytes of a trailer for the given number of arrays. Returns 0 if it does not fit into a frame of the
     * given length.
     */
    public static int fits(int count, long frameLength) {
        long bytes = Integer.BYTES * (count + 1L);
        return count < 0 || bytes > frameLength - FrameHeader.LENGTH ? 0 : (int) bytes;
    }

    /** Number of arrays that an arrived frame describes. Returns 0 or less if there is no trailer. */
    public static int count(ByteBuffer frame) {
        return length(frame) / Integer.BYTES - 1;
    }

    /** Size in bytes of one array, as sent. The frame ends with its trailer. */
    public static int bytesOf(ByteBuffer frame, int array, int count) {
        return frame.getInt(frame.limit() - Integer.BYTES * (count - array + 1));
    }

    /** Length in bytes of a frame and its separate arrays. */
    public static long wholeLength(ByteBuffer frame) {
        long length = frame.limit();
        int count = count(frame);
        for (int i = 0; i < count; i++) {
            length += bytesOf(frame, i, count);
        }
        return length;
    }
}
