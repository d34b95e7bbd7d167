package names;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Bell extends Remote {
    void ring() throws RemoteException;
}
