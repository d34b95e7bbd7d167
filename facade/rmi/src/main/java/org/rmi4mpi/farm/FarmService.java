package org.rmi4mpi.farm;

import java.rmi.server.ExportException;
import org.rmi4mpi.launch.RankJob;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Exports the workers of each rank, under a well-known id.
 *
 * @hidden internal
 */
public final class FarmService implements RankService {
    private static final long OBJECT_ID = 10;

    static TaskHost host(ReferenceLayer layer, int rank) {
        return (TaskHost) Stubs.create(Workers.class, layer.reference(rank, OBJECT_ID));
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
        try {
            layer.export(OBJECT_ID, new Workers(layer.rank(), RankJob.cores()));
        } catch (ExportException e) {
            throw new AssertionError("a rank starts its services once", e);
        }
    }
}
