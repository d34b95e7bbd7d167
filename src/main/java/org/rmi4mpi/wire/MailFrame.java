package org.rmi4mpi.wire;

import java.nio.ByteBuffer;

/**
 * Mail from one task to another, or a note from one rank to another about mail. Tasks are named by their ports. The
 * frame's receiver determines the rank. Numbers are in native byte order.
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
 * several mails
 *  0      1         2      4         6      8       12     16
 * +------+---------+------+---------+------+-------+------+------------------------------+
 * | kind | version | zero | subject | zero | taken | zero | length: int, mail; each mail |
 * +------+---------+------+---------+------+-------+------+------------------------------+
 *
 * note
 *  0      1         2      4         6      8      12      16       24
 * +------+---------+------+---------+------+------+-------+--------+--------+
 * | kind | version | zero | subject | zero | port | other | first  | second |
 * +------+---------+------+---------+------+------+-------+--------+--------+
 * </pre>
 *
 * <p>The tag at 2 is that of the arrays beside the frame, whose sizes are at the end of the frame in an
 * {@link ArraysTrailer}. The tag at 16 is the program's. A negative type marks an array beside the frame. Arrays in the
 * frame begin at multiples of 8. Several mails in one frame have no arrays beside it. Taken is for the receiver: the offset of
 * the next mail that it has not taken.
 */
public final class MailFrame {
    public static final int HEADER = 32;
    public static final int NOTE = 32;

    // Subjects of mail and notes.
    /** Mail to a task. */
    public static final short MAIL = 0;
    /** Asks whether the task of this port is alive. Other is the number of the question. */
    public static final short QUESTION = 1;
    /** Answers a question. First is 1 if the task is alive. */
    public static final short ANSWER = 2;
    /** The task of this port has ended. */
    public static final short ENDED = 3;
    /**
     * Asks for room. First is the total of bytes sent, including the waiting mail. Second is 1 if a thread waits for
     * the room.
     */
    public static final short ROOM_WANTED = 4;
    /** Grants room. First is the total of bytes that may be sent. */
    public static final short ROOM = 5;
    /**
     * There is no room yet. First is the number of bytes that wait at the receiver, second the amount of mail it has
     * ever taken.
     */
    public static final short NO_ROOM = 6;
    /**
     * Asks for a notification when the task of the port ends. Other is the port of the task to notify, first the tag.
     */
    public static final short WATCH = 7;
    /** Mail from the port was lost for lack of memory at the other port. First is its length in bytes. */
    public static final short LOST = 8;
    /**
     * The task of the port has constructed its environment. Other is the number of its spawning. First is 0 if the task
     * has ended instead.
     */
    public static final short ENROLLED = 9;

    /** Several mails to tasks of one rank. */
    public static final short SEVERAL = 10;

    private static final int SUBJECT_OFFSET = 4;
    private static final int CONTEXT_OFFSET = 6;
    private static final int SOURCE_OFFSET = 8;
    private static final int DESTINATION_OFFSET = 12;
    private static final int TAG_OFFSET = 16;
    private static final int STREAM_OFFSET = 20;
    private static final int ARRAYS_OFFSET = 24;

    private static final int TAKEN_OFFSET = 8;
    private static final int FIRST_MAIL = 16;

    private static final int PORT_OFFSET = 8;
    private static final int OTHER_OFFSET = 12;
    private static final int FIRST_OFFSET = 16;
    private static final int SECOND_OFFSET = 24;

    private MailFrame() {}

    private static void begin(ByteBuffer frame, short subject, short context) {
        FrameHeader.put(frame, FrameKind.MAIL, 0);
        frame.putShort(SUBJECT_OFFSET, subject).putShort(CONTEXT_OFFSET, context);
    }

    /** Writes the header of mail, and sets the position behind it. */
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

    /** Begins a frame of several mails, and sets the position behind its header. */
    public static void beginSeveral(ByteBuffer frame) {
        begin(frame, SEVERAL, (short) 0);
        frame.putLong(TAKEN_OFFSET, 0).position(FIRST_MAIL);
        putTaken(frame, FIRST_MAIL);
    }

    /** Appends room for a mail of this length at the position. Returns the mail's bytes. */
    public static ByteBuffer append(ByteBuffer frame, int length) {
        int at = frame.putInt(length).position();
        frame.position(at + length);
        return frame.slice(at, length).order(frame.order());
    }

    /** The length that a mail takes in a frame of several. */
    public static int lengthAmongSeveral(int length) {
        return Integer.BYTES + length;
    }

    /** The next mail that has not been taken; null if all have been. */
    public static ByteBuffer nextMail(ByteBuffer frame) {
        int at = frame.getInt(TAKEN_OFFSET);
        if (at == frame.limit()) {
            return null;
        }
        int length = at + Integer.BYTES <= frame.limit() ? frame.getInt(at) : -1;
        if (length < HEADER || length > frame.limit() - at - Integer.BYTES) {
            throw new IllegalStateException(
                    "mail of " + length + " bytes at " + at + " of a frame of " + frame.limit());
        }
        return frame.slice(at + Integer.BYTES, length).order(frame.order());
    }

    /** The next mail has been taken. */
    public static void tookMail(ByteBuffer frame, ByteBuffer mail) {
        putTaken(frame, frame.getInt(TAKEN_OFFSET) + lengthAmongSeveral(mail.limit()));
    }

    private static void putTaken(ByteBuffer frame, int offset) {
        frame.putInt(TAKEN_OFFSET, offset);
    }

    /** Writes a note, and sets the position to its end. */
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

    /** Whether the frame concerns only a task of the receiver: one that receives mail, or waits for room to send it. */
    public static boolean isForTask(ByteBuffer frame) {
        short subject = subject(frame);
        return subject == MAIL || subject == SEVERAL || subject == ROOM || subject == NO_ROOM;
    }

    public static short context(ByteBuffer frame) {
        return frame.getShort(CONTEXT_OFFSET);
    }

    /** Also valid for a {@link MemoryFrame} that replaces mail. */
    public static int source(ByteBuffer frame) {
        return frame.getInt(SOURCE_OFFSET);
    }

    /** Also valid for a {@link MemoryFrame} that replaces mail. */
    public static int destination(ByteBuffer frame) {
        return frame.getInt(DESTINATION_OFFSET);
    }

    /** The program's tag. */
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
