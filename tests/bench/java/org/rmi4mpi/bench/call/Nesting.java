package org.rmi4mpi.bench.call;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Calls that call their caller back. */
public interface Nesting extends Remote {
    /**
     * Returns the number of calls that this one has led to, with itself.
     *
     * @param hops how often the call goes on to the other member, to and fro
     * @param from the member that calls
     */
    int call(int hops, int from) throws RemoteException;
}
