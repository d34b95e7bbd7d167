package org.rmi4mpi.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.util.Map;
import java.util.Set;

/**
 * The common knowledge of the ranks of a --rmi job: the registries that were created, and the ranks whose programs have
 * ended.
 */
interface Directory extends Remote {
    int NOBODY = -1;

    /**
     * Registers a registry.
     *
     * @param host host of the rank
     * @return the rank that has a registry on this host and port already; {@link #NOBODY} if the new registry was
     *     registered
     */
    int add(int rank, String host, int port, Registry registry) throws RemoteException;

    void remove(int rank, String host, int port) throws RemoteException;

    /**
     * Finds the registry on a port of a host. If no registry was ever created on the standard port, the registry of the
     * job is found there.
     *
     * @param rank the rank whose names are wanted; {@link #NOBODY} for the names of the whole job
     * @return null if there is none
     */
    KnownRegistry find(int rank, String host, int port) throws RemoteException;

    /** The registries that ranks have created, each by its {@code host:port}. */
    Map<String, KnownRegistry> created() throws RemoteException;

    /** Records that the rank's program begins. */
    void begun(int rank) throws RemoteException;

    /**
     * Whether a rank that uses a missing registry should wait for it, although it does not look a name up. It may
     * create the registry itself when it learns that there is none. All ranks start at once, so another one may be
     * about to create it: until all programs have begun, and for a short time after that. Of several ranks that ask for
     * the same registry, the one that has asked first stops waiting first.
     */
    boolean isExpected(int rank, String host, int port) throws RemoteException;

    /** Records that the rank's program has ended. */
    void ended(int rank) throws RemoteException;

    /** The ranks whose programs have ended. */
    Set<Integer> ended() throws RemoteException;
}
