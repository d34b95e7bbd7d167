package org.rmi4mpi.rmi;

import java.rmi.ConnectException;
import java.rmi.RemoteException;
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

    /** @throws ConnectException if the job does not run */
    static ReferenceLayer layer() throws ConnectException {
        try {
            return ReferenceLayer.current();
        } catch (IllegalStateException e) {
            throw new ConnectException(e.getMessage());
        }
    }

    static JobRegistry registry() throws RemoteException {
        return (JobRegistry) Stubs.create(JobRegistryTable.class, layer().reference(HOME, OBJECT_ID));
    }

    static Directory directory() throws RemoteException {
        return (Directory) Stubs.create(DirectoryTable.class, layer().reference(HOME, DIRECTORY_ID));
    }

    static RankActivity activity(int rank) throws RemoteException {
        return (RankActivity) Stubs.create(ProgramThreads.class, layer().reference(rank, ACTIVITY_ID));
    }

    @Override
    public void start(ReferenceLayer layer) {
        PlainInterfaces.tell(JobRegistryTable.class); // initialised here: later a full heap would take it away for good
        if (layer.rank() == HOME) {
            try {
                layer.export(OBJECT_ID, new JobRegistryTable(), RegistryFilter.OF_PROCESS);
                layer.export(DIRECTORY_ID, new DirectoryTable(layer.size(), System::nanoTime));
            } catch (ExportException e) {
                throw new AssertionError("a rank starts its services once", e);
            }
        }
    }
}
