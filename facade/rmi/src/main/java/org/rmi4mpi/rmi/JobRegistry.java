package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * The one registry of the job, which rank 0 keeps. A name is bound either for the whole job, or under the
 * name of a rank.
 */
interface JobRegistry extends Remote {
    /** Stands for the whole job where a rank is expected. */
    int JOB = -1;

    /**
     * @param rank under whose name, or {@link #JOB}
     * @param binder the rank that asks
     * @param replace whether a binding that is there gives way
     */
    void bind(int rank, String name, Remote object, int binder, boolean replace)
            throws RemoteException, AlreadyBoundException;

    void unbind(int rank, String name) throws RemoteException, NotBoundException;

    /** Under the name of a rank, also what that rank has bound for the whole job is found. */
    Remote lookup(int rank, String name) throws RemoteException, NotBoundException;

    /** Whether lookup has ever found it. */
    boolean wasBound(int rank, String name) throws RemoteException;

    String[] list(int rank) throws RemoteException;
}
