package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.rmi.registry.Registry;

/**
 * A registry that knows whether a name was ever bound: an unbound name may have to be awaited, one that was removed
 * not.
 */
interface KnownRegistry extends Registry {
    boolean wasBound(String name) throws RemoteException;
}
