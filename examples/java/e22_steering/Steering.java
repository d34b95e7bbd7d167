package e22_steering;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The job, as programs outside see it. */
public interface Steering extends Remote {
    State state() throws RemoteException;

    void setOmega(double omega) throws RemoteException;

    void pause() throws RemoteException;

    void resume() throws RemoteException;

    /** A picture of the grid as it is now, as a PNG file. */
    byte[] picture() throws RemoteException;

    void stop() throws RemoteException;
}
