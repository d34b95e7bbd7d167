package org.rmi4mpi.ref;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/** The futures that methods of this rank have returned and not completed yet, each of a call. Used by any thread. */
final class Promises {
    private final ReferenceLayer layer;
    private final Map<Key, CompletableFuture<?>> futures = new ConcurrentHashMap<>();
    /** Calls that have not begun, and that nobody wants any more. */
    private final Set<Key> cancelled = ConcurrentHashMap.newKeySet();

    private record Key(int caller, long callId) {}

    Promises(ReferenceLayer layer) {
        this.layer = layer;
    }

    /** The reply follows when the future is complete; see {@link #cancel}. */
    void add(int caller, long callId, CompletableFuture<?> future) {
        Key key = new Key(caller, callId);
        futures.put(key, future);
        future.whenComplete((result, thrown) -> {
            if (futures.remove(key) != null) {
                layer.reply(caller, callId, result, cause(thrown));
            }
        });
    }

    /** What has been thrown, where a future of the caller's own wraps it. */
    private static Throwable cause(Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /** Cancels the future, and there will be no reply; false where there is none. */
    boolean cancel(int caller, long callId) {
        CompletableFuture<?> future = futures.remove(new Key(caller, callId));
        if (future != null) {
            future.cancel(true);
        }
        return future != null;
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
