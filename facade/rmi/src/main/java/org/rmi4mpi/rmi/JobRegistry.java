package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** The registry of the job, at rank 0. A name is bound either for the whole job, or under a rank. */
interface JobRegistry extends Remote {
    /** Stands for the whole job instead of a rank. */
    int JOB = -1;

    /**
     * @param rank the rank to bind under, or {@link #JOB}
     * @param binder the rank that binds
     * @param replace whether to replace an existing binding
     */
    void bind(int rank, String name, Remote object, int binder, boolean replace)
            throws RemoteException, AlreadyBoundException;

    void unbind(int rank, String name) throws RemoteException, NotBoundException;

    /** A lookup under a rank also finds the names that this rank has bound for the whole job. */
    Remote lookup(int rank, String name) throws RemoteException, NotBoundException;

    /** Whether the name was ever bound, so that lookup would have found it. */
    boolean wasBound(int rank, String name) throws RemoteException;

    String[] list(int rank) throws RemoteException;

    /** A rank has bound its names here, since the rank that kept the registry before is lost. */
    void haveMoved(int rank) throws RemoteException;
}
