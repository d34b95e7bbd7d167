package org.rmi4mpi.rmi;

import java.io.Serializable;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Objects;
import org.rmi4mpi.ref.RankLostException;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.survive.Living;

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
            if (Living.isSurvived()) {
                bindToSurvive(name, bound, layer.rank(), replace);
            } else {
                JobRegistryService.registryAt(JobRegistryService.HOME).bind(rank, name, bound, layer.rank(), replace);
            }
        } catch (NotBoundException e) {
            throw new AssertionError("a name need not be bound to be bound", e);
        }
    }

    private void bindToSurvive(String name, Remote bound, int own, boolean replace)
            throws RemoteException, AlreadyBoundException, NotBoundException {
        OwnNames names = JobRegistryService.ownNames();
        OwnNames.Pending begun = names.begin(rank, name, bound);
        JobRegistry.Change change;
        try {
            change = JobRegistryService.use(registry -> registry.bindToSurvive(rank, name, bound, own, replace));
            names.settle(begun, change.version());
        } finally {
            names.drop(begun);
        }
        if (change.before() != own) {
            tellBinder(name, change);
        }
    }

    @Override
    public void unbind(String name) throws RemoteException, NotBoundException {
        Objects.requireNonNull(name, "name");
        try {
            if (Living.isSurvived()) {
                tellBinder(name, JobRegistryService.use(registry -> registry.unbindToSurvive(rank, name)));
            } else {
                JobRegistryService.registryAt(JobRegistryService.HOME).unbind(rank, name);
            }
        } catch (AlreadyBoundException e) {
            throw new AssertionError("a name that goes stands in no way", e);
        }
    }

    /** Tells the rank that had bound a name before, which would bind it anew at another home. */
    private static void tellBinder(String name, JobRegistry.Change change) throws RemoteException {
        if (change.before() == JobRegistry.JOB) {
            return;
        }
        try {
            JobRegistryService.registryAt(change.before()).forget(change.rank(), name, change.version());
        } catch (RankLostException e) {
            // Its names are gone.
        }
    }

    @Override
    public String[] list() throws RemoteException {
        return ask(registry -> registry.list(rank));
    }

    @Override
    public boolean wasBound(String name) throws RemoteException {
        return ask(registry -> registry.wasBound(rank, name));
    }

    private static <T> T ask(JobRegistryService.Use<T> question) throws RemoteException {
        try {
            return JobRegistryService.use(question);
        } catch (NotBoundException | AlreadyBoundException e) {
            throw new AssertionError("a question needs no name", e);
        }
    }

    @Override
    public String toString() {
        return rank == JobRegistry.JOB ? "registry of the job" : "registry of rank " + rank;
    }
}
