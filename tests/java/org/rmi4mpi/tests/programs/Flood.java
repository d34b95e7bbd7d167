package org.rmi4mpi.tests.programs;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * All ranks but the first flood it with one-way calls, faster than it can serve them. Each call arrives once and in its
 * caller's order. The memory of every rank stays bounded, since the senders wait.
 */
public final class Flood {
    private static final long MIB = 1 << 20;
    private static final long RESIDENT_GROWTH = 128 * MIB;
    private static final long LIVE_HEAP_GROWTH = 64 * MIB;
    private static final int SAMPLE_MS = 100;
    private static final int LARGE_EACH = 50;

    interface Drain extends Remote {
        void pour(int caller, int number, byte[] ballast) throws RemoteException;

        int poured(int caller) throws RemoteException;

        int outOfOrder() throws RemoteException;
    }

    static final class SlowDrain extends UnicastRemoteObject implements Drain {
        private static final long serialVersionUID = 1L;
        private final int[] poured = new int[MPI.COMM_WORLD.Size()];
        private final AtomicInteger outOfOrder = new AtomicInteger();
        private volatile long sum;

        SlowDrain() throws RemoteException {}

        @Override
        public void pour(int caller, int number, byte[] ballast) {
            for (int i = 0; i < 100_000; i++) {
                sum += i; // slower than sending
            }
            synchronized (poured) {
                if (poured[caller]++ != number) {
                    outOfOrder.incrementAndGet();
                }
            }
        }

        @Override
        public int poured(int caller) {
            synchronized (poured) {
                return poured[caller];
            }
        }

        @Override
        public int outOfOrder() {
            return outOfOrder.get();
        }
    }

    private final int rank = MPI.COMM_WORLD.Rank();
    private volatile boolean over;
    private long mostResident;
    private long mostHeap;

    private Flood() {}

    /** @param args for how many seconds */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        new Flood().run(Integer.parseInt(args[0]));
        MPI.Finalize();
    }

    private void run(int seconds) throws Exception {
        if (rank == 0) {
            Naming.rebind("drain", new SlowDrain());
        }
        MPI.COMM_WORLD.Barrier();
        Drain drain = (Drain) Naming.lookup("drain");
        MemoryUse before = MemoryUse.now();
        Thread sampler = new Thread(this::sample, "sampler");
        sampler.start();
        if (rank > 0) {
            flood(drain, seconds);
        }
        MPI.COMM_WORLD.Barrier();
        over = true;
        sampler.join();
        check(drain.outOfOrder() == 0, drain.outOfOrder() + " calls came out of order");
        System.out.printf("rank %d: before %s; resident at most %,d KiB, heap %,d KiB%n", rank, before,
                mostResident >> 10, mostHeap >> 10);
        bounded("resident memory", mostResident - before.resident(), RESIDENT_GROWTH);
        bounded("heap in use", mostHeap - before.heap(), LIVE_HEAP_GROWTH);
        System.out.println("rank " + rank + ": bounded, and nothing lost");
    }

    private void flood(Drain drain, int seconds) throws Exception {
        Drain oneWay = OneWay.of(drain);
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int sent = 0;
        while (System.nanoTime() < end) {
            oneWay.pour(rank, sent, new byte[sent % LARGE_EACH == 0 ? 100_000 : sent % 2000]);
            sent++;
        }
        System.out.println("rank " + rank + " has sent " + sent + " calls");
        int poured = drain.poured(rank);
        check(poured == sent, "of " + sent + " calls " + poured + " have come before one that came after them");
    }

    /** The heap in use is that after a collection. */
    private void sample() {
        try {
            while (!over) {
                mostResident = Math.max(mostResident, MemoryUse.atOnce().resident());
                System.gc();
                mostHeap = Math.max(mostHeap, MemoryUse.atOnce().heap());
                Thread.sleep(SAMPLE_MS);
            }
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void bounded(String what, long growth, long bound) {
        check(growth <= bound, what + " grew by " + growth + " bytes, more than by " + bound);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
