package chat;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Room extends Remote {
    void join(Guest guest) throws RemoteException;

    void say(String name, String text) throws RemoteException;

    void leave(Guest guest) throws RemoteException;
}
