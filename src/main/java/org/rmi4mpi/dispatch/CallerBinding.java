package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.transport.Frame;

/**
 * The calling thread whose call a thread of the crew runs or has run last, and whether it is bound to that one. A bound thread
 * runs the awaited calls of that calling thread and nothing else. Written under the poll lock, except where noted.
 */
final class CallerBinding {
    private final Thread owner;
    private final BooleanSupplier isInMethod;
    private volatile boolean isBound;
    private int rank;
    /** Negative for none. */
    private int thread = CallerBindings.NO_CALLER;
    /** A request that the bound thread runs next; null for none. */
    private volatile Frame handed;
    /** Whether the bound thread takes the lead after this request, since its caller alone makes calls. */
    private boolean takesLead;
    /** Whether the method of the last request has ended, so that its caller may make the next call. Any thread. */
    private final AtomicBoolean methodEnded = new AtomicBoolean();
    /** Whether the bound thread sleeps on the bell. Written by that thread. */
    private volatile boolean restsOnBell;
    /** Whether the bound thread is parked until a request is handed to it. Written by that thread. */
    private volatile boolean isParked;

    /**
     * @param owner the thread of the crew
     * @param isInMethod whether it runs a request
     */
    CallerBinding(Thread owner, BooleanSupplier isInMethod) {
        this.owner = owner;
        this.isInMethod = isInMethod;
    }

    /** Other threads may see a late value, except of a thread which they have bound or unbound. */
    boolean isBound() {
        return isBound;
    }

    boolean hasCaller() {
        return thread != CallerBindings.NO_CALLER;
    }

    int rank() {
        return rank;
    }

    int thread() {
        return thread;
    }

    boolean isTo(int ofRank, int ofThread) {
        return isBound && rank == ofRank && thread == ofThread;
    }

    /** The thread, which is not bound, begins a call of this calling thread. */
    void setCaller(int ofRank, int ofThread) {
        rank = ofRank;
        thread = ofThread;
    }

    /** Binds the thread to the calling thread whose call it runs. */
    void bind() {
        isBound = true;
    }

    void unbind() {
        thread = CallerBindings.NO_CALLER;
        isBound = false;
        takesLead = false;
    }

    /** Whether the thread can run the next call of its caller. It may be about to end its method. */
    boolean isFree() {
        return handed == null && (!isInMethod.getAsBoolean() || methodEnded.getOpaque());
    }

    void wakeOwner() {
        LockSupport.unpark(owner);
    }

    // ---- the request that was handed to the thread

    /** Null for none. */
    Frame handed() {
        return handed;
    }

    /** @param asksForLead whether the thread takes the lead afterwards */
    void hand(Frame request, boolean asksForLead) {
        takesLead = asksForLead;
        handed = request;
    }

    void clearHanded() {
        handed = null;
    }

    /** Whether the thread takes the lead now. Asks once for each request. Called by the thread itself. */
    boolean takeAskForLead() {
        boolean asked = takesLead && handed == null;
        if (asked) {
            takesLead = false;
        }
        return asked;
    }

    // ---- told by the thread itself

    void beginMethod(Frame request) {
        if (!isBound) {
            setCaller(request.sender(), CallerBindings.callingThread(request));
        }
        if (methodEnded.getPlain()) {
            methodEnded.setOpaque(false);
        }
    }

    void endMethod() {
        methodEnded.setOpaque(true);
    }

    boolean hasEndedMethod() {
        return methodEnded.getOpaque();
    }

    void setRestsOnBell(boolean rests) {
        restsOnBell = rests;
    }

    boolean restsOnBell() {
        return restsOnBell;
    }

    /** The thread is about to be parked, or is so no more. */
    void setParks(boolean parks) {
        isParked = parks;
    }

    boolean isParked() {
        return isParked;
    }
}
