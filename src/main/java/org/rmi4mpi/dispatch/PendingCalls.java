package org.rmi4mpi.dispatch;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.function.Consumer;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.TransportException;

/**
 * The table of pending calls. A place belongs to one thread, and is reused after that thread's slot has been collected.
 * Read by any thread. Modified under the monitor.
 */
final class PendingCalls {
    @SuppressWarnings({"unchecked", "rawtypes"})
    private volatile WeakReference<PendingCall>[] places = new WeakReference[64];
    private int used;
    /** Index at which a free place was last found. */
    private int lastFree;

    synchronized void add(PendingCall call) {
        WeakReference<PendingCall> held = new WeakReference<>(call);
        int place = used < places.length ? used++ : freePlace();
        WeakReference<PendingCall>[] changed = places;
        changed[place] = held; // Stored at once, so that no lack of memory or stack can leave the place empty.
        places = changed; // Publishes the change to readers without the monitor.
        call.takePlace(place);
    }

    private int freePlace() {
        for (int i = 0; i < used; i++) {
            lastFree = (lastFree + 1) % used;
            if (places[lastFree].get() == null) {
                return lastFree;
            }
        }
        places = Arrays.copyOf(places, 2 * places.length);
        return used++;
    }

    /** The call at the place that an id names; null if there is none. */
    PendingCall find(long id) {
        int place = (int) id;
        WeakReference<PendingCall>[] all = places;
        WeakReference<PendingCall> found = place >= 0 && place < all.length ? all[place] : null;
        return found == null ? null : found.get();
    }

    void forEach(Consumer<PendingCall> action) {
        for (WeakReference<PendingCall> place : places) {
            PendingCall call = place == null ? null : place.get();
            if (call != null) {
                action.accept(call);
            }
        }
    }

    /** Makes all calls fail. */
    synchronized void fail(TransportException exception, RankBell bell) {
        forEach(call -> call.fail(exception, bell));
    }

    /** Wakes the threads that wait for lost ranks, to which they make their calls no longer. */
    void wakeLost(RankBell bell) {
        forEach(call -> {
            if (call.isToLost() && call.waitsSince() != 0) {
                call.wake(bell);
            }
        });
    }

    /** Fails each call to a rank for which a thread waits. */
    void failWaiting(int peer, TransportException exception, RankBell bell) {
        forEach(call -> {
            if (call.peer() == peer && call.waitsSince() != 0) {
                call.fail(exception, bell);
            }
        });
    }
}
