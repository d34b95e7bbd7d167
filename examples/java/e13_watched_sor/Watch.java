package e13_watched_sor;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Looks on while tasks compute: a remote object, whose stub travels in a message. */
interface Watch extends Remote {
    /** @param change the largest of a strip's cells in this iteration */
    void reached(int strip, int iteration, double change) throws RemoteException;
}
