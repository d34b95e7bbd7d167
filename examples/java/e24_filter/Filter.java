package e24_filter;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Makes another row of a row. */
public interface Filter extends Remote {
    double[] apply(double[] row) throws RemoteException;
}
