package e14_hamming;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Takes numbers in ascending order. */
interface Stage extends Remote {
    /** @param numbers none at the end */
    void put(long[] numbers) throws RemoteException, InterruptedException;
}
