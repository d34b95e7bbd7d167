package gate;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Part extends Remote {
    int rank() throws RemoteException;

    String tell(Listener listener, String text) throws RemoteException;

    void fail() throws RemoteException, SolverException;

    void collect() throws RemoteException;
}
