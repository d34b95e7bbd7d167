package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;

/**
 * The waits for room at a receiver: of threads that make one-way and asynchronous calls or write a message in pieces, of the
 * requests in the {@code Backlog}, and of pieces that are kept. {@link OverdueCalls} reports those that last. Used by any thread.
 */
final class RoomWaits {
    static final String REQUEST = "a one-way or asynchronous call";

    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

    /** A wait, and its begin in the time of {@link System#nanoTime}. */
    static final class Wait {
        final int receiver;
        final long since = System.nanoTime();
        /** What waits for room, in words. */
        final String message;
        /** Null for what is kept without a thread. */
        private final Thread thread;

        private Wait(int receiver, Thread thread, String message) {
            this.receiver = receiver;
            this.thread = thread;
            this.message = message;
        }

        /** For a report of waits. */
        org.rmi4mpi.dispatch.Wait reported() {
            return new org.rmi4mpi.dispatch.Wait(thread, new Awaited(Awaited.Event.ROOM, message, "",
                    List.of(Job.worldRank(receiver)), ""), null, since);
        }
    }

    /**
     * @param thread the waiting thread; null if none waits
     * @param message what waits for room, in words
     */
    Wait begin(int receiver, Thread thread, String message) {
        Wait begun = new Wait(receiver, thread, message);
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
