package org.rmi4mpi.tests.hosts;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Each rank calls each other rank in turn, for some seconds, and checks each answer. Then all compare the number of calls
 * that they have made with the number that they have served.
 */
public final class HostCalls {
    private static final long PAUSE_MS = 1;
    private static final int CALLS_OF_A_TURN = 2;

    interface Next extends Remote {
        long next(long number) throws RemoteException;

        byte[] echo(byte[] bytes) throws RemoteException;
    }

    static final class RankNext extends UnicastRemoteObject implements Next {
        private static final long serialVersionUID = 1L;
        private final transient LongAdder served = new LongAdder();

        RankNext() throws RemoteException {}

        @Override
        public long next(long number) {
            served.increment();
            return number + 1;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            served.increment();
            return bytes;
        }
    }

    private HostCalls() {}

    /** @param args seconds */
    public static void main(String[] args) throws Exception {
        String[] words = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        System.out.println("rank " + rank + " is process " + ProcessHandle.current().pid());
        RankNext next = new RankNext();
        Naming.rebind("//rank" + rank + "/next", next);
        MPI.COMM_WORLD.Barrier();
        Next[] others = new Next[size];
        for (int i = 1; i < size; i++) {
            others[i] = (Next) Naming.lookup("//rank" + (rank + i) % size + "/next");
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(words[0]));
        System.out.println("rank " + rank + " calls");
        long calls = 0;
        while (System.nanoTime() - end < 0) {
            for (int i = 1; i < size; i++) {
                call(others[i], calls++);
            }
            Thread.sleep(PAUSE_MS);
        }
        MPI.COMM_WORLD.Barrier();
        long[] own = {CALLS_OF_A_TURN * calls, next.served.sum()};
        long[] sums = new long[own.length];
        MPI.COMM_WORLD.Allreduce(own, 0, sums, 0, sums.length, MPI.LONG, MPI.SUM);
        if (sums[0] != sums[1]) {
            throw new IllegalStateException(sums[0] + " calls were made, and " + sums[1] + " were served");
        }
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
