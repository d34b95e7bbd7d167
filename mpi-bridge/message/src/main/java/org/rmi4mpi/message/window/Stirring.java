package org.rmi4mpi.message.window;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Job;

/**
 * Wakes, at intervals, the ranks that a call inside MPI waits for. With some MPIs these ranks have to make progress,
 * and they may sleep until a message comes. Any thread may call; one watch serves all threads.
 */
final class Stirring {
    private static final long INTERVAL_NS = 1_000_000;

    /** The ranks that the calls wait for, one array for each call. */
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
            Job.progress().watch(() -> stirUntilOver(next), null);
        }
    }

    /** Stirs the ranks if it is time to. Returns whether no call waits any more. */
    private boolean stirUntilOver(long[] next) {
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
