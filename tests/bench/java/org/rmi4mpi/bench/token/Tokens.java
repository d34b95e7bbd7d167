package org.rmi4mpi.bench.token;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Passes tokens on by one-way calls. Arguments: {@code ring}, {@code random} or {@code fan}, then the tokens of each rank,
 * and how often each is passed on. A fan makes two tokens of each. Rank 0 prints {@code rate:calls a second of the job} and
 * {@code threads:most threads of a rank that ran methods}, and fails if a call is lost.
 */
public final class Tokens {
    private static final int LOOK_MS = 5;
    private static final long MOST_S = 280;
    private static final AtomicLong ARRIVED = new AtomicLong();
    private static final AtomicInteger MOST_THREADS = new AtomicInteger();
    private static Node[] nodes;
    private static int rank;

    private Tokens() {}

    interface Node extends Remote {
        void ring(int hops) throws RemoteException;

        void random(int hops, long seed) throws RemoteException;

        void fan(int depth) throws RemoteException;
    }

    private static final class RankNode extends UnicastRemoteObject implements Node {
        private static final long serialVersionUID = 1L;

        RankNode() throws RemoteException {}

        @Override
        public void ring(int hops) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                next().ring(hops - 1);
            }
        }

        @Override
        public void random(int hops, long seed) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                long following = seed * 6364136223846793005L + 1442695040888963407L;
                nodes[(int) ((following >>> 33) % nodes.length)].random(hops - 1, following);
            }
        }

        @Override
        public void fan(int depth) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (depth > 0) {
                next().fan(depth - 1);
                nodes[(rank + depth) % nodes.length].fan(depth - 1);
            }
        }
    }

    private static Node next() {
        return nodes[(rank + 1) % nodes.length];
    }

    public static void main(String[] args) throws Exception {
        String[] mine = MPI.Init(args);
        rank = MPI.COMM_WORLD.Rank();
        nodes = new Node[MPI.COMM_WORLD.Size()];
        Naming.rebind("//rank" + rank + "/node", new RankNode());
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = Calls.oneWay((Node) Naming.lookup("//rank" + i + "/node"));
        }
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        long calls = send(mine[0], Integer.parseInt(mine[1]), Integer.parseInt(mine[2]));
        await(calls, start);
        int[] threads = {0};
        MPI.COMM_WORLD.Allreduce(new int[] {MOST_THREADS.get()}, 0, threads, 0, 1, MPI.INT, MPI.MAX);
        if (rank == 0) {
            System.out.printf(Locale.ROOT, "rate:%.0f%nthreads:%d%n", calls * 1e9 / (System.nanoTime() - start),
                    threads[0]);
        }
        MPI.Finalize();
    }

    /** Returns the number of calls that the whole job makes. */
    private static long send(String way, int tokens, int hops) throws RemoteException {
        for (int i = 0; i < tokens; i++) {
            switch (way) {
                case "ring" -> next().ring(hops);
                case "random" -> next().random(hops, (long) rank << 32 | i);
                case "fan" -> next().fan(hops);
                default -> throw new IllegalArgumentException("no way " + way);
            }
        }
        return (long) nodes.length * tokens * (way.equals("fan") ? (1L << hops + 1) - 1 : hops + 1);
    }

    private static void await(long calls, long start) throws InterruptedException {
        long[] arrived = {0};
        while (arrived[0] < calls) {
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(MOST_S)) {
                throw new IllegalStateException(
                        arrived[0] + " of " + calls + " calls have arrived in " + MOST_S + " s");
            }
            Thread.sleep(LOOK_MS);
            MOST_THREADS.accumulateAndGet(threads(), Math::max);
            MPI.COMM_WORLD.Allreduce(new long[] {ARRIVED.get()}, 0, arrived, 0, 1, MPI.LONG, MPI.SUM);
        }
    }

    private static int threads() {
        Thread[] all = new Thread[Thread.activeCount() + 64];
        int count = 0;
        for (int i = Thread.enumerate(all) - 1; i >= 0; i--) {
            count += all[i].getName().startsWith("rmi4mpi-dispatcher") ? 1 : 0;
        }
        return count;
    }
}
