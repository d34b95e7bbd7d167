package gate;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Listener extends Remote {
    String told(String text) throws RemoteException, SolverException;

    /** Gets an object of a rank. */
    int rankOf(Part part) throws RemoteException;
}
