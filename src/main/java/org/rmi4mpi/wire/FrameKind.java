package org.rmi4mpi.wire;

/**
 * What a frame is: the first byte of each. The kinds, who sends them, and what is asked of them:
 *
 * <pre>
 *                          call  reply  pipelined  keeps order
 * REQUEST          caller   x                       x           its thread waits for the reply
 * ONE_WAY          caller   x            x          x           there is no reply
 * ASYNC            caller   x            x          x           no thread need wait for the reply
 * CANCEL           caller                           x           its call id is that of a call before; no reply is wanted
 * FLUSH            caller                                       asks for an acknowledgement of all requests before it
 * RESULT           callee         x
 * EXCEPTION        callee         x
 * NO_OBJECT        callee         x                             there is no such object
 * NO_METHOD        callee         x                             the object has no such method
 * NO_MEMORY        callee         x                             some rank has none for the call: {@link MemoryFrame}
 * ACKNOWLEDGEMENT  callee                                       how many pipelined requests have begun
 * LARGE            both                                         announces a frame: {@link LargeFrame}
 * REFUSED          nobody                           x           in the place of a request: {@link MemoryFrame}
 * MAIL             task                             x           from one task to another: {@link MailFrame}
 * </pre>
 *
 * <p>A call is run by its receiver. A reply ends a call. What is pipelined is sent without waiting for what was sent before.
 * What keeps order has its place among the frames of its sender that do, however long they are.
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

    private static final int LAST = MAIL;

    // sets of kinds, a bit for each
    private static final int PIPELINED = 1 << ONE_WAY | 1 << ASYNC;
    private static final int CALLS = 1 << REQUEST | PIPELINED;
    private static final int REPLIES = 1 << RESULT | 1 << EXCEPTION | 1 << NO_OBJECT | 1 << NO_METHOD | 1 << NO_MEMORY;
    private static final int IN_ORDER = CALLS | 1 << CANCEL | 1 << REFUSED | 1 << MAIL;

    private FrameKind() {}

    /** Any byte may have come. */
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

    /** Whether the caller of a call is told how it ended. */
    public static boolean isAnswered(byte kind) {
        return isCall(kind) && kind != ONE_WAY;
    }

    public static boolean keepsOrder(byte kind) {
        return isIn(IN_ORDER, kind);
    }

    /** Whether two kinds that keep order keep it among each other: mail and all else do not wait for one another. */
    public static boolean sharesOrder(byte kind, byte other) {
        return (kind == MAIL) == (other == MAIL);
    }
}
