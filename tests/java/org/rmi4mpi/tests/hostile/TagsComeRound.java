package org.rmi4mpi.tests.hostile;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Rank 0 has sent large messages that rank 1 does not receive for a long time: two frames, one of which does not fit
 * into memory, or a frame with an array beside it, behind a method that does not end. Meanwhile rank 0 sends as many
 * more as there are tags.
 */
public final class TagsComeRound {
    private static final int TAGS = 32_767;
    private static final int LARGE = 3 << 20;

    interface Busy extends Remote {
        int runUntilEnded() throws RemoteException;

        int sum(byte[] bytes) throws RemoteException;

        byte[] filled(int length, int with) throws RemoteException;
    }

    static final class RankBusy extends UnicastRemoteObject implements Busy {
        private static final long serialVersionUID = 1L;
        private final transient Tally tally;
        private volatile boolean ended;

        RankBusy(Tally tally) throws RemoteException {
            this.tally = tally;
        }

        /** Does not park: those behind it would begin. */
        @Override
        public int runUntilEnded() {
            tally.served();
            while (!ended) {
                Thread.yield();
            }
            return 0;
        }

        @Override
        public int sum(byte[] bytes) {
            tally.served();
            int sum = 0;
            for (byte each : bytes) {
                sum += each;
            }
            return sum;
        }

        @Override
        public byte[] filled(int length, int with) {
            tally.served();
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) with);
            return bytes;
        }
    }

    private TagsComeRound() {}

    /** @param args how long what rank 0 sends meanwhile is; whether what waits is an array */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Tally tally = new Tally();
        RankBusy own = new RankBusy(tally);
        Naming.rebind("//rank" + rank + "/busy", own);
        MPI.COMM_WORLD.Barrier();
        Busy other = (Busy) Naming.lookup("//rank" + (1 - rank) + "/busy");
        if (rank == 0) {
            sendAndWait(other, tally, Integer.parseInt(args[0]), Boolean.parseBoolean(args[1]));
        } else {
            MPI.COMM_WORLD.Barrier();
            fetchAll(other, tally, Integer.parseInt(args[0]));
            own.ended = true;
        }
        MPI.COMM_WORLD.Barrier();
        tally.print(rank);
        MPI.Finalize();
    }

    private static void sendAndWait(Busy other, Tally tally, int length, boolean isArray) throws Exception {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        List<Integer> sums = new ArrayList<>();
        Busy async = Calls.async(other);
        tally.made();
        futures.add(Calls.future(async.runUntilEnded()));
        sums.add(0);
        for (int i = 1; i <= 2 && !isArray; i++) {
            tally.made();
            futures.add(Calls.future(async.sum(filled(LARGE, i))));
            sums.add(LARGE * i);
        }
        if (isArray) {
            Thread fetching = new Thread(() -> MPI.COMM_WORLD.Barrier());
            fetching.start();
            tally.call(() -> expect(other.sum(filled(length, 1)), length));
            fetching.join();
        } else {
            MPI.COMM_WORLD.Barrier();
        }
        for (int i = 0; i < futures.size(); i++) {
            int sum = sums.get(i);
            CompletableFuture<Integer> future = futures.get(i);
            tally.answered();
            expect(future.join(), sum);
        }
    }

    private static void fetchAll(Busy other, Tally tally, int length) {
        for (int i = 0; i < TAGS + 100; i++) {
            int with = i & Byte.MAX_VALUE;
            Callable<Object> call = () -> expect(other.filled(length, with), with, length);
            if (tally.call(call) == null) {
                throw new IllegalStateException("call " + i + " has failed");
            }
        }
    }

    private static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private static Object expect(int sum, int expected) {
        if (sum != expected) {
            throw new IllegalStateException("sum " + sum + ", expected " + expected);
        }
        return sum;
    }

    private static Object expect(byte[] bytes, int with, int length) {
        if (!Arrays.equals(bytes, filled(length, with))) {
            throw new IllegalStateException(
                    bytes.length + " bytes of " + bytes[0] + ", expected " + length + " of " + with);
        }
        return bytes;
    }
}
