package org.rmi4mpi.message;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Job;

/**
 * Wakes ranks that a call inside MPI waits for, now and then: with some MPIs they have to take part, and they may sleep until a
 * message comes. Any thread may call; a single watch serves all of them.
 */
final class Stirring {
    private static final long INTERVAL_NS = 1_000_000;

    /** The ranks that each waiting call waits for; a call has an array of its own. */
    private final Set<int[]> awaited = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isWatching = new AtomicBoolean();

    int during(int[] worldRanks, IntSupplier call) {
        int[] own = worldRanks.clone();
        Job.stirAll(own);
        awaited.add(own);
        try {
            watch();
            return call.getAsInt();
        } finally {
            awaited.remove(own);
        }
    }

    private void watch() {
        if (isWatching.compareAndSet(false, true)) {
            long[] next = {System.nanoTime() + INTERVAL_NS};
            Job.progress().watch(() -> isOver(next), null);
        }
    }

    /** Whether nobody waits any more. */
    private boolean isOver(long[] next) {
        if (awaited.isEmpty()) {
            isWatching.set(false);
            return awaited.isEmpty() || !isWatching.compareAndSet(false, true);
        } else if (System.nanoTime() - next[0] >= 0) {
            awaited.forEach(Job::stirAll);
            next[0] = System.nanoTime() + INTERVAL_NS;
        }
        return false;
    }
}
