package org.rmi4mpi.rmi;

import java.rmi.server.ExportException;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;

/** Puts the registry at rank 0 under an id that every rank knows. */
public final class JobRegistryService implements RankService {
    static final int HOME = 0;
    static final long OBJECT_ID = 1;

    @Override
    public void start(ReferenceLayer layer) {
        if (layer.rank() == HOME) {
            try {
                layer.export(OBJECT_ID, new JobRegistryTable());
            } catch (ExportException e) {
                throw new AssertionError("a rank starts its services once", e);
            }
        }
    }
}
