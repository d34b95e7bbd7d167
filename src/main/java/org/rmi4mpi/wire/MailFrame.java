package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * Mail from one task to another, or a note of one rank to another about it. Tasks are named by their ports, and the
 * rank of a task by the frame's receiver. Numbers are in the byte order of the machine.
 *
 * <pre>
 * mail
 *  0      1         2     4         6         8        12            16    20             24             28
 * +------+---------+-----+---------+---------+--------+-------------+-----+--------------+--------------+------
 * | kind | version | tag | subject | context | source | destination | tag | stream bytes | array count  |
 * +------+---------+-----+---------+---------+--------+-------------+-----+--------------+--------------+------
 *  28    32
 * +------+--------+------------------------------------+-----------------------+
 * | zero | stream | type: int, length: int, each array | arrays in the frame   |
 * +------+--------+------------------------------------+-----------------------+
 *
 * note
 *  0      1         2      4         6      8      12      16       24
 * +------+---------+------+---------+------+------+-------+--------+--------+
 * | kind | version | zero | subject | zero | port | other | first  | second |
 * +------+---------+------+---------+------+------+-------+--------+--------+
 * </pre>
 *
 * <p>The tag at 2 is that of the arrays beside the frame, whose bytes its end tells, as {@link ArraysTrailer} draws it; the
 * one at 16 is the program's. The type of an array beside the frame is negative. Arrays in the frame begin at multiples
 * of 8.
 */
public final class MailFrame {
    public static final int HEADER = 32;
    public static final int NOTE = 32;

    // subjects of mail and notes
    /** Mail to a task. */
    public static final short MAIL = 0;
    /** Does the task of this port live? Other is the number of the question. */
    public static final short QUESTION = 1;
    /** First is 1 where it does. */
    public static final short ANSWER = 2;
    /** The task of this port has ended. */
    public static final short ENDED = 3;
    /** Room is wanted for mail until so many bytes in all have been sent; second is 1 where somebody waits. */
    public static final short ROOM_WANTED = 4;
    /** So many bytes in all may be sent. */
    public static final short ROOM = 5;
    /** There is no room yet. First is how many bytes wait there, second how much mail has ever been taken. */
    public static final short NO_ROOM = 6;
    /** Other is the port of a task that wants to be told when that of the port ends, first the tag. */
    public static final short WATCH = 7;
    /** Mail from the port has found no memory at the other port; first is its bytes. */
    public static final short LOST = 8;
    /** The task of the port, whose spawning is number other, has constructed an environment; first is 0 where it has ended. */
    public static final short ENROLLED = 9;

    private static final int SUBJECT_OFFSET = 4;
    private static final int CONTEXT_OFFSET = 6;
    private static final int SOURCE_OFFSET = 8;
    private static final int DESTINATION_OFFSET = 12;
    private static final int TAG_OFFSET = 16;
    private static final int STREAM_OFFSET = 20;
    private static final int ARRAYS_OFFSET = 24;

    private static final int PORT_OFFSET = 8;
    private static final int OTHER_OFFSET = 12;
    private static final int FIRST_OFFSET = 16;
    private static final int SECOND_OFFSET = 24;

    private MailFrame() {}

    private static void begin(ByteBuffer frame, short subject, short context) {
        FrameHeader.put(frame, FrameKind.MAIL, 0);
        frame.putShort(SUBJECT_OFFSET, subject).putShort(CONTEXT_OFFSET, context);
    }

    /** Writes the header of mail; position is behind it then. */
    public static void put(ByteBuffer frame, short context, int source, int destination, int tag, int streamBytes,
            int arrays) {
        begin(frame, MAIL, context);
        frame.putInt(SOURCE_OFFSET, source)
                .putInt(DESTINATION_OFFSET, destination)
                .putInt(TAG_OFFSET, tag)
                .putInt(STREAM_OFFSET, streamBytes)
                .putInt(ARRAYS_OFFSET, arrays)
                .position(HEADER);
    }

    /** Writes a note; position is at its end then. */
    public static void putNote(ByteBuffer frame, short subject, int port, int other, long first, long second) {
        begin(frame, subject, (short) 0);
        frame.putInt(PORT_OFFSET, port)
                .putInt(OTHER_OFFSET, other)
                .putLong(FIRST_OFFSET, first)
                .putLong(SECOND_OFFSET, second)
                .position(NOTE);
    }

    public static short subject(ByteBuffer frame) {
        return frame.getShort(SUBJECT_OFFSET);
    }

    public static short context(ByteBuffer frame) {
        return frame.getShort(CONTEXT_OFFSET);
    }

    /** Of a {@link MemoryFrame} in the place of mail, too. */
    public static int source(ByteBuffer frame) {
        return frame.getInt(SOURCE_OFFSET);
    }

    /** Of a {@link MemoryFrame} in the place of mail, too. */
    public static int destination(ByteBuffer frame) {
        return frame.getInt(DESTINATION_OFFSET);
    }

    /** The program's. */
    public static int tag(ByteBuffer frame) {
        return frame.getInt(TAG_OFFSET);
    }

    public static int streamBytes(ByteBuffer frame) {
        return frame.getInt(STREAM_OFFSET);
    }

    public static int arrays(ByteBuffer frame) {
        return frame.getInt(ARRAYS_OFFSET);
    }

    public static int port(ByteBuffer frame) {
        return frame.getInt(PORT_OFFSET);
    }

    public static int other(ByteBuffer frame) {
        return frame.getInt(OTHER_OFFSET);
    }

    public static long first(ByteBuffer frame) {
        return frame.getLong(FIRST_OFFSET);
    }

    public static long second(ByteBuffer frame) {
        return frame.getLong(SECOND_OFFSET);
    }
}
