package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.stream.Stream;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Rank 0 calls MPI.Finalize at once. The others call its methods there, and then follow. */
public final class EarlyEnd {
    interface Ending extends Remote {
        boolean isInFinalize() throws RemoteException;

        int next(int a) throws RemoteException;
    }

    static final class RankEnding extends UnicastRemoteObject implements Ending {
        private static final long serialVersionUID = 1L;
        private final transient Thread main = Thread.currentThread();

        RankEnding() throws RemoteException {}

        @Override
        public boolean isInFinalize() {
            return Stream.of(main.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("Finalize"));
        }

        @Override
        public int next(int a) {
            return a + 1;
        }
    }

    private EarlyEnd() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 0) {
            Naming.rebind("ending", new RankEnding());
        }
        MPI.COMM_WORLD.Barrier();
        if (rank > 0) {
            Ending ending = (Ending) Naming.lookup("ending");
            while (!ending.isInFinalize()) {
                Thread.sleep(1);
            }
            for (int i = 0; i < 200; i++) {
                if (ending.next(i) != i + 1) {
                    throw new IllegalStateException("call " + i + " got another result");
                }
            }
            System.out.println("rank " + rank + " was served");
        }
        MPI.Finalize();
    }
}
