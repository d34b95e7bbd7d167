package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Each rank calls an object of the next one a hundred times, for {@code --stats} to count. */
public final class Counted {
    private static final int CALLS = 100;

    interface Answer extends Remote {
        int of(int question) throws RemoteException;
    }

    private static final class SameAnswer extends UnicastRemoteObject implements Answer {
        SameAnswer() throws RemoteException {}

        @Override
        public int of(int question) {
            return question;
        }
    }

    private Counted() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Naming.rebind("//rank" + rank + "/answer", new SameAnswer());
        MPI.COMM_WORLD.Barrier();
        Answer answer = (Answer) Naming.lookup("//rank" + next + "/answer");
        for (int i = 0; i < CALLS; i++) {
            answer.of(i);
        }
        MPI.Finalize();
    }
}
