package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import org.rmi4mpi.ref.RankLostException;
import org.rmi4mpi.ref.RankService;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.survive.Living;

/**
 * Exports the job's registry and the directory at rank 0, under well-known ids.
 *
 * @hidden internal
 */
public final class JobRegistryService implements RankService {
    static final int HOME = JobRegistry.HOME;
    static final long OBJECT_ID = 1;
    static final long DIRECTORY_ID = 2;
    /** Used by every rank of a --rmi program. */
    static final long ACTIVITY_ID = 4;

    private static volatile OwnNames ownNames;

    /** The names of this rank, where the job goes on without lost ranks; otherwise null. */
    static OwnNames ownNames() {
        return ownNames;
    }

    /** @throws ConnectException if the job does not run */
    static ReferenceLayer layer() throws ConnectException {
        try {
            return ReferenceLayer.current();
        } catch (IllegalStateException e) {
            throw new ConnectException(e.getMessage());
        }
    }

    static JobRegistry registryAt(int home) throws RemoteException {
        return (JobRegistry) Stubs.create(JobRegistryTable.class, layer().reference(home, OBJECT_ID));
    }

    /** A use of the registry. */
    @FunctionalInterface
    interface Use<T> {
        T of(JobRegistry registry) throws RemoteException, NotBoundException, AlreadyBoundException;
    }

    /** Uses the registry, and once more where the rank that keeps it is lost meanwhile. */
    static <T> T use(Use<T> use) throws RemoteException, NotBoundException, AlreadyBoundException {
        while (true) {
            int home = Living.lowest();
            try {
                return use.of(registryAt(home));
            } catch (RankLostException e) {
                if (e.rank() != home) {
                    throw e;
                }
            }
        }
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
        if (Living.isSurvived()) {
            ownNames = new OwnNames(layer.rank(), JobRegistryService::registryAt, Living::lowest);
        }
        if (layer.rank() == HOME || Living.isSurvived()) {
            try {
                JobRegistryTable table = new JobRegistryTable(layer.rank(), layer.size(), ownNames);
                if (Living.isSurvived()) {
                    Living.onLoss(layer, table::lose);
                    Living.onLoss(layer, rank -> ownNames.startMove());
                }
                layer.export(OBJECT_ID, table, RegistryFilter.OF_PROCESS);
                layer.export(DIRECTORY_ID, new DirectoryTable(layer.size(), System::nanoTime));
            } catch (ExportException e) {
                throw new AssertionError("a rank starts its services once", e);
            }
        }
    }
}
