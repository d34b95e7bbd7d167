package org.rmi4mpi.tests.hosts;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Each rank calls each other rank in turn, for some seconds, and checks each answer. Then all call each other once more,
 * count what they have served, and tell.
 */
public final class HostCalls {
    private static final long PAUSE_MS = 1;

    interface Next extends Remote {
        long next(long number) throws RemoteException;

        /** A call without a result, of which none may be lost either. */
        byte[] echo(byte[] bytes) throws RemoteException;
    }

    static final class RankNext extends UnicastRemoteObject implements Next {
        private static final long serialVersionUID = 1L;

        RankNext() throws RemoteException {}

        @Override
        public long next(long number) {
            return number + 1;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }
    }

    private HostCalls() {}

    /** @param args seconds */
    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        System.out.println("rank " + rank + " is process " + ProcessHandle.current().pid());
        Naming.rebind("//rank" + rank + "/next", new RankNext());
        MPI.COMM_WORLD.Barrier();
        Next[] others = new Next[size];
        for (int i = 1; i < size; i++) {
            others[i] = (Next) Naming.lookup("//rank" + (rank + i) % size + "/next");
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(own[0]));
        System.out.println("rank " + rank + " calls");
        long calls = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 1; i < size; i++) {
                call(others[i], calls++);
            }
            Thread.sleep(PAUSE_MS);
        }
        MPI.COMM_WORLD.Barrier();
        System.out.println("rank " + rank + " has all answers");
        MPI.Finalize();
    }

    private static void call(Next other, long number) throws RemoteException {
        if (other.next(number) != number + 1) {
            throw new IllegalStateException("a wrong answer to " + number);
        }
        byte[] bytes = new byte[(int) (number * 997 % 100_000)];
        if (other.echo(bytes).length != bytes.length) {
            throw new IllegalStateException("a wrong echo of " + bytes.length + " bytes");
        }
    }
}
