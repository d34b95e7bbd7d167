package e04_counter;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** All ranks add to one object at the same time. Rank 0 exports it, and the others find it in the job's registry. */
public class Counter {
    private static final long ADDITIONS = 1000;

    public interface Tally extends Remote {
        /** Returns the sum so far. */
        long add(int amount) throws RemoteException;
    }

    static class SharedTally extends UnicastRemoteObject implements Tally {
        private long sum;

        SharedTally() throws RemoteException {}

        @Override
        public synchronized long add(int amount) { // calls by several ranks run concurrently
            sum += amount;
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        if (rank == 0) {
            Naming.rebind("tally", new SharedTally());
        }
        MPI.COMM_WORLD.Barrier(); // it is bound before any rank looks it up
        Tally tally = (Tally) Naming.lookup("tally");
        long last = 0;
        for (int i = 0; i < ADDITIONS; i++) {
            last = tally.add(rank + 1);
        }
        System.out.println("rank " + rank + " has added " + ADDITIONS + " times " + (rank + 1) + ": " + last);
        MPI.COMM_WORLD.Barrier(); // all have added
        if (rank == 0) {
            System.out.println("the sum is " + tally.add(0) + ", expected " + ADDITIONS * size * (size + 1) / 2);
        }
        MPI.Finalize();
    }
}
