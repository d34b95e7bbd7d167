package org.rmi4mpi.ref;

import org.rmi4mpi.ref.stub.RemoteMethod;
import org.rmi4mpi.transport.ApartSizes;
import org.rmi4mpi.wire.FrameKind;

/**
 * Tells whether the thread of a call, a future or no one waits for its end. A batch is one request, which is awaited or
 * one-way.
 */
enum CallKind {
    /** The calling thread waits. It may have a time-out. */
    AWAITED(FrameKind.REQUEST, ApartSizes.AWAITED, 1),
    /** No one waits, and there is no reply. */
    ONE_WAY(FrameKind.ONE_WAY, ApartSizes.ONE_WAY, CallKind.WINDOW),
    /** A future waits, and can be cancelled. */
    ASYNC(FrameKind.ASYNC, ApartSizes.NEVER, CallKind.WINDOW);

    /**
     * Pieces in the first one of a call that no thread waits for. These are 8 MiB, as many as the sender may have sent in
     * calls that the receiver has not begun: beyond that, its thread waits.
     */
    private static final int WINDOW = 128;

    private final byte frameKind;
    private final long leastApart;
    private final int piecesInFirst;

    CallKind(byte frameKind, long leastApart, int piecesInFirst) {
        this.frameKind = frameKind;
        this.leastApart = leastApart;
        this.piecesInFirst = piecesInFirst;
    }

    static CallKind of(StubMode mode, RemoteMethod method) {
        if (mode.async() || method.promises()) {
            return ASYNC;
        }
        return mode.oneWay() && method.result() == void.class ? ONE_WAY : AWAITED;
    }

    static CallKind ofBatch(StubMode mode) {
        return mode.oneWay() ? ONE_WAY : AWAITED;
    }

    /** The kind of the request, as {@link FrameKind} has it. */
    byte frameKind() {
        return frameKind;
    }

    /** Size in bytes from which an array travels beside the request. Smaller arrays are copied into the request. */
    long leastApart() {
        return leastApart;
    }

    /** Length of the first piece of a long request, in lengths of the other pieces. */
    int piecesInFirst() {
        return piecesInFirst;
    }

    /** Whether the caller may send a cancellation. */
    boolean isCancellable(long timeoutNs) {
        return this == ASYNC || this == AWAITED && timeoutNs != 0;
    }
}
