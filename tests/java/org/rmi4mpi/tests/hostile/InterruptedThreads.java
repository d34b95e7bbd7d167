package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.Unreferenced;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.programs.Garbage;

/** A program interrupts all threads that it finds. Objects are still collected, and late replies reported. */
final class InterruptedThreads {
    private static final long LATE_MS = 2_500;
    private static final CountDownLatch UNREFERENCED = new CountDownLatch(2);

    private InterruptedThreads() {}

    interface Maker extends Remote {
        Remote make() throws RemoteException;

        void late() throws RemoteException, InterruptedException;
    }

    private static final class RankMaker extends UnicastRemoteObject implements Maker {
        private static final long serialVersionUID = 1;

        RankMaker() throws RemoteException {}

        @Override
        public Remote make() throws RemoteException {
            return new Made();
        }

        @Override
        public void late() throws InterruptedException {
            Thread.sleep(LATE_MS);
        }
    }

    private static final class Made extends UnicastRemoteObject implements Remote, Unreferenced {
        private static final long serialVersionUID = 1;

        Made() throws RemoteException {}

        @Override
        public void unreferenced() {
            UNREFERENCED.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Maker next = Ranks.each(Maker.class, new RankMaker()).get(Ranks.next());
        next.make();
        MPI.COMM_WORLD.Barrier();
        Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
        Thread.interrupted();
        next.make();
        Garbage.collect(); // the other rank waits for it, also where its own objects are gone already
        Garbage.collectUntil(() -> UNREFERENCED.getCount() == 0);
        System.out.println("rank " + Ranks.own() + " keeps none");
        MPI.COMM_WORLD.Barrier();
        if (Ranks.own() == 0) {
            next.late();
        }
        MPI.Finalize();
    }
}
