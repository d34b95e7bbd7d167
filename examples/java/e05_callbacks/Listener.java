package e05_callbacks;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Receives reports while {@link Searcher#search} runs. */
public interface Listener extends Remote {
    void progress(int percent) throws RemoteException;
}
