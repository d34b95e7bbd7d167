package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Objects;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * The job's registry as a program sees it: the names of the whole job, or those of one rank. Stateless.
 *
 * @param rank the rank, or {@link JobRegistry#JOB}
 */
record RegistryView(int rank) implements KnownRegistry, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Remote lookup(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        try {
            return BoundStub.open(JobRegistryService.use(registry -> registry.lookup(rank, name)));
        } catch (AlreadyBoundException e) {
            throw new AssertionError("a look-up binds nothing", e);
        }
    }

    @Override
    public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
        bind(name, object, false);
    }

    @Override
    public void rebind(String name, Remote object) throws RemoteException {
        try {
            bind(name, object, true);
        } catch (AlreadyBoundException e) {
            throw new AssertionError("a binding that gives way cannot stand in the way", e);
        }
    }

    private void bind(String name, Remote object, boolean replace) throws RemoteException, AlreadyBoundException {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(object, "object");
        ReferenceLayer layer = JobRegistryService.layer();
        Remote bound = BoundStub.of(object, layer);
        try {
            JobRegistryService.use(registry -> {
                registry.bind(rank, name, bound, layer.rank(), replace);
                return null;
            });
        } catch (NotBoundException e) {
            throw new AssertionError("a name need not be bound to be bound", e);
        }
        OwnNames.add(rank, name, bound);
    }

    @Override
    public void unbind(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        OwnNames.remove(rank, name);
        try {
            JobRegistryService.use(registry -> {
                registry.unbind(rank, name);
                return null;
            });
        } catch (AlreadyBoundException e) {
            throw new AssertionError("a name that goes stands in no way", e);
        }
    }

    @Override
    public String[] list() throws RemoteException {
        return JobRegistryService.registry().list(rank);
    }

    @Override
    public boolean wasBound(String name) throws RemoteException {
        return JobRegistryService.registry().wasBound(rank, name);
    }

    @Override
    public String toString() {
        return rank == JobRegistry.JOB ? "registry of the job" : "registry of rank " + rank;
    }
}
