package org.rmi4mpi.ref;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The state of a thread that makes calls. Owned by that thread, and by one that follows when it has ended. */
final class CallerThread {
    private final int number;
    /** Objects of this rank that received one-way or asynchronous calls from this thread; null while there are none. */
    private Set<Long> ownPipelined;
    /** The future of the last asynchronous call. */
    private CompletableFuture<Object> future;

    CallerThread(int number) {
        this.number = number;
    }

    /** The number that its requests carry, so that requests of one thread to one object keep their order. */
    int number() {
        return number;
    }

    /** Forgets the calls of the thread before. */
    void forget() {
        ownPipelined = null;
        future = null;
    }

    /** Records a call to an object of this rank that the thread does not wait for. */
    void notePipelinedToOwn(long objectId) {
        if (ownPipelined == null) {
            ownPipelined = new HashSet<>();
        }
        ownPipelined.add(objectId);
    }

    boolean hasPipelinedToOwn(long objectId) {
        return ownPipelined != null && ownPipelined.contains(objectId);
    }

    /**
     * Whether the thread has sent such calls to the object. If so, they have to begin before the next one. Resets the
     * answer.
     */
    boolean takePipelinedToOwn(long objectId) {
        return ownPipelined != null && ownPipelined.remove(objectId);
    }

    void keepFuture(CompletableFuture<Object> ofCall) {
        future = ofCall;
    }

    /** Returns and clears the future of the last asynchronous call; null if there is none. */
    CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> taken = future;
        future = null;
        return taken;
    }
}
