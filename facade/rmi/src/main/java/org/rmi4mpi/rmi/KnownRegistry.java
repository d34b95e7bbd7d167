package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.rmi.registry.Registry;

/**
 * A registry that knows whether a name was ever bound. A lookup may have to wait for a name that was never bound, but
 * not for a name that was removed.
 */
interface KnownRegistry extends Registry {
    boolean wasBound(String name) throws RemoteException;
}
