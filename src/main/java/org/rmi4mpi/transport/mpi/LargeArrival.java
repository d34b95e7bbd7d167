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

    boolean isRequest() {
        return FrameKind.keepsOrder(kind);
    }

    /** Mail is excluded, because its receiver reserves room before mail is sent. */
    boolean takesRoom() {
        return isRequest() && kind != FrameKind.MAIL;
    }

    /** Makes the entry ready for another frame. */
    void clear() {
        frame = null;
        slot = null;
        isScarce = false;
        isReported = false;
        hasFailed = false;
        isRefused = false;
        discardAddress = 0;
    }
}
