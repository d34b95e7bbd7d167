package chat;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Guest extends Remote {
    String name() throws RemoteException;

    void heard(String name, String text) throws RemoteException;
}
