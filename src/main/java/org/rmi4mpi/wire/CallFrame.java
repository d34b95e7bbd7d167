package org.rmi4mpi.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Offsets and kinds by other names: see {@link FrameHeader}, {@link RequestFrame} and {@link FrameKind}. */
public final class CallFrame {
    public static final byte VERSION = FrameHeader.VERSION;

    public static final byte KIND_REQUEST = FrameKind.REQUEST;
    public static final byte KIND_RESULT = FrameKind.RESULT;
    public static final byte KIND_EXCEPTION = FrameKind.EXCEPTION;
    public static final byte KIND_ONE_WAY = FrameKind.ONE_WAY;
    public static final byte KIND_ACKNOWLEDGEMENT = FrameKind.ACKNOWLEDGEMENT;
    public static final byte KIND_FLUSH = FrameKind.FLUSH;
    public static final byte KIND_ASYNC = FrameKind.ASYNC;
    public static final byte KIND_CANCEL = FrameKind.CANCEL;
    public static final byte KIND_NO_OBJECT = FrameKind.NO_OBJECT;
    public static final byte KIND_NO_METHOD = FrameKind.NO_METHOD;
    public static final byte KIND_NO_MEMORY = FrameKind.NO_MEMORY;
    public static final byte KIND_REFUSED = FrameKind.REFUSED;

    public static final int KIND = 0;
    public static final int VERSION_OFFSET = 1;
    public static final int APART_TAG = 2;
    public static final int CALL_ID = 8;
    public static final int OBJECT_ID = 16;
    public static final int THREAD = 32;
    public static final int COUNT = 8;

    public static final int REQUEST_HEADER = RequestFrame.HEADER;
    public static final int REPLY_HEADER = ReplyFrame.HEADER;
    public static final int ACKNOWLEDGEMENT = CountFrame.LENGTH;

    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private CallFrame() {}

    public static long first(byte kind, int classes) {
        return LITTLE
                ? kind | VERSION << 8 | (long) classes << 32
                : (long) kind << 56 | (long) VERSION << 48 | classes & 0xFFFF_FFFFL;
    }

    public static int trailer(ByteBuffer frame) {
        return ArraysTrailer.length(frame);
    }

    public static boolean keepsOrder(byte kind) {
        return FrameKind.keepsOrder(kind);
    }

    public static boolean isCall(byte kind) {
        return FrameKind.isCall(kind);
    }

    public static boolean isReply(byte kind) {
        return FrameKind.isReply(kind);
    }

    public static boolean isPipelined(byte kind) {
        return FrameKind.isPipelined(kind);
    }
}
