package org.rmi4mpi.rmi;

import java.rmi.server.ExportException;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * Exports the job's registry and the directory at rank 0, under well-known ids.
 *
 * @hidden internal
 */
public final class JobRegistryService implements RankService {
    static final int HOME = 0;
    static final long OBJECT_ID = 1;
    static final long DIRECTORY_ID = 2;
    /** Used by every rank of a --rmi program. */
    static final long ACTIVITY_ID = 4;

    static Directory directory() {
        return (Directory) Stubs.create(DirectoryTable.class, ReferenceLayer.current().reference(HOME, DIRECTORY_ID));
    }

    static RankActivity activity(int rank) {
        return (RankActivity) Stubs.create(ProgramThreads.class, ReferenceLayer.current().reference(rank, ACTIVITY_ID));
    }

    @Override
    public void start(ReferenceLayer layer) {
        PlainInterfaces.tell(JobRegistryTable.class); // initialised here: later a full heap would take it away for good
        if (layer.rank() == HOME) {
            try {
                layer.export(OBJECT_ID, new JobRegistryTable(), RegistryFilter.OF_PROCESS);
                layer.export(DIRECTORY_ID, new DirectoryTable());
            } catch (ExportException e) {
                throw new AssertionError("a rank starts its services once", e);
            }
        }
    }
}
