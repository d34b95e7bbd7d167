package org.rmi4mpi.dispatch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The waits for room at a receiver: of threads that make one-way and asynchronous calls, and of the requests in the
 * {@code Backlog}. {@link OverdueCalls} reports those that last. Used by any thread.
 */
final class RoomWaits {
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

    /** A wait, and its begin in the time of {@link System#nanoTime}. */
    static final class Wait {
        final int receiver;
        final long since = System.nanoTime();

        private Wait(int receiver) {
            this.receiver = receiver;
        }
    }

    Wait begin(int receiver) {
        Wait begun = new Wait(receiver);
        waits.add(begun);
        return begun;
    }

    void end(Wait begun) {
        waits.remove(begun);
    }

    void forEach(Consumer<Wait> consumer) {
        waits.forEach(consumer);
    }
}
