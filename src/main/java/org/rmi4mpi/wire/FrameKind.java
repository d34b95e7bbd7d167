package org.rmi4mpi.wire;

/**
 * The kind of a frame: its first byte. The table gives the sender and the properties of each kind.
 *
 * <pre>
 *                          call  reply  pipelined  keeps order
 * REQUEST          caller   x                       x           a thread waits for the reply
 * ONE_WAY          caller   x            x          x           there is no reply
 * ASYNC            caller   x            x          x           the reply completes a future
 * CANCEL           caller                           x           ends an earlier call, named by its call id; no reply
 * FLUSH            caller                                       asks for an acknowledgement of all earlier requests
 * RESULT           callee         x
 * EXCEPTION        callee         x
 * NO_OBJECT        callee         x                             there is no such object
 * NO_METHOD        callee         x                             the object has no such method
 * NO_MEMORY        callee         x                             no memory for the call: {@link MemoryFrame}
 * ACKNOWLEDGEMENT  callee                                       number of pipelined requests that have begun
 * LARGE            both                                         announces a frame: {@link LargeFrame}
 * REFUSED          receiver                         x           replaces a large request: {@link MemoryFrame}
 * MAIL             task                             x           mail between tasks: {@link MailFrame}
 * HEARTBEAT        any                                          tells the next rank that this one runs
 * PIECE            both                             x           continues a request or reply: {@link PieceFrame}
 * CREDIT           both                                         a reader has read pieces: {@link PieceFrame}
 * PEER             a peer                                       a request of a rank of another language: {@link PeerFrame}
 * </pre>
 *
 * <p>The receiver runs a call. A reply ends a call. A pipelined frame is sent without waiting for earlier calls. Frames
 * that keep order are handled in the order of sending, however long they are.
 */
public final class FrameKind {
    public static final byte REQUEST = 1;
    public static final byte RESULT = 2;
    public static final byte EXCEPTION = 3;
    public static final byte ONE_WAY = 4;
    public static final byte ACKNOWLEDGEMENT = 5;
    public static final byte FLUSH = 6;
    public static final byte ASYNC = 7;
    public static final byte CANCEL = 8;
    public static final byte NO_OBJECT = 9;
    public static final byte NO_METHOD = 10;
    public static final byte LARGE = 11;
    public static final byte NO_MEMORY = 12;
    public static final byte REFUSED = 13;
    public static final byte MAIL = 14;
    public static final byte HEARTBEAT = 15;
    public static final byte PIECE = 16;
    public static final byte CREDIT = 17;
    public static final byte PEER = 18;

    private static final int LAST = PEER;

    // Sets of kinds, one bit each.
    private static final int PIPELINED = 1 << ONE_WAY | 1 << ASYNC;
    private static final int CALLS = 1 << REQUEST | PIPELINED;
    private static final int REPLIES = 1 << RESULT | 1 << EXCEPTION | 1 << NO_OBJECT | 1 << NO_METHOD | 1 << NO_MEMORY;
    private static final int IN_ORDER = CALLS | 1 << CANCEL | 1 << REFUSED | 1 << MAIL | 1 << PIECE;

    private FrameKind() {}

    /** Accepts any byte, since it may come from a malformed frame. */
    private static boolean isIn(int kinds, byte kind) {
        return kind >= 0 && kind <= LAST && (kinds & 1 << kind) != 0;
    }

    public static boolean isCall(byte kind) {
        return isIn(CALLS, kind);
    }

    public static boolean isReply(byte kind) {
        return isIn(REPLIES, kind);
    }

    public static boolean isPipelined(byte kind) {
        return isIn(PIPELINED, kind);
    }

    /** Whether the caller learns how the call ended. */
    public static boolean isAnswered(byte kind) {
        return isCall(kind) && kind != ONE_WAY;
    }

    public static boolean keepsOrder(byte kind) {
        return isIn(IN_ORDER, kind);
    }

    /** Whether two kinds that keep order also keep it between each other. Mail and pieces do so only among themselves. */
    public static boolean sharesOrder(byte kind, byte other) {
        return kind == other || isCalled(kind) && isCalled(other);
    }

    private static boolean isCalled(byte kind) {
        return kind != MAIL && kind != PIECE;
    }
}
