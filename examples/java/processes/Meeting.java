package processes;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of process 0 at which all processes meet. */
interface Meeting extends Remote {
    /** Returns when all have called it. */
    void meet() throws RemoteException, InterruptedException;
}
