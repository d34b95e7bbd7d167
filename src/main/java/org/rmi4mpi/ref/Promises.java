package org.rmi4mpi.ref;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** The futures that methods of this rank have returned and not completed yet, each of a call. Used by any thread. */
final class Promises {
    /** Between two looks for futures that are complete, and whose callers have not been told. */
    private static final long LOOK_NS = 200_000_000;

    private final ReferenceLayer layer;
    private final Map<Key, Promise> futures = new ConcurrentHashMap<>();
    /** Calls that have not begun, and that nobody wants any more. */
    private final Set<Key> cancelled = ConcurrentHashMap.newKeySet();
    private volatile long lookedAt = System.nanoTime();

    private record Key(int caller, long callId) {}

    /** A future, and how far its caller knows of it. */
    private static final class Promise {
        final CompletableFuture<?> future;
        /** Taken back by a write of the field, which neither the end of the stack nor that of the heap can prevent. */
        volatile boolean isBeingTold;
        volatile boolean isTold;

        Promise(CompletableFuture<?> future) {
            this.future = future;
        }

        /** For one thread: from now on it cannot be cancelled. */
        synchronized boolean take() {
            if (isBeingTold) {
                return false;
            }
            isBeingTold = true;
            return true;
        }
    }

    Promises(ReferenceLayer layer) {
        this.layer = layer;
    }

    /** The reply follows when the future is complete; see {@link #cancel}. */
    void add(int caller, long callId, CompletableFuture<?> future) {
        Key key = new Key(caller, callId);
        Promise promise = new Promise(future);
        futures.put(key, promise);
        boolean done = false;
        try {
            tellWhenComplete(key, promise);
            done = true;
        } finally {
            if (!done) {
                futures.remove(key);
            }
        }
    }

    private void tellWhenComplete(Key key, Promise promise) {
        promise.future.whenComplete((result, thrown) -> tell(key, promise, result, thrown));
    }

    /** Where its thread is at the end of its stack, or has no memory, the crew does it later. */
    private void tell(Key key, Promise promise, Object result, Throwable thrown) {
        if (promise.take()) {
            boolean done = false;
            try {
                layer.reply(key.caller, key.callId, result, cause(thrown));
                done = true;
            } finally {
                promise.isTold = done;
                promise.isBeingTold = done;
            }
            futures.remove(key);
        }
    }

    /** For a thread that is deep in no stack: what {@link #tell} could not do, or was not called for. */
    void tellForgotten() {
        if (futures.isEmpty() || System.nanoTime() - lookedAt < LOOK_NS) {
            return;
        }
        lookedAt = System.nanoTime();
        for (Map.Entry<Key, Promise> each : futures.entrySet()) {
            Promise promise = each.getValue();
            if (promise.isTold) {
                futures.remove(each.getKey());
            } else if (promise.future.isDone()) {
                tellWhenComplete(each.getKey(), promise);
            }
        }
    }

    /** What has been thrown, where a future of the caller's own wraps it. */
    private static Throwable cause(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /** Cancels the future, and there will be no reply; false where there is none. */
    boolean cancel(int caller, long callId) {
        if (futures.isEmpty()) {
            return false;
        }
        Key key = new Key(caller, callId);
        Promise promise = futures.get(key);
        if (promise == null || !promise.take()) {
            return false;
        }
        futures.remove(key);
        promise.future.cancel(true);
        return true;
    }

    /** Returns whether the call waits for others, and will not begin now. */
    boolean cancelHeld(int caller, long callId) {
        Key key = new Key(caller, callId);
        cancelled.add(key);
        if (layer.dispatcher().holds(caller, callId)) {
            return true;
        }
        cancelled.remove(key);
        return false;
    }

    /** Asked once as a call begins. */
    boolean isCancelled(int caller, long callId) {
        return !cancelled.isEmpty() && cancelled.remove(new Key(caller, callId));
    }
}
