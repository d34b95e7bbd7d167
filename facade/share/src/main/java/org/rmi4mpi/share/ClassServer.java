package org.rmi4mpi.share;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** Gives the classes and resources of a rank to other ranks. */
interface ClassServer extends Remote {
    long OBJECT_ID = 41;

    /**
     * Finds a class.
     *
     * @param loader number of a loader of the called rank
     * @param name with dots
     */
    ClassAnswer find(int loader, String name) throws RemoteException;

    /** The contents of all resources of this name that a loader finds, without those that each rank has. */
    List<byte[]> resources(int loader, String name) throws RemoteException;
}
