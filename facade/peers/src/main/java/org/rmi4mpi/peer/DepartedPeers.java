package org.rmi4mpi.peer;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.dispatch.Wait;

/**
 * The peers whose programs have ended. Each of them waits until all ranks end, and so takes part in no collective operation of
 * MPI any more. Tells about a thread of this rank that waits in one for them. Thread-safe.
 */
final class DepartedPeers {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    /** The language of each, by its rank in MPI_COMM_WORLD. */
    private final Map<Integer, String> languages = new ConcurrentSkipListMap<>();
    private final Supplier<List<Wait>> waits;
    private final int rank;
    private Thread watcher;
    /** When the waits began about which the watcher has told, and which go on. */
    private final Set<Long> told = new HashSet<>();

    /** @param waits of this rank's threads */
    DepartedPeers(int rank, Supplier<List<Wait>> waits) {
        this.rank = rank;
        this.waits = waits;
    }

    /** @param peer in MPI_COMM_WORLD */
    synchronized void add(int peer, String language) {
        languages.put(peer, language);
        if (watcher == null) {
            watcher = new Thread(this::watch, "rmi4mpi-departed-peers");
            watcher.setDaemon(true);
            watcher.start();
        }
    }

    /** All ranks have ended. */
    synchronized void end() {
        if (watcher != null) {
            watcher.interrupt();
        }
    }

    private void watch() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(PATIENCE_NS);
                List<Wait> all = waits.get();
                told.retainAll(all.stream().map(Wait::since).toList());
                all.forEach(this::tell);
            }
        } catch (InterruptedException e) {
            // the job has ended
        }
    }

    /** Tells once about a wait with departed peers. Whether they have made their call before, this rank does not know. */
    private void tell(Wait wait) {
        Awaited awaited = wait.awaited();
        if (awaited == null || awaited.event() != Awaited.Event.COLLECTIVE
                || System.nanoTime() - wait.since() < PATIENCE_NS || told.contains(wait.since())) {
            return;
        }
        for (int peer : awaited.ranks()) {
            String language = languages.get(peer);
            if (language != null) {
                told.add(wait.since());
                System.err.println("rmi4mpi: rank " + rank + " waits in " + awaited.call() + " on " + awaited.on()
                        + " with rank " + peer + " in " + language
                        + ", whose program has ended: if it has not made the same call before, this waits for ever, and rmi4mpirun --why names who is missing. For ranks in Java alone"
                        + " there are Ranks.barrier(), and communicators of createGroup");
                return;
            }
        }
    }
}
