package e15_paraffins;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** Makes the paraffins of one process. */
interface Generator extends Remote {
    List<Paraffin> paraffins(int carbons, int part, int parts) throws RemoteException;
}
