package org.rmi4mpi.bench.call;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import mpi.MPI;
import org.rmi4mpi.rmi.LocateRegistry;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** rmi4mpi: members are ranks, and use the registry of the job. */
final class RankSystem implements RemoteSystem {
    private boolean ended;

    @Override
    public void join(int registryPort) {
        // the job is one
    }

    @Override
    public Registry registry() throws RemoteException {
        return LocateRegistry.getRegistry();
    }

    @Override
    public Remote export(Remote object) throws RemoteException {
        return UnicastRemoteObject.exportObject(object, 0);
    }

    @Override
    public Service oneWay(Service stub) {
        return org.rmi4mpi.rmi.Calls.oneWay(stub);
    }

    @Override
    public void barrier() {
        MPI.COMM_WORLD.Barrier();
    }

    @Override
    public void end() {
        if (!ended) {
            ended = true;
            MPI.Finalize();
        }
    }
}
