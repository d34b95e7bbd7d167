package e05_callbacks;

import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Each rank lets the next one search. The searcher calls a listener at the caller, which calls the searcher in turn.
 */
public class Callbacks {
    private static final int NUMBERS = 400_000;

    static class RankSearcher extends UnicastRemoteObject implements Searcher {
        private Best best = new Best(1, 0);

        RankSearcher() throws RemoteException {}

        /** Not synchronized: it would hold the monitor while it calls the listener, which calls best(). */
        @Override
        public Best search(long first, int count, Listener listener) throws RemoteException {
            for (int done = 1; done <= count; done++) {
                improve(first + done - 1);
                if (done % (count / 4) == 0) {
                    listener.progress(100 * done / count);
                }
            }
            return best();
        }

        private synchronized void improve(long number) {
            int steps = 0;
            for (long n = number; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
                steps++;
            }
            if (steps > best.steps()) {
                best = new Best(number, steps);
            }
        }

        @Override
        public synchronized Best best() {
            return best;
        }
    }

    /** An object of the caller; the searcher has its stub. */
    static class PrintingListener extends UnicastRemoteObject implements Listener {
        private final String name;
        private final Searcher searcher;

        PrintingListener(String name, Searcher searcher) throws RemoteException {
            this.name = name;
            this.searcher = searcher;
        }

        @Override
        public void progress(int percent) throws RemoteException {
            System.out.println(name + ": " + percent + " %, " + searcher.best());
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int next = (rank + 1) % MPI.COMM_WORLD.Size();
        Naming.rebind("//rank" + rank + "/searcher", new RankSearcher());
        MPI.COMM_WORLD.Barrier();
        Searcher searcher = (Searcher) Naming.lookup("//rank" + next + "/searcher");
        String name = "rank " + next + " for rank " + rank;
        PrintingListener listener = new PrintingListener(name, searcher);
        System.out.println(name + " found " + searcher.search(1 + (long) rank * NUMBERS, NUMBERS, listener));
        UnicastRemoteObject.unexportObject(listener, true); // no need to wait until its stub has been collected
        MPI.Finalize();
    }
}
