package org.rmi4mpi.ref;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What a thread keeps for the calls that it makes. Owned by that thread. */
final class CallerThread {
    private final ThreadCall first;
    private final int number;
    /** Objects of this rank that it has made one-way or asynchronous calls to; null while there are none. */
    private Set<Long> ownPipelined;
    /** Of its last asynchronous call. */
    private CompletableFuture<Object> future;

    @SuppressWarnings("this-escape") // to its first call, which uses it later
    CallerThread(ReferenceLayer layer) {
        first = new ThreadCall(layer, this);
        number = first.number();
    }

    /** Its place for a call, which is under way in none. */
    ThreadCall freeCall() {
        return first.free();
    }

    /** What its requests carry, so that those to one object keep their order. */
    int number() {
        return number;
    }

    /** It sends a call to an object of its own rank, and does not wait. */
    void pipelinesToOwn(long objectId) {
        if (ownPipelined == null) {
            ownPipelined = new HashSet<>();
        }
        ownPipelined.add(objectId);
    }

    /** Whether it has sent such calls to an object of its own rank: they come before the one that asks. */
    boolean hasPipelinedToOwn(long objectId) {
        return ownPipelined != null && ownPipelined.remove(objectId);
    }

    void keepFuture(CompletableFuture<Object> ofCall) {
        future = ofCall;
    }

    /** That of the last asynchronous call, once; null where there is none. */
    CompletableFuture<Object> takeFuture() {
        CompletableFuture<Object> taken = future;
        future = null;
        return taken;
    }
}
