package org.rmi4mpi.bench.kind;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of each process, which takes and gives graphs. */
interface KindService extends Remote {
    String NAME = "kinds";

    /** Makes the graph that {@link #give} returns. */
    void make(String kind, int count) throws RemoteException;

    /** Returns the size of the graph. */
    int take(Object graph) throws RemoteException;

    Object give() throws RemoteException;

    /** The implementation. Owned by one caller at a time. */
    final class Maker implements KindService {
        private Object graph;

        @Override
        public synchronized void make(String kind, int count) {
            graph = Kinds.make(kind, count);
        }

        @Override
        public int take(Object taken) {
            return Kinds.sizeOf(taken);
        }

        @Override
        public synchronized Object give() {
            return graph;
        }
    }
}
