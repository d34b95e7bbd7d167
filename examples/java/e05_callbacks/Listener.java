package e05_callbacks;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a caller of {@link Searcher#search} is told while it waits. */
public interface Listener extends Remote {
    void progress(int percent) throws RemoteException;
}
