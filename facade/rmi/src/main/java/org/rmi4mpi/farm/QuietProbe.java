package org.rmi4mpi.farm;

import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.ref.ReferenceLayer;

/** Tells when this rank is quiet. Thread-safe. */
final class QuietProbe implements RankQuiet {
    private final ReferenceLayer layer;
    private final Workers workers;
    /** Number of threads that serve {@link #await}. Their calls do not count. */
    private final AtomicInteger serving = new AtomicInteger();

    QuietProbe(ReferenceLayer layer, Workers workers) {
        this.layer = layer;
        this.workers = workers;
    }

    @Override
    public long await(long timeoutNs) {
        serving.incrementAndGet();
        try {
            return awaitHere(timeoutNs);
        } finally {
            serving.decrementAndGet();
        }
    }

    /** As {@link #await}, on a thread that serves no call. */
    long awaitHere(long timeoutNs) {
        long sent = layer.awaitQuiet(System.nanoTime() + timeoutNs, serving::get,
                () -> layer.tasksUnderWay() == 0 && workers.isIdle());
        return sent < 0 ? TIMEOUT : sent + layer.tasksSubmitted();
    }
}
