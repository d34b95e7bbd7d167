package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;

/** Makes a long call with a large array, and a wait that sleeps, for a recording. With an argument rank 0 ends early. */
public final class Recorded {
    private static final int FAILED = 3;
    private static final int PAUSE_MS = 1;
    private static final Thread MAIN = Thread.currentThread();
    private static volatile boolean receives;

    /** What rank 0 calls at rank 1. */
    public interface Slow extends Remote {
        /** Returns when the main of its rank sleeps until a message comes. */
        int takeLong(byte[] bytes) throws RemoteException;
    }

    private Recorded() {}

    private static int awaitReceiver(byte[] bytes) {
        try {
            while (!receives || MAIN.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(PAUSE_MS);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return bytes.length;
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Slow slow = Ranks.each(Slow.class, Recorded::awaitReceiver).get(1);
        if (MPI.COMM_WORLD.Rank() == 0) {
            slow.takeLong(new byte[1 << 20]);
            if (args.length > 0) {
                System.exit(FAILED);
            }
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 0);
        } else {
            receives = true;
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 0);
        }
        MPI.Finalize();
    }
}
