package e20_mandelbrot;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Hands out strips, and collects them. */
interface Desk extends Remote {
    /** The next strip to compute; -1 if none is left. */
    int next() throws RemoteException;

    void deliver(int strip, int[] points) throws RemoteException;
}
