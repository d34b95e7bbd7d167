package bank;

import java.rmi.RemoteException;
import java.util.Map;

public interface Bank extends Teller {
    Map<String, Long> statement() throws RemoteException;

    void awaitClosing(int customers) throws RemoteException, InterruptedException;

    void leave() throws RemoteException;
}
