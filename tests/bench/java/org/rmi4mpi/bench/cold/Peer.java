package org.rmi4mpi.bench.cold;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of each process, which the others call. */
interface Peer extends Remote {
    String NAME = "peer";

    int next(int value) throws RemoteException;

    /** The implementation. Stateless. */
    final class Adder implements Peer {
        @Override
        public int next(int value) {
            return value + 1;
        }
    }
}
