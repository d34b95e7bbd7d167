package org.rmi4mpi.message.window;

import java.util.Arrays;
import java.util.BitSet;
import org.rmi4mpi.message.data.Check;

/**
 * The epochs of a window, in which its memory may be used: MPI 3.1, 11.5. Calls whose result MPI leaves undefined are
 * refused here. Any thread may call; this object's monitor guards the state.
 */
final class Epochs {
    /** Whether a fence has begun an epoch. The epoch counts as open when an operation is made in it. */
    private boolean isFenced;
    private boolean isFenceUsed;
    private final BitSet started = new BitSet();
    private boolean isStarted;
    private boolean isPosted;
    private final BitSet locked = new BitSet();
    private boolean isAllLocked;

    /** Whether locks are allowed: the window was made without the hint no_locks. */
    private final boolean mayLock;

    Epochs(boolean mayLock) {
        this.mayLock = mayLock;
    }

    private void requireLocks(String call) {
        Check.argument(call, mayLock, "epoch", "one of a window with the hint no_locks", "a window without it");
    }

    private void require(String call, boolean holds, String expected) {
        if (!holds) {
            Check.argument(call, false, "epoch", state(), expected);
        }
    }

    private void requireLock(String call, int rank) {
        if (!holdsLock(rank)) {
            require(call, false, "a lock of rank " + rank + ": call lock or lockAll");
        }
    }

    private boolean holdsLock(int rank) {
        return isAllLocked || locked.get(rank);
    }

    /** The open epochs, in words. */
    private String state() {
        String text = (isFenceUsed ? ", after a fence" : "") + (isStarted ? ", after start" : "")
                + (isPosted ? ", after post" : "") + (isAllLocked ? ", after lockAll" : "")
                + (locked.isEmpty() ? "" : ", with locks of ranks " + locked.stream().boxed().toList());
        return text.isEmpty() ? "none" : text.substring(2);
    }

    /**
     * MPI allows operations with requests only in epochs of locks, but programs of Open MPI also make them between
     * fences.
     */
    synchronized void checkOperation(String call, int rank, boolean hasRequest) {
        if (isFenced) {
            isFenceUsed = true;
        } else if (hasRequest) {
            requireLock(call, rank);
        } else if (!holdsLock(rank) && !(isStarted && started.get(rank))) {
            require(call, false,
                    "one that lets this rank use the window of rank " + rank + ": call fence, start, lock or lockAll");
        }
    }

    synchronized void checkLocked(String call, int rank) {
        requireLock(call, rank);
    }

    synchronized void checkAnyLocked(String call) {
        require(call, isAllLocked || !locked.isEmpty(), "a lock: call lock or lockAll");
    }

    synchronized void checkFence(String call) {
        require(call, !isStarted && !isPosted && !isAllLocked && locked.isEmpty(),
                "none but that of a fence: end it first");
    }

    synchronized void fenced(boolean opens) {
        isFenced = opens;
        isFenceUsed = false;
    }

    private void leaveFence(String call) {
        require(call, !isFenceUsed, "none: call fence first");
        isFenced = false;
    }

    synchronized void start(String call, int[] ranks) {
        leaveFence(call);
        require(call, !isStarted && !isAllLocked && locked.isEmpty(), "none: end it first");
        isStarted = true;
        Arrays.stream(ranks).forEach(started::set);
    }

    synchronized void complete(String call) {
        require(call, isStarted, "one that start has begun");
        isStarted = false;
        started.clear();
    }

    synchronized void post(String call) {
        leaveFence(call);
        require(call, !isPosted, "none that post has begun: call waitFor or test first");
        isPosted = true;
    }

    synchronized void checkPosted(String call) {
        require(call, isPosted, "one that post has begun");
    }

    synchronized void waited() {
        isPosted = false;
    }

    synchronized void lock(String call, int rank) {
        requireLocks(call);
        leaveFence(call);
        require(call, !isStarted && !isAllLocked && !locked.get(rank), "none: end it first");
        locked.set(rank);
    }

    synchronized void unlock(String call, int rank) {
        if (!locked.get(rank)) {
            require(call, false, "a lock of rank " + rank);
        }
        locked.clear(rank);
    }

    synchronized void lockAll(String call) {
        requireLocks(call);
        leaveFence(call);
        require(call, !isStarted && !isAllLocked && locked.isEmpty(), "none: end it first");
        isAllLocked = true;
    }

    synchronized void unlockAll(String call) {
        require(call, isAllLocked, "one that lockAll has begun");
        isAllLocked = false;
    }

    synchronized void checkEnd(String call) {
        require(call, areEnded(), "none: end it first");
    }

    /** Whether no epoch is open that a call has to end. */
    synchronized boolean areEnded() {
        return !isStarted && !isPosted && !isAllLocked && locked.isEmpty();
    }
}
