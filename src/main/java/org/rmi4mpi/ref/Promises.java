package org.rmi4mpi.ref;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.dispatch.Dispatcher;

/** The incomplete futures that methods of this rank have returned, by their calls. Thread-safe. */
final class Promises {
    /** Interval in ns between two searches for completed futures whose callers have not been told. */
    private static final long LOOK_NS = 200_000_000;

    private final ServedCalls served;
    private final Dispatcher dispatcher;
    private final Map<Key, Promise> futures = new ConcurrentHashMap<>();
    /** Calls that were cancelled before they began. */
    private final Set<Key> cancelled = ConcurrentHashMap.newKeySet();
    private volatile long lookedAt = System.nanoTime();

    private record Key(int caller, long callId) {}

    /** A future, and whether its caller has been told of the result. */
    private static final class Promise {
        final CompletableFuture<?> future;
        /** Reset by a plain field write, which succeeds even without stack or heap. */
        volatile boolean isBeingTold;
        volatile boolean isTold;

        Promise(CompletableFuture<?> future) {
            this.future = future;
        }

        /** Claims the future for one thread. From now on it cannot be cancelled. */
        synchronized boolean take() {
            if (isBeingTold) {
                return false;
            }
            isBeingTold = true;
            return true;
        }
    }

    /** @param served sends the replies */
    Promises(ServedCalls served, Dispatcher dispatcher) {
        this.served = served;
        this.dispatcher = dispatcher;
    }

    /** Registers a future. The reply is sent when it completes, unless {@link #cancel} comes first. */
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

    /** Sends the reply. If this thread lacks stack or memory, the crew sends it later. */
    private void tell(Key key, Promise promise, Object result, Throwable thrown) {
        if (promise.take()) {
            boolean done = false;
            try {
                served.free().replyPromised(key.caller, key.callId, result, cause(thrown));
                done = true;
            } finally {
                promise.isTold = done;
                promise.isBeingTold = done;
            }
            futures.remove(key);
        }
    }

    /**
     * Sends the replies that {@link #tell} could not send, and those for which it was not called. Called by a thread
     * with a short stack.
     */
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

    /** Unwraps the exception of a dependent future. */
    private static Throwable cause(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /** Cancels the future, so that no reply is sent. Returns false if there is none. */
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

    /** Cancels a call that waits for earlier calls to end. Returns false if it does not wait. */
    boolean cancelHeld(int caller, long callId) {
        Key key = new Key(caller, callId);
        cancelled.add(key);
        if (dispatcher.holds(caller, callId)) {
            return true;
        }
        cancelled.remove(key);
        return false;
    }

    /** Whether the call has been cancelled. Asked once, when it begins. */
    boolean takeCancelled(int caller, long callId) {
        return !cancelled.isEmpty() && cancelled.remove(new Key(caller, callId));
    }
}
