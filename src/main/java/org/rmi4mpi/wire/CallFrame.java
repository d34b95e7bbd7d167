package org.rmi4mpi.wire;

/**
 * A request, and the reply to it. Numbers are in the byte order of the machine; all ranks of a job run
 * on machines of one kind.
 *
 * <pre>
 * request
 *  0      1         2      4         8         16          24            32
 * +------+---------+------+---------+---------+-----------+-------------+---------------------
 * | kind | version | zero | classes | call id | object id | method hash | arguments, serialized
 * +------+---------+------+---------+---------+-----------+-------------+---------------------
 *
 * reply
 *  0      1         2      4         8         16
 * +------+---------+------+---------+---------+-----------------------------------
 * | kind | version | zero | classes | call id | result or exception, serialized
 * +------+---------+------+---------+---------+-----------------------------------
 * </pre>
 *
 * <p>Classes tells how many of the receiver's classes the sender knows, so that they need not be described any more.
 *
 * <p>The call id is the caller's, and comes back as it was. The method hash is that of the RMI
 * specification, section 8.3.
 */
public final class CallFrame {
    public static final byte VERSION = 1;

    public static final byte KIND_REQUEST = 1;
    public static final byte KIND_RESULT = 2;
    public static final byte KIND_EXCEPTION = 3;

    public static final int KIND = 0;
    public static final int VERSION_OFFSET = 1;
    public static final int CLASSES = 4;
    public static final int CALL_ID = 8;
    public static final int OBJECT_ID = 16;
    public static final int METHOD_HASH = 24;

    public static final int REQUEST_HEADER = 32;
    public static final int REPLY_HEADER = 16;

    private CallFrame() {}
}
