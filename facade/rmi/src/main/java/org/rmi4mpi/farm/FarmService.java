package org.rmi4mpi.farm;

import java.rmi.server.ExportException;
import org.rmi4mpi.launch.RankJob;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Exports the workers and the probe of each rank, under well-known ids.
 *
 * @hidden internal
 */
public final class FarmService implements RankService {
    private static final long WORKERS_ID = RequestFrame.TASKS;
    private static final long PROBE_ID = 11;

    private static volatile QuietProbe ownProbe;

    static TaskHost host(ReferenceLayer layer, int rank) {
        return (TaskHost) Stubs.create(Workers.class, layer.reference(rank, WORKERS_ID));
    }

    static RankQuiet probe(ReferenceLayer layer, int rank) {
        return (RankQuiet) Stubs.create(QuietProbe.class, layer.reference(rank, PROBE_ID));
    }

    static QuietProbe ownProbe() {
        return ownProbe;
    }

    /** @throws IllegalArgumentException if the job has no such rank */
    static void check(ReferenceLayer layer, int rank) {
        if (rank < 0 || rank >= layer.size()) {
            throw new IllegalArgumentException("rank " + rank + " of a job of " + layer.size()
                    + ": give one from 0 to " + (layer.size() - 1));
        }
    }

    @Override
    public void start(ReferenceLayer layer) {
        Workers workers = new Workers(layer.dispatcher(), layer.rank(), RankJob.cores());
        QuietProbe probe = new QuietProbe(layer, workers);
        ownProbe = probe;
        layer.setTasks(new TaskCounts());
        try {
            layer.export(PROBE_ID, probe);
            layer.export(WORKERS_ID, workers);
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
    }
}
