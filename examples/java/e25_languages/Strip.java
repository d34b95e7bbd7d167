package e25_languages;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** A part of the plate, at a rank in C++. This file is the only description of it. */
public interface Strip extends Remote {
    /** Begins with a part. Neighbours are null at the plate's edges. */
    void begin(Part part, Strip above, Strip below) throws RemoteException;

    /** Relaxes all cells of one colour, gives the neighbours the border rows, and returns the largest change. */
    double relax(int colour) throws RemoteException;

    /** A neighbour's border row. */
    void deliverAbove(double[] row) throws RemoteException;

    /** A neighbour's border row. */
    void deliverBelow(double[] row) throws RemoteException;

    /** The rows as they are, without those around them. */
    double[][] rows() throws RemoteException;
}
