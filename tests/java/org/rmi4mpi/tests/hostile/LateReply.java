package org.rmi4mpi.tests.hostile;

import java.io.PrintStream;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Rank 0 waits for a method of rank 1 that takes 3 s; with "told" until rank 0 has told that it waits. */
public final class LateReply {
    interface Late extends Remote {
        void sleep(long ms) throws RemoteException, InterruptedException;

        void wake() throws RemoteException;
    }

    static final class RankLate extends UnicastRemoteObject implements Late {
        private static final long serialVersionUID = 1L;

        private final CountDownLatch woken = new CountDownLatch(1);

        RankLate() throws RemoteException {}

        @Override
        public void sleep(long ms) throws InterruptedException {
            woken.await(ms, TimeUnit.MILLISECONDS);
        }

        @Override
        public void wake() {
            woken.countDown();
        }
    }

    private LateReply() {}

    public static void main(String[] args) throws Exception {
        StoppedRank.Heard heard = new StoppedRank.Heard();
        System.setErr(new PrintStream(heard, true));
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 1) {
            Naming.rebind("late", new RankLate());
        }
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 0) {
            Late late = (Late) Naming.lookup("late");
            boolean untilTold = args.length > 0;
            if (untilTold) {
                wakeWhenTold(late, heard);
            }
            late.sleep(untilTold ? Long.MAX_VALUE : 3000);
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static void wakeWhenTold(Late late, StoppedRank.Heard heard) {
        Thread waker = new Thread(() -> {
            try {
                while (!heard.has("has waited")) {
                    Thread.sleep(20);
                }
                late.wake();
            } catch (InterruptedException | RemoteException e) {
                throw new IllegalStateException(e);
            }
        });
        waker.setDaemon(true);
        waker.start();
    }
}
