package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.locks.ReentrantLock;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Nested calls of any depth: back to the caller, round the ring, and to the own rank. */
@Deadline(60)
@RunWith(RankRunner.class)
public class NestedCallsTest {
    interface Node extends Remote {
        /** Calls the other node, which calls this one, and so on. */
        int bounce(Node other, int depth) throws RemoteException;

        /** As bounce, with locks held at each step. */
        int bounceHolding(Node other, int depth) throws RemoteException;

        /** Goes from rank to rank. */
        int hop(Node[] ring, int hops) throws RemoteException;

        int fibonacci(Node[] all, int n) throws RemoteException;

        /** Holds its monitor while it calls back. */
        int askBack(Node caller, int question) throws RemoteException;

        int answer(int question) throws RemoteException;

        /** Asks all nodes, each by a thread of its own. */
        int askAll(Node[] all) throws Exception;
    }

    static final class RankNode extends UnicastRemoteObject implements Node {
        private static final long serialVersionUID = 1L;
        private final int rank = MPI.COMM_WORLD.Rank();

        RankNode() throws RemoteException {}

        @Override
        public int bounce(Node other, int depth) throws RemoteException {
            return depth == 0 ? 0 : 1 + other.bounce(this, depth - 1);
        }

        @Override
        public int bounceHolding(Node other, int depth) throws RemoteException {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            try {
                synchronized (new Object()) {
                    return depth == 0 ? 0 : 1 + other.bounceHolding(this, depth - 1);
                }
            } finally {
                lock.unlock();
            }
        }

        @Override
        public int hop(Node[] ring, int hops) throws RemoteException {
            return hops == 0 ? rank : ring[(rank + 1) % ring.length].hop(ring, hops - 1);
        }

        @Override
        public int fibonacci(Node[] all, int n) throws RemoteException {
            return n < 2 ? n : all[n % all.length].fibonacci(all, n - 1)
                    + all[(rank + n) % all.length].fibonacci(all, n - 2);
        }

        @Override
        public synchronized int askBack(Node caller, int question) throws RemoteException {
            return caller.answer(question) + 1;
        }

        @Override
        public int answer(int question) {
            return 10 * question;
        }

        @Override
        public int askAll(Node[] all) throws Exception {
            return Crowd.results(Crowd.start(all.length, i -> all[i].answer(i))).stream().mapToInt(i -> i).sum();
        }
    }

    @Rule
    public final OnEachRank<Node, RankNode> nodes = new OnEachRank<>(RankNode::new);

    private Node[] all() {
        return nodes.all().toArray(Node[]::new);
    }

    @Test
    public void twoNodesCallEachOtherTwoHundredDeep() throws RemoteException {
        if (nodes.rank == 0) {
            assertThat(nodes.next().bounce(nodes.own(), 200), is(200));
        }
    }

    @Test
    public void locksHeldAtEachStepAreInNobodysWay() throws RemoteException {
        synchronized (this) {
            assertThat(nodes.next().bounceHolding(nodes.own(), 40), is(40));
        }
    }

    @Test
    public void severalThreadsNestTheirCallsAtOnce() throws Exception {
        Crowd.act(4, member -> assertThat(nodes.next().bounce(nodes.own(), 10 + member), is(10 + member)));
    }

    @Test
    public void callsGoRoundTheRingManyTimes() throws RemoteException {
        if (nodes.rank == 0) {
            assertThat(nodes.next().hop(all(), 200), is((1 + 200) % nodes.size));
        }
    }

    @Test
    public void aRankCallsItselfToAnyDepth() throws RemoteException {
        if (nodes.rank == 0) {
            assertThat(nodes.at(0).bounce(nodes.own(), 200), is(200));
        }
    }

    @Test
    public void callsBranchOverAllRanks() throws RemoteException {
        assertThat(nodes.next().fibonacci(all(), 9), is(34));
    }

    @Test
    public void theCallerIsCalledBackThoughBothHoldLocks() throws RemoteException {
        synchronized (this) {
            for (int i = 0; i < 50; i++) {
                assertThat(nodes.next().askBack(nodes.own(), i), is(10 * i + 1));
            }
        }
    }

    @Test
    public void threadsThatAMethodStartsMakeCalls() throws Exception {
        assertThat(nodes.next().askAll(all()), is(10 * nodes.size * (nodes.size - 1) / 2));
    }
}
