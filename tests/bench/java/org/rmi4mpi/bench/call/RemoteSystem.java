package org.rmi4mpi.bench.call;

import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;

/** The system that carries the calls. The same program runs on each. */
interface RemoteSystem {
    /** Joins the registry in which a member finds the others' objects. One member creates it if there is none. */
    void join(int registryPort) throws RemoteException;

    Registry registry() throws RemoteException;

    Remote export(Remote object) throws RemoteException;

    /** Returns a stub whose void calls return when they are sent; null if the system has none. */
    Service oneWay(Service stub) throws RemoteException;

    /** Waits until all members do. */
    void barrier();

    /** Returns when all members have called it. */
    void end();

    default void bind(String name, Remote object) throws RemoteException {
        registry().rebind(name, export(object));
    }

    default Remote find(String name) throws RemoteException, NotBoundException {
        return registry().lookup(name);
    }
}
