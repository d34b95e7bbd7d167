package org.rmi4mpi.ref;

import org.rmi4mpi.wire.FrameKind;

/** Who waits for the end of a call. Calls of a batch are parts of one that is waited for, or one-way. */
enum CallKind {
    /** The thread that makes it, in which it may be given up after some time. */
    AWAITED(FrameKind.REQUEST, 0),
    /** Nobody: there is no reply. An array beside it keeps its sender until it is read, which nobody waits for there. */
    ONE_WAY(FrameKind.ONE_WAY, 32 << 10),
    /** A future, which can be cancelled: its sender goes on, with the arrays. */
    ASYNC(FrameKind.ASYNC, Long.MAX_VALUE);

    private final byte frameKind;
    private final long leastApart;

    CallKind(byte frameKind, long leastApart) {
        this.frameKind = frameKind;
        this.leastApart = leastApart;
    }

    static CallKind of(CallMode mode, RemoteMethod method) {
        if (mode.async() || method.promises()) {
            return ASYNC;
        }
        return mode.oneWay() && method.result() == void.class ? ONE_WAY : AWAITED;
    }

    static CallKind ofBatch(CallMode mode) {
        return mode.oneWay() ? ONE_WAY : AWAITED;
    }

    /** By {@link FrameKind}. */
    byte frameKind() {
        return frameKind;
    }

    /** Bytes from which on an array travels beside the request; shorter ones are copied into it. */
    long leastApart() {
        return leastApart;
    }

    /** Whether its caller may tell that it has lost interest. */
    boolean isCancellable(long timeoutNs) {
        return this == ASYNC || this == AWAITED && timeoutNs != 0;
    }
}
