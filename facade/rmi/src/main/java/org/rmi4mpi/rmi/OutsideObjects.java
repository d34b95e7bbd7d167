package org.rmi4mpi.rmi;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * Registries outside of the job. Found by {@link java.util.ServiceLoader}.
 *
 * @hidden internal
 */
public interface OutsideObjects {
    /** Whether the job may look names up there. */
    boolean isAllowed();

    Remote lookup(String host, int port, String name) throws RemoteException, NotBoundException;

    String[] list(String host, int port) throws RemoteException;
}
