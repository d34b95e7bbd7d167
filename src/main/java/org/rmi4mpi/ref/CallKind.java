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
    AWAITED(FrameKind.REQUEST, ApartSizes.AWAITED),
    /** No one waits, and there is no reply. */
    ONE_WAY(FrameKind.ONE_WAY, ApartSizes.ONE_WAY),
    /** A future waits, and can be cancelled. */
    ASYNC(FrameKind.ASYNC, ApartSizes.NEVER);

    private final byte frameKind;
    private final long leastApart;

    CallKind(byte frameKind, long leastApart) {
        this.frameKind = frameKind;
        this.leastApart = leastApart;
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

    /** Whether the caller may send a cancellation. */
    boolean isCancellable(long timeoutNs) {
        return this == ASYNC || this == AWAITED && timeoutNs != 0;
    }
}
