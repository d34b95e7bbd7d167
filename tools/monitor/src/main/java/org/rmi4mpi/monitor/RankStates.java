package org.rmi4mpi.monitor;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;

/** Tells the state of its rank. An object of each rank. */
interface RankStates extends Remote {
    /** The number of its object in each rank. */
    long OBJECT_ID = 15;

    CompletableFuture<RankState> state() throws RemoteException;
}
