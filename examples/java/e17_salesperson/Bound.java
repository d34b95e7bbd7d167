package e17_salesperson;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of each process that hears of shorter tours. */
interface Bound extends Remote {
    void shorten(int length) throws RemoteException;
}
