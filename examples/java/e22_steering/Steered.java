package e22_steering;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CompletableFuture;

/** The job, as its ranks see it: the same methods, but no thread waits for the picture. */
public interface Steered extends Remote {
    State state() throws RemoteException;

    void setOmega(double omega) throws RemoteException;

    void pause() throws RemoteException;

    void resume() throws RemoteException;

    CompletableFuture<byte[]> picture() throws RemoteException;

    void stop() throws RemoteException;
}
