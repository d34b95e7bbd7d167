package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;
import org.rmi4mpi.bridge.Completion;

/**
 * The threads that sleep until a message or mail comes, for reports of waits. A thread enters when it has polled in vain.
 * Waits for replies are in {@link PendingCalls}, and those for room in {@link RoomWaits}. Used by any thread.
 */
final class Waits {
    private final Map<Thread, Begun> begun = new ConcurrentHashMap<>();

    private final Probe probe;

    Waits(Probe probe) {
        this.probe = probe;
    }

    /** @param since in the time of {@link System#nanoTime} */
    private record Begun(Completion completion, long since) {}

    /** The current thread begins to wait. Does nothing where there is no memory to record it. */
    void begin(Completion completion) {
        try {
            probe.waitBegins(completion);
            begun.put(Thread.currentThread(), new Begun(completion, System.nanoTime()));
        } catch (OutOfMemoryError e) {
            // A report then has the stack alone.
        }
    }

    void end() {
        begun.remove(Thread.currentThread());
        probe.waitEnds();
    }

    /** The waits for a piece of a message, and their begins in the time of {@link System#nanoTime}. */
    void forEachPiece(ObjLongConsumer<IncomingPieces> consumer) {
        begun.values().forEach(wait -> {
            if (wait.completion instanceof IncomingPieces pieces) {
                consumer.accept(pieces, wait.since);
            }
        });
    }

    void addTo(List<Wait> all) {
        begun.forEach((thread, wait) -> all.add(Wait.of(thread, wait.completion, wait.since)));
    }
}
