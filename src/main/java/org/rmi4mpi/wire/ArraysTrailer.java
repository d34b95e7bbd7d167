package org.rmi4mpi.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * The end of a request or reply whose tag is not 0: it tells of the arrays that travel beside the frame. They follow as
 * messages of their own, with that tag, in their order in the frame.
 *
 * <pre>
 * +-----------------------------+------------+
 * | bytes of each array: int... | count: int |
 * +-----------------------------+------------+
 * </pre>
 */
public final class ArraysTrailer {
    private ArraysTrailer() {}

    /** Of a trailer for so many arrays. */
    public static int length(int count) {
        return Integer.BYTES * (count + 1);
    }

    /** Writes it where the position is, and the tag into the header. */
    public static void put(ByteBuffer frame, List<Integer> lengths, short tag) {
        for (int length : lengths) {
            frame.putInt(length);
        }
        frame.putInt(lengths.size());
        FrameHeader.putApartTag(frame, tag);
    }

    /** Of a frame that has come; 0 where there is none, or no frame. */
    public static int length(ByteBuffer frame) {
        if (frame == null || frame.limit() < FrameHeader.LENGTH || FrameHeader.apartTag(frame) == 0) {
            return 0;
        }
        return fits(frame.getInt(frame.limit() - Integer.BYTES), frame.limit());
    }

    /** What a trailer for so many arrays takes; 0 where it does not fit into a frame of so many bytes. */
    public static int fits(int count, long frameLength) {
        long bytes = Integer.BYTES * (count + 1L);
        return count < 0 || bytes > frameLength - FrameHeader.LENGTH ? 0 : (int) bytes;
    }

    /** How many arrays a frame tells of that has come; 0 or less where there is no trailer. */
    public static int count(ByteBuffer frame) {
        return length(frame) / Integer.BYTES - 1;
    }

    /** Bytes of one of the arrays that a frame tells of, which ends with its trailer; as they were sent. */
    public static int bytesOf(ByteBuffer frame, int array, int count) {
        return frame.getInt(frame.limit() - Integer.BYTES * (count - array + 1));
    }

    /** Bytes of a frame and of the arrays beside it. */
    public static long wholeLength(ByteBuffer frame) {
        long length = frame.limit();
        int count = count(frame);
        for (int i = 0; i < count; i++) {
            length += bytesOf(frame, i, count);
        }
        return length;
    }
}
