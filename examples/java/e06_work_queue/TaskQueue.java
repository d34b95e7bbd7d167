package e06_work_queue;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The queue of a rank, as the other ranks see it. */
interface TaskQueue extends Remote {
    /** Takes the oldest task, which is the largest; null if there is none. */
    Board steal() throws RemoteException;

    /** An object of rank 0 that counts the open tasks of the job. */
    interface Ledger extends Remote {
        int open() throws RemoteException;

        void change(int by) throws RemoteException;
    }
}
