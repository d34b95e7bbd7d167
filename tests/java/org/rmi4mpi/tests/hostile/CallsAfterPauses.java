package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Each rank calls each other, without a pause and after pauses in which the others fall asleep. In between, all ranks
 * meet by messages.
 */
public final class CallsAfterPauses {
    private static final int BUSY_CALLS = 200;
    private static final int PAUSES = 3;
    private static final long PAUSE_MS = 100;

    private static final Tally TALLY = new Tally();

    private CallsAfterPauses() {}

    public interface Adder extends Remote {
        int add(int a, int b) throws RemoteException;
    }

    private static final class RankAdder extends UnicastRemoteObject implements Adder {
        private static final long serialVersionUID = 1;

        RankAdder() throws RemoteException {}

        @Override
        public int add(int a, int b) {
            TALLY.served();
            return a + b;
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Naming.rebind("//rank" + rank + "/adder", new RankAdder());
        MPI.COMM_WORLD.Barrier();
        for (int peer = 0; peer < MPI.COMM_WORLD.Size(); peer++) {
            Adder adder = (Adder) Naming.lookup("//rank" + peer + "/adder");
            for (int i = 0; i < BUSY_CALLS; i++) {
                call(adder, i);
            }
            for (int i = 0; i < PAUSES; i++) {
                Thread.sleep(PAUSE_MS);
                call(adder, i);
            }
            MPI.COMM_WORLD.Barrier();
        }
        TALLY.print(rank);
        MPI.Finalize();
    }

    private static void call(Adder adder, int i) {
        TALLY.call(() -> {
            if (adder.add(i, 1) != i + 1) {
                throw new IllegalStateException("another result");
            }
            return true;
        });
    }
}
