package org.rmi4mpi.rmi;

import java.rmi.RemoteException;
import java.rmi.registry.Registry;

/** A registry that can tell a name which is not bound yet from one that is not bound any more. */
interface KnownRegistry extends Registry {
    boolean wasBound(String name) throws RemoteException;
}
