package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import mpi.MPI;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** One-way calls whose methods make one-way calls: none waits for another, none is lost, and they keep their order. */
@RunWith(RankRunner.class)
public class OneWayChainsTest {
    private static final int TOKENS = 2_000;
    private static final int MOST_THREADS = 64;
    private static final long MOST_S = 60;

    interface Node extends Remote {
        /** Passes a token on to the next rank while it has hops left. */
        void pass(int hops) throws RemoteException;

        /** Passes a token on to a rank that the token itself picks. */
        void wander(int hops, long seed) throws RemoteException;

        /** Makes two more of itself. */
        void split(int depth) throws RemoteException;

        /** Sends numbers to another object, then asks it for the last one. */
        void count(Node to, int from, int numbers) throws RemoteException;

        void add(int from, int number) throws RemoteException;

        int last(int from) throws RemoteException;

        /** Passes a token on by an asynchronous call, and returns the hops that were left. */
        int passByFuture(int hops) throws RemoteException;

        /** Sends a block of bytes to the next rank, which passes it on. */
        void carry(byte[] block, int hops) throws RemoteException;
    }

    static final class RankNode extends UnicastRemoteObject implements Node {
        private static final long serialVersionUID = 1L;
        private static final List<Node> ONE_WAY = new ArrayList<>();
        private static final AtomicLong ARRIVED = new AtomicLong();
        private static final AtomicLong WRONG = new AtomicLong();
        private static final AtomicLong FAILED = new AtomicLong();
        private static int rank;
        private static int size;
        private final int[] last = new int[64];

        RankNode() throws RemoteException {}

        private static Node next() {
            return ONE_WAY.get((rank + 1) % size);
        }

        @Override
        public void pass(int hops) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                next().pass(hops - 1);
            }
        }

        @Override
        public void wander(int hops, long seed) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                long following = seed * 6364136223846793005L + 1442695040888963407L;
                ONE_WAY.get((int) ((following >>> 33) % size)).wander(hops - 1, following);
            }
        }

        @Override
        public void split(int depth) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (depth > 0) {
                next().split(depth - 1);
                ONE_WAY.get((rank + depth) % size).split(depth - 1);
            }
        }

        @Override
        public void count(Node to, int from, int numbers) throws RemoteException {
            Node oneWay = Calls.oneWay(to);
            for (int i = 1; i <= numbers; i++) {
                oneWay.add(from, i);
            }
            if (to.last(from) != numbers) {
                WRONG.incrementAndGet();
            }
            ARRIVED.incrementAndGet();
        }

        @Override
        public synchronized void add(int from, int number) {
            if (last[from] != number - 1) {
                WRONG.incrementAndGet();
            }
            last[from] = number;
        }

        @Override
        public synchronized int last(int from) {
            return last[from];
        }

        @Override
        public int passByFuture(int hops) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                Calls.async(next()).passByFuture(hops - 1);
                Calls.future().whenComplete((left, thrown) -> FAILED.addAndGet(thrown == null ? 0 : 1));
            }
            return hops;
        }

        @Override
        public void carry(byte[] block, int hops) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                next().carry(block, hops - 1);
            }
        }
    }

    @Rule
    public final OnEachRank<Node, RankNode> nodes = new OnEachRank<>(RankNode::new);

    /** Those of the tests before, which live on for a while. */
    private int threadsBefore;

    @Before
    public void tellStubs() throws Exception {
        threadsBefore = threads();
        RankNode.rank = nodes.rank;
        RankNode.size = nodes.size;
        RankNode.ONE_WAY.clear();
        for (int i = 0; i < nodes.size; i++) {
            RankNode.ONE_WAY.add(Calls.oneWay(nodes.at(i)));
        }
        RankNode.ARRIVED.set(0);
        RankNode.WRONG.set(0);
        RankNode.FAILED.set(0);
        MPI.COMM_WORLD.Barrier();
    }

    /** Waits until all ranks together have got so many calls. */
    private void await(long calls) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_S);
        long[] arrived = {0};
        while (arrived[0] < calls && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(5);
            MPI.COMM_WORLD.Allreduce(new long[] {RankNode.ARRIVED.get()}, 0, arrived, 0, 1, MPI.LONG, MPI.SUM);
            deadline = agreed(deadline);
        }
        assertThat(arrived[0], is(calls));
        assertThat("out of order", RankNode.WRONG.get(), is(0L));
        assertThat("failed", RankNode.FAILED.get(), is(0L));
        assertThat("new threads", threads() - threadsBefore, lessThan(MOST_THREADS));
    }

    /** All ranks give up together. */
    private static long agreed(long deadline) throws Exception {
        long[] left = {deadline - System.nanoTime()};
        MPI.COMM_WORLD.Allreduce(left.clone(), 0, left, 0, 1, MPI.LONG, MPI.MIN);
        return System.nanoTime() + left[0];
    }

    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("rmi4mpi-dispatcher")).count();
    }

    @Test
    public void tokensGoAroundTheRing() throws Exception {
        int hops = 10;
        for (int i = 0; i < TOKENS; i++) {
            RankNode.next().pass(hops);
        }
        await((long) nodes.size * TOKENS * (hops + 1));
    }

    @Test
    public void tokensGoToRandomRanks() throws Exception {
        int hops = 10;
        for (int i = 0; i < TOKENS; i++) {
            RankNode.next().wander(hops, (long) nodes.rank << 32 | i);
        }
        await((long) nodes.size * TOKENS * (hops + 1));
    }

    @Test
    public void eachCallMakesTwo() throws Exception {
        int depth = 13;
        RankNode.next().split(depth);
        await(nodes.size * ((1L << depth + 1) - 1));
    }

    @Test
    public void tokensGoAroundTheRingByFutures() throws Exception {
        int hops = 10;
        for (int i = 0; i < TOKENS; i++) {
            Calls.async(nodes.next()).passByFuture(hops);
        }
        await((long) nodes.size * TOKENS * (hops + 1));
    }

    @Test
    public void callsOfAMethodKeepTheirOrder() throws Exception {
        nodes.at((nodes.rank + 1) % nodes.size).count(nodes.at(nodes.rank), nodes.rank, 10 * TOKENS);
        await(nodes.size);
    }

    private void carryBlocks(int tokens, int bytes) throws Exception {
        int hops = 10;
        byte[] block = new byte[bytes];
        for (int i = 0; i < tokens; i++) {
            RankNode.next().carry(block, hops);
        }
        await((long) nodes.size * tokens * (hops + 1));
    }

    /** Their blocks are large enough to fill the window of a receiver by few calls. */
    @Test
    public void tokensCarryBlocks() throws Exception {
        carryBlocks(TOKENS / 10, 20_000);
    }

    /** From main their arrays travel beside the calls, and main waits for them. No method does. */
    @Test
    public void tokensCarryLargeArrays() throws Exception {
        carryBlocks(TOKENS / 20, 100_000);
    }
}
