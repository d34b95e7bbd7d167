package org.rmi4mpi.transport.mpi;

import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.wire.FrameKind;

/** A large frame that has been announced, or a small one behind it. Owned by the polling thread. */
final class LargeArrival {
    LargeArrival next;
    int sender;
    int tag;
    int length;
    byte kind;
    long callId;
    /** Whether the frame is the first piece of a message. */
    boolean isFirstPiece;
    /** Null until there is room. */
    MpiFrame frame;
    /** The request of the message in progress. Null for a small frame, which has arrived already. */
    RequestSlot slot;
    /**
     * Whether an allocation has failed, when it first failed, and when to retry, in the time of
     * {@link System#nanoTime}.
     */
    boolean isScarce;
    long scarceSince;
    long askAgainAt;
    boolean isReported;
    /** Whether the heap was exhausted, rather than direct memory. Derived from the JVM's message. */
    boolean isHeapFull;
    /** Whether MPI failed to receive the message. */
    boolean hasFailed;
    /** Whether the frame is refused. Its message goes to this address, or is truncated if the address is 0. */
    boolean isRefused;
    long discardAddress;
    /** Whether its sender is lost, so that nobody gets the frame. */
    boolean isLost;

    boolean isRequest() {
        return FrameKind.keepsOrder(kind);
    }

    /** Mail and pieces are excluded, because their receiver gives room for them before they are sent. */
    boolean takesRoom() {
        return isRequest() && kind != FrameKind.MAIL && kind != FrameKind.PIECE;
    }

    /** Makes the entry ready for another frame. */
    void clear() {
        frame = null;
        slot = null;
        isFirstPiece = false;
        isScarce = false;
        isReported = false;
        hasFailed = false;
        isRefused = false;
        discardAddress = 0;
        isLost = false;
    }
}
