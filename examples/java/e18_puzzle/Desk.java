package e18_puzzle;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of process 0 that gives out positions. */
interface Desk extends Remote {
    /** Returns the next position; null if there are no more of this round. */
    Board next() throws RemoteException;

    /** Reports what a process has found in a round. */
    void found(long solutions, long positions) throws RemoteException;

    /** Returns the greatest number of moves of the round; 0 when the puzzle is solved. */
    int most() throws RemoteException;
}
