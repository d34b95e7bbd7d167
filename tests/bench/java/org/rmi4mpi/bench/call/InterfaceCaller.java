package org.rmi4mpi.bench.call;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Knows one of the generated interfaces: {@link Interfaces} writes a class for each. */
public interface InterfaceCaller {
    /** A new object that has the interface. */
    Remote object();

    void ping(Remote stub) throws RemoteException;

    /** Calls every method. */
    void all(Remote stub) throws RemoteException;
}
