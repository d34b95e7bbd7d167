package org.rmi4mpi.tests.ranks.farm;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import mpi.MPI;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.farm.RankExecutor;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** The job is quiet when all that has been started has ended, and all that followed from it. */
@RunWith(RankRunner.class)
public class QuiesceTest {
    private static final AtomicLong ARRIVED = new AtomicLong();
    private static final List<Node> NODES = new ArrayList<>();
    private static volatile CountDownLatch gate;

    interface Node extends Remote {
        /** Passes a token on to a rank that the token picks: by a one-way, an asynchronous, or an aggregated call. */
        void wander(int hops, long seed) throws RemoteException;

        void hold() throws RemoteException, InterruptedException;

        CompletableFuture<Integer> quiet() throws RemoteException;
    }

    static final class RankNode extends UnicastRemoteObject implements Node {
        private static final long serialVersionUID = 1L;

        RankNode() throws RemoteException {}

        @Override
        public void wander(int hops, long seed) throws RemoteException {
            ARRIVED.incrementAndGet();
            if (hops > 0) {
                long following = seed * 6364136223846793005L + 1442695040888963407L;
                NODES.get((int) ((following >>> 33) % NODES.size())).wander(hops - 1, following);
            }
        }

        @Override
        public void hold() throws InterruptedException {
            gate.await();
        }

        @Override
        public CompletableFuture<Integer> quiet() {
            return Ranks.whenQuiet().thenApply(none -> 1);
        }
    }

    @Before
    public void exchange() throws Exception {
        ARRIVED.set(0);
        gate = new CountDownLatch(1);
        NODES.clear();
        for (Node node : Ranks.each(Node.class, new RankNode())) {
            NODES.add(Calls.oneWay(node));
            NODES.add(Calls.async(node));
            NODES.add(Calls.aggregated(node));
        }
        MPI.COMM_WORLD.Barrier();
    }

    private static long arrived() {
        long[] sum = {0};
        MPI.COMM_WORLD.Allreduce(new long[] {ARRIVED.get()}, 0, sum, 0, 1, MPI.LONG, MPI.SUM);
        return sum[0];
    }

    private static void sendTokens(int hops) throws RemoteException {
        for (int i = 0; i < 300; i++) {
            NODES.get(i % NODES.size()).wander(hops, (long) Ranks.own() << 32 | i);
        }
    }

    @Test
    public void allRanksWait() throws Exception {
        for (int repetition = 1; repetition <= 5; repetition++) {
            sendTokens(30);
            MPI.COMM_WORLD.Barrier();
            Ranks.quiesce();
            assertThat(arrived(), is((long) repetition * Ranks.size() * 300 * 31));
        }
    }

    @Test
    public void oneRankWaits() throws Exception {
        for (int repetition = 1; repetition <= 5; repetition++) {
            sendTokens(30);
            MPI.COMM_WORLD.Barrier();
            if (Ranks.own() == Ranks.size() - 1) {
                Ranks.quiesce();
            }
            MPI.COMM_WORLD.Barrier();
            assertThat(arrived(), is((long) repetition * Ranks.size() * 300 * 31));
        }
    }

    @Test
    public void aMethodThatRunsIsWaitedFor() throws Exception {
        NODES.get(3 * Ranks.next()).hold();
        MPI.COMM_WORLD.Barrier();
        assertThat(Ranks.quiesce(Duration.ofMillis(20)), is(false));
        MPI.COMM_WORLD.Barrier();
        gate.countDown();
        assertThat(Ranks.quiesce(Duration.ofMinutes(1)), is(true));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void aCallOfAnotherThreadIsWaitedFor() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        Node next = Ranks.each(Node.class, new RankNode()).get(Ranks.next());
        Thread caller = new Thread(() -> {
            try {
                next.hold();
            } catch (RemoteException | InterruptedException e) {
                failed.set(true);
            }
        });
        caller.start();
        while (Ranks.quiesce(Duration.ofMillis(1))) {
            Thread.onSpinWait(); // it has not called yet
        }
        MPI.COMM_WORLD.Barrier();
        gate.countDown();
        Ranks.quiesce();
        caller.join();
        assertThat(failed.get(), is(false));
        MPI.COMM_WORLD.Barrier();
    }

    /** It is not under way. */
    @Test
    public void aBatchThatHasNotBeenSentIsNotWaitedFor() throws Exception {
        Batch<Node> batch = Calls.batch(NODES.get(0));
        batch.stub().wander(0, 0);
        Ranks.quiesce();
        assertThat(batch.size(), is(1));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void tasksAreWaitedFor() throws Exception {
        RankExecutor executor = Ranks.executor();
        for (int i = 0; i < 40; i++) {
            executor.execute(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(1);
                    sendTokens(1);
                } catch (InterruptedException | RemoteException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        MPI.COMM_WORLD.Barrier();
        Ranks.quiesce();
        assertThat(arrived(), is(40L * Ranks.size() * 300 * 2));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void aFutureTellsOfIt() throws Exception {
        sendTokens(30);
        MPI.COMM_WORLD.Barrier();
        Ranks.whenQuiet().get();
        assertThat(arrived(), is((long) Ranks.size() * 300 * 31));
        assertThrows(IllegalStateException.class, () -> Ranks.at(Ranks.next()).run(() -> {
            try {
                Ranks.quiesce();
            } catch (RemoteException e) {
                throw new AssertionError(e);
            }
        }));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void whatWouldWaitForItselfFails() throws Exception {
        NODES.get(3 * Ranks.next()).hold(); // so that the job is not quiet
        Node next = Ranks.each(Node.class, new RankNode()).get(Ranks.next());
        ExecutionException returned = assertThrows(ExecutionException.class, () -> next.quiet().get());
        assertThat(returned.getCause(), instanceOf(IllegalStateException.class));
        assertThat(returned.getCause().getMessage(), containsString("Ranks.whenQuiet()"));
        assertThrows(IllegalStateException.class, () -> Ranks.at(Ranks.next()).run(() -> Ranks.whenQuiet().join()));
        ExecutionException task = assertThrows(ExecutionException.class,
                () -> Ranks.executor().submit(() -> Ranks.whenQuiet().thenApply(none -> 1).get()).get());
        assertThat(task.getCause(), instanceOf(IllegalStateException.class));
        MPI.COMM_WORLD.Barrier();
        gate.countDown();
        Ranks.quiesce();
        MPI.COMM_WORLD.Barrier();
    }
}
