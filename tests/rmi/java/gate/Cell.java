package gate;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** An object whose values have a type of its interface. */
public interface Cell<T> extends Remote {
    T change(List<T> values) throws RemoteException;
}
