package e02_plate;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The remote object of a rank while the plate is computed by remote objects. */
interface Slab extends Remote {
    /** Delivers the row above this rank's slice. Blocks until there is room for it. */
    void deliverAbove(double[] row) throws RemoteException, InterruptedException;

    /** Delivers the row below this rank's slice. Blocks until there is room for it. */
    void deliverBelow(double[] row) throws RemoteException, InterruptedException;

    /** Returns the largest change of all ranks. Blocks until all have called. */
    double maximum(double change) throws RemoteException, InterruptedException;

    /** Returns the rows of this rank's slice and the number of its remote calls. Blocks until it is done. */
    Result result() throws RemoteException, InterruptedException;

    record Result(double[][] rows, long remoteCalls) implements java.io.Serializable {}
}
