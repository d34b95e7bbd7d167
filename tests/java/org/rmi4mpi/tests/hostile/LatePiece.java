package org.rmi4mpi.tests.hostile;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Rank 0 writes a request whose rest comes when rank 1 has told that it waits for it. Then rank 1 does the same with the
 * reply.
 */
public final class LatePiece {
    private static final CountDownLatch WOKEN = new CountDownLatch(1);

    interface Late extends Remote {
        Object echo(Object graph) throws RemoteException;

        void wake() throws RemoteException;
    }

    static final class RankLate extends UnicastRemoteObject implements Late {
        private static final long serialVersionUID = 1L;

        RankLate() throws RemoteException {}

        @Override
        public Object echo(Object graph) {
            return graph;
        }

        @Override
        public void wake() {
            WOKEN.countDown();
        }
    }

    /** Waits in the middle when it is written. */
    static final class Halves implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int NUMBERS = 1 << 18;

        private void writeObject(ObjectOutputStream out) throws IOException {
            writeHalf(out);
            try {
                WOKEN.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            writeHalf(out);
        }

        private static void writeHalf(ObjectOutputStream out) throws IOException {
            for (int i = 0; i < NUMBERS; i++) {
                out.writeInt(i);
            }
        }

        private void readObject(ObjectInputStream in) throws IOException {
            for (int i = 0; i < 2 * NUMBERS; i++) {
                if (in.readInt() != i % NUMBERS) {
                    throw new IOException("wrong at " + i);
                }
            }
        }
    }

    private LatePiece() {}

    public static void main(String[] args) throws Exception {
        StoppedRank.Heard heard = new StoppedRank.Heard();
        System.setErr(new PrintStream(heard, true));
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Naming.rebind("//rank" + rank + "/late", new RankLate());
        MPI.COMM_WORLD.Barrier();
        Late other = (Late) Naming.lookup("//rank" + (1 - rank) + "/late");
        Thread waker = new Thread(() -> wakeWhenTold(other, heard,
                rank == 1 ? "the rest of a request of rank 0" : "the rest of a reply of rank 1"));
        waker.start();
        if (rank == 0) {
            other.echo(new Halves());
        }
        waker.join();
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static void wakeWhenTold(Late other, StoppedRank.Heard heard, String what) {
        try {
            while (!heard.has(what)) {
                Thread.sleep(20);
            }
            other.wake();
        } catch (InterruptedException | RemoteException e) {
            throw new IllegalStateException(e);
        }
    }
}
