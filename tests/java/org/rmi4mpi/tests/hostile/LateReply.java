package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Rank 0 waits for a method of rank 1 that takes 3 s. */
public final class LateReply {
    interface Late extends Remote {
        void sleep() throws RemoteException, InterruptedException;
    }

    static final class RankLate extends UnicastRemoteObject implements Late {
        private static final long serialVersionUID = 1L;

        RankLate() throws RemoteException {}

        @Override
        public void sleep() throws InterruptedException {
            Thread.sleep(3000);
        }
    }

    private LateReply() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 1) {
            Naming.rebind("late", new RankLate());
        }
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 0) {
            ((Late) Naming.lookup("late")).sleep();
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
