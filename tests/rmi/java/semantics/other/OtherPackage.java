package semantics.other;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Has an interface that its package alone sees, and a class that brings it to others. */
public class OtherPackage implements Hidden {
    @Override
    public int hidden() {
        return 1;
    }
}

interface Hidden extends Remote {
    int hidden() throws RemoteException;
}
