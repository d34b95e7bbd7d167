package e02_plate;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a rank offers to the others while the plate is computed by remote objects. */
interface Slab extends Remote {
    /** Delivers the row above this rank's slice. Returns when there is room for it. */
    void deliverAbove(double[] row) throws RemoteException, InterruptedException;

    /** Delivers the row below this rank's slice. Returns when there is room for it. */
    void deliverBelow(double[] row) throws RemoteException, InterruptedException;

    /** The largest of the changes that all ranks bring; returns when the last one has brought its own. */
    double maximum(double change) throws RemoteException, InterruptedException;

    /** The rows of this rank's slice, when it is done, and the number of remote calls it made. */
    Result result() throws RemoteException, InterruptedException;

    record Result(double[][] rows, long remoteCalls) implements java.io.Serializable {}
}
