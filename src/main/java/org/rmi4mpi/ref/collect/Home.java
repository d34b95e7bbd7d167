package org.rmi4mpi.ref.collect;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The collector of a rank. Other ranks call it about the objects that this rank has exported. */
public interface Home extends Remote {
    /** Its well-known id. */
    long OBJECT_ID = 3;

    /**
     * Returns the weight of collected references.
     *
     * @param idsAndWeights an id and a weight for each object, in turn
     */
    void giveBack(long[] idsAndWeights) throws RemoteException;

    /**
     * Requests more weight for a reference that cannot be divided any further. Returns 0 if the object need not be
     * counted any more.
     */
    long more(long objectId) throws RemoteException;
}
