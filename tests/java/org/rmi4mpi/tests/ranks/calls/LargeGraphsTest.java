package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Graphs of objects that are larger than the room for large frames, which is 64 MiB here. */
@Deadline(120)
@RunWith(RankRunner.class)
public class LargeGraphsTest {
    private static final int BEYOND = 70 << 20;
    /** Some of them fit into the room together, but not all. */
    private static final int THREADS = 4;
    private static final int PART = 24 << 20;

    interface Store extends Remote {
        int size(Graph graph) throws RemoteException;

        /** Calls {@link #passBack} of another store. */
        void passOn(byte[] load, Store other, Store back) throws RemoteException;

        /** Calls {@link #size} of another store. */
        int passBack(Store back) throws RemoteException;
    }

    static final class RankStore extends UnicastRemoteObject implements Store {
        private static final long serialVersionUID = 1L;

        RankStore() throws RemoteException {}

        @Override
        public int size(Graph graph) {
            return graph.bytes;
        }

        @Override
        public void passOn(byte[] load, Store other, Store back) throws RemoteException {
            other.passBack(back);
        }

        @Override
        public int passBack(Store back) throws RemoteException {
            return back.size(new Graph(100_000, () -> {}));
        }
    }

    /** It is written in small pieces, so that its frame grows step by step. */
    static final class Graph implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int PIECE = 4000;

        private final int bytes;
        private final transient Runnable atEnd;

        /** @param atEnd runs when all has been written, and the frame has not been sent */
        Graph(int bytes, Runnable atEnd) {
            this.bytes = bytes;
            this.atEnd = atEnd;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            byte[] piece = new byte[PIECE];
            for (int i = 0; i < bytes / PIECE; i++) {
                out.write(piece);
            }
            atEnd.run();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            byte[] piece = new byte[PIECE];
            for (int i = 0; i < bytes / PIECE; i++) {
                in.readFully(piece);
            }
        }
    }

    @Rule
    public final OnEachRank<Store, RankStore> stores = new OnEachRank<>(RankStore::new);

    @Test
    public void threadsThatEachHoldAPartOfTheRoomEndOneAfterTheOther() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            List<Future<Integer>> sizes = Crowd.start(THREADS, member -> stores.next().size(new Graph(PART, () -> {})));
            assertThat(Crowd.results(sizes), everyItem(is(PART)));
        }
    }

    /** The thread that holds the memory waits for the lock of the one that waits for memory. */
    @Test
    public void aGraphPassesWhileAnotherWaitsForALockOfItsThread() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            Object lock = new Object();
            CountDownLatch isLocked = new CountDownLatch(1);
            CountDownLatch isWritten = new CountDownLatch(1);
            Future<Void> first = Crowd.aside(member -> stores.next().size(new Graph(BEYOND, () -> {
                isWritten.countDown();
                await(isLocked);
                synchronized (lock) {
                    isLocked.countDown();
                }
            })));
            synchronized (lock) {
                isLocked.countDown();
                await(isWritten);
                assertThat(stores.next().size(new Graph(BEYOND, () -> {})), is(BEYOND));
            }
            first.get();
        }
    }

    /** The writer of a graph calls with a large argument, while its own frame takes all room. */
    @Test
    public void aGraphPassesWithinTheWriterOfAnother() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            Graph outer = new Graph(BEYOND, () -> {
                try {
                    assertThat(stores.next().size(new Graph(BEYOND, () -> {})), is(BEYOND));
                } catch (RemoteException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(stores.next().size(outer), is(BEYOND));
        }
    }

    /** The frame of the batch takes all room at its receiver, until the method that needs more of it has ended. */
    @Test
    public void aMethodOfALargeBatchIsCalledBackWithALargeArgument() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            try (Batch<Store> batch = Calls.batch(stores.next())) {
                batch.stub().passOn(new byte[BEYOND], stores.at(0), stores.next());
                batch.send();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
