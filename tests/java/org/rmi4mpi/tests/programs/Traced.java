package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/** Makes calls and waits of each kind, for a trace. The argument is the number of calls; a second one ends rank 0 early. */
public final class Traced {
    private static final int PAUSE_MS = 1;
    private static final int FAILED = 3;

    /** What a rank calls at the next one. */
    public interface Steps extends Remote {
        int twice(int number) throws RemoteException;

        /** Calls the next rank, within this call. */
        int twiceByNext(int number) throws RemoteException;

        void note(int number) throws RemoteException;

        CompletableFuture<Integer> later(int number) throws RemoteException;

        /** Whether the main of this rank sleeps until a message comes. */
        boolean isAsleep() throws RemoteException;
    }

    private static final class OwnSteps implements Steps {
        @Override
        public int twice(int number) {
            return 2 * number;
        }

        @Override
        public int twiceByNext(int number) throws RemoteException {
            return next().twice(number);
        }

        @Override
        public void note(int number) {}

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public boolean isAsleep() {
            return receives && MAIN.getState() == Thread.State.TIMED_WAITING;
        }
    }

    private static final Thread MAIN = Thread.currentThread();
    private static volatile boolean receives;
    private static List<Steps> all;

    private Traced() {}

    private static Steps next() {
        return all.get((MPI.COMM_WORLD.Rank() + 1) % all.size());
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        all = Ranks.each(Steps.class, new OwnSteps());
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            next().twice(i);
        }
        if (args.length > 1 && rank == 0) {
            System.exit(FAILED);
        }
        next().twiceByNext(rank);
        next().later(rank).get();
        Calls.oneWay(next()).note(rank);
        if (rank == 0) {
            while (!next().isAsleep()) { // A wait that polls alone is not in the trace.
                Thread.sleep(PAUSE_MS);
            }
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 7);
        } else if (rank == 1) {
            receives = true;
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 7);
        }
        MPI.Finalize();
    }
}
