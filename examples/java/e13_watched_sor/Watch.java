package e13_watched_sor;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Watches the tasks compute: a remote object, whose stub travels in a message. */
interface Watch extends Remote {
    /** @param change largest change of the strip's cells in this iteration */
    void reached(int strip, int iteration, double change) throws RemoteException;
}
