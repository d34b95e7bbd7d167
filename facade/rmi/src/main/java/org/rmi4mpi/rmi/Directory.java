package org.rmi4mpi.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.util.Set;

/** What the ranks of a --rmi job know in common: the registries that were created, and who may still bring something. */
interface Directory extends Remote {
    int NOBODY = -1;

    /**
     * Makes a registry known.
     *
     * @param host of the rank
     * @return the rank that has one there on this port; {@link #NOBODY} if it is the caller's from now on
     */
    int add(int rank, String host, int port, Registry registry) throws RemoteException;

    void remove(int rank, String host, int port) throws RemoteException;

    /**
     * The registry on a port of a host. On the standard port, where none was ever created, it is the job's own.
     *
     * @param rank whose registry comes first; {@link #NOBODY}
     * @return null where there is none
     */
    KnownRegistry find(int rank, String host, int port) throws RemoteException;

    /** The rank's program has ended. */
    void ended(int rank) throws RemoteException;

    /** The ranks that have. */
    Set<Integer> ended() throws RemoteException;
}
