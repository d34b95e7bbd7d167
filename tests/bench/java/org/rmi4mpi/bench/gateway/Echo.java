package org.rmi4mpi.bench.gateway;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The object that is called. */
public interface Echo extends Remote {
    int ping(int number) throws RemoteException;

    /** @param values 8 bytes each; null for none */
    double[] take(double[] values) throws RemoteException;

    double[] give(int count) throws RemoteException;
}
