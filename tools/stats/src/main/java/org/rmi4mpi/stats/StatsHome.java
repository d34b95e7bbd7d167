package org.rmi4mpi.stats;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Takes the figures of all ranks. An object of each rank that counts; that of the first one is used. */
interface StatsHome extends Remote {
    /** The number of its object in each rank. */
    long OBJECT_ID = 13;

    void take(RankFigures figures) throws RemoteException;
}
