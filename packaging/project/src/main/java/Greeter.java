package @PACKAGE@;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What other ranks may call. */
public interface Greeter extends Remote {
    String greet(String guest) throws RemoteException;
}
