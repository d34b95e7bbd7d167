package e06_work_queue;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** What a rank offers to the others. */
interface TaskQueue extends Remote {
    /** The oldest task, which is the largest; null where there is none. */
    Board steal() throws RemoteException;

    /** At rank 0: how many tasks of the job are not done. */
    interface Ledger extends Remote {
        int open() throws RemoteException;

        void change(int by) throws RemoteException;
    }
}
