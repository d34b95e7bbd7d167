package org.rmi4mpi.ref;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a rank is told of the references to its objects. */
interface Home extends Remote {
    /** One of the ids that every rank knows. */
    long OBJECT_ID = 3;

    /** References have gone: of each object its id, and their weight. */
    void giveBack(long[] idsAndWeights) throws RemoteException;

    /** More weight of an object, whose caller has nothing left to divide; 0 where it need not be counted any more. */
    long more(long objectId) throws RemoteException;
}
