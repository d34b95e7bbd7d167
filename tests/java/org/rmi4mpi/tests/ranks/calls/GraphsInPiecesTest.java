package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Arguments and results that leave in pieces while they are written, and are read while the pieces arrive. */
@Deadline(60)
@RunWith(RankRunner.class)
public class GraphsInPiecesTest {
    /** Many pieces, and more than a writer may be ahead of its reader. */
    private static final int LONG = 3 << 20;
    /** More than a receiver lets a sender be ahead with calls that no thread waits for. */
    private static final int BEYOND_WINDOW = 12 << 20;

    interface Store extends Remote {
        /** Returns whether the graph is {@link RandomGraph#of} of the seed. */
        boolean isRandomGraph(long seed, Object graph, String after) throws RemoteException;

        Object randomGraph(long seed) throws RemoteException;

        int take(Object graph) throws RemoteException;

        void keep(Object graph) throws RemoteException;

        CompletableFuture<Integer> takeLater(Object graph) throws RemoteException;

        Object give(Object graph) throws RemoteException;

        /** Number of graphs that {@link #take}, {@link #keep} and {@link #takeLater} have got. */
        int taken() throws RemoteException;

        void open() throws RemoteException;

        int passOn(Store other, int bytes) throws RemoteException;

        /** Passes a closed {@link Gate} on by a one-way and by an asynchronous call. */
        void passGatesOn(Store other) throws RemoteException;
    }

    static final class RankStore extends UnicastRemoteObject implements Store {
        private static final long serialVersionUID = 1L;

        private final AtomicInteger taken = new AtomicInteger();

        RankStore() throws RemoteException {}

        @Override
        public boolean isRandomGraph(long seed, Object graph, String after) {
            return after.equals("after") && RandomGraph.equal(RandomGraph.of(seed), graph);
        }

        @Override
        public Object randomGraph(long seed) {
            return RandomGraph.of(seed);
        }

        @Override
        public int take(Object graph) {
            taken.incrementAndGet();
            return graph instanceof Stream stream ? stream.bytes : 0;
        }

        @Override
        public void keep(Object graph) {
            taken.incrementAndGet();
        }

        @Override
        public CompletableFuture<Integer> takeLater(Object graph) {
            return CompletableFuture.completedFuture(take(graph));
        }

        @Override
        public Object give(Object graph) {
            return graph;
        }

        @Override
        public int taken() {
            return taken.get();
        }

        @Override
        public void open() {
            Gate.openNow();
        }

        @Override
        public int passOn(Store other, int bytes) throws RemoteException {
            return other.take(new Stream(bytes));
        }

        @Override
        public void passGatesOn(Store other) throws RemoteException {
            Calls.oneWay(other).keep(new Gate(BEYOND_WINDOW));
            other.takeLater(new Gate(BEYOND_WINDOW)).thenAccept(taken::addAndGet);
        }
    }

    /** A hook writes many bytes, and runs an action in the middle and at the end. */
    static class Stream implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int STEP = 5000;

        final int bytes;
        /** For a subclass: its own fields are read after the bytes. */
        final Serializable detail;

        Stream(int bytes) {
            this(bytes, null);
        }

        Stream(int bytes, Serializable detail) {
            this.bytes = bytes;
            this.detail = detail;
        }

        void whileWritten(int at) throws IOException {}

        void whileRead(int at) throws IOException {}

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            byte[] step = new byte[STEP];
            for (int at = 0; at < bytes; at += STEP) {
                step[0] = (byte) at;
                out.write(step);
                whileWritten(at);
            }
            whileWritten(bytes);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            byte[] step = new byte[STEP];
            for (int at = 0; at < bytes; at += STEP) {
                in.readFully(step);
                if (step[0] != (byte) at) {
                    throw new InvalidObjectException("other bytes at " + at);
                }
                whileRead(at);
            }
            whileRead(bytes);
        }
    }

    private static void fail(Serializable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        } else if (failure instanceof Error e) {
            throw e;
        }
        throw (RuntimeException) failure;
    }

    static final class FailingWriter extends Stream {
        private static final long serialVersionUID = 1L;

        FailingWriter(Throwable failure) {
            this(failure, LONG);
        }

        FailingWriter(Throwable failure, int bytes) {
            super(bytes, failure);
        }

        @Override
        void whileWritten(int at) throws IOException {
            if (at == bytes) {
                fail(detail);
            }
        }
    }

    /** Its writer calls the object to which it goes. */
    static final class KeepingWriter extends Stream {
        private static final long serialVersionUID = 1L;

        KeepingWriter(int bytes, Store store) {
            super(bytes, (Serializable) store);
        }

        @Override
        void whileWritten(int at) throws IOException {
            if (at == bytes) {
                Calls.oneWay((Store) detail).keep("before");
            }
        }
    }

    static final class FailingReader extends Stream {
        private static final long serialVersionUID = 1L;

        FailingReader(Throwable failure) {
            super(LONG, failure);
        }

        @Override
        void whileRead(int at) throws IOException {
            if (at > LONG / 4) {
                fail(detail);
            }
        }
    }

    /** Its reader waits until {@link Store#open} is called. */
    static final class Gate extends Stream {
        private static final long serialVersionUID = 1L;
        private static volatile CountDownLatch open = new CountDownLatch(1);

        Gate() {
            this(LONG);
        }

        Gate(int bytes) {
            super(bytes);
        }

        static void openNow() {
            open.countDown();
        }

        @Override
        void whileRead(int at) throws IOException {
            if (at == 0) {
                try {
                    open.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                open = new CountDownLatch(1);
            }
        }
    }

    /** Its writer calls the reader's rank in the middle. */
    static final class Calling extends Stream {
        private static final long serialVersionUID = 1L;

        private final transient Store store;

        Calling(Store store) {
            super(LONG);
            this.store = store;
        }

        @Override
        void whileWritten(int at) throws IOException {
            if (at % (LONG / 4) < 5000) {
                assertThat(store.take(new Stream(LONG / 8)), is(LONG / 8));
            }
        }
    }

    static final class Unserializable {}

    @Rule
    public final OnEachRank<Store, RankStore> stores = new OnEachRank<>(RankStore::new);

    @Test
    public void randomGraphsArriveWhole() throws Exception {
        long first = 1000L * stores.rank + 17;
        for (long seed = first; seed < first + 12; seed++) {
            assertThat("seed " + seed, stores.next().isRandomGraph(seed, RandomGraph.of(seed), "after"), is(true));
            assertThat("seed " + seed, RandomGraph.equal(stores.next().randomGraph(seed), RandomGraph.of(seed)),
                    is(true));
        }
    }

    @Test
    public void anObjectInALaterPieceRefersToOneInTheFirst() throws Exception {
        Object[] graph = {new Object[1], new byte[LONG], new long[1 << 10], null, null};
        ((Object[]) graph[0])[0] = graph;
        graph[3] = graph[0];
        graph[4] = graph[2];
        Object[] returned = (Object[]) stores.next().give(graph);
        assertThat(((Object[]) returned[3])[0], sameInstance(returned));
        assertThat(returned[4], sameInstance(returned[2]));
    }

    @Test
    public void longStringsArriveWhole() throws Exception {
        String narrow = "narrow ".repeat(100_000);
        String wide = "wide \u20ac \ud83d\ude00 ".repeat(50_000);
        Object[] returned = (Object[]) stores.next().give(new Object[] {narrow, wide, narrow});
        assertThat(returned[0].equals(narrow) && returned[1].equals(wide), is(true));
        assertThat(returned[2], sameInstance(returned[0]));
    }

    @Test
    public void callsThatNoThreadWaitsForPass() throws Exception {
        int before = stores.next().taken();
        Calls.oneWay(stores.next()).keep(new Stream(5 * LONG));
        assertThat(stores.next().takeLater(new Stream(5 * LONG)).get(), is(5 * LONG));
        assertThat(Calls.future(Calls.async(stores.next()).take(new Stream(LONG))).get(), is(LONG));
        try (Batch<Store> batch = Calls.batch(stores.next())) {
            batch.stub().keep(new Stream(LONG));
            batch.stub().keep(new Stream(LONG));
            batch.send();
        }
        Until.holds(() -> stores.next().taken() >= before + 5);
    }

    @Test
    public void allRanksWriteToOneAnotherAtOnce() throws Exception {
        List<Future<Integer>> ends = Crowd.start(3, member -> stores.next().passOn(stores.at(stores.rank), 8 * LONG));
        assertThat(stores.next().take(new Stream(8 * LONG)), is(8 * LONG));
        for (Future<Integer> each : ends) {
            assertThat(each.get(), is(8 * LONG));
        }
    }

    /** The pieces that may be ahead of the reader are there, and their writer waits. */
    @Test
    public void smallCallsPassWhileALargeOneWaitsForItsReader() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            Future<Void> large = Crowd.aside(member -> assertThat(stores.next().take(new Gate()), is(LONG)));
            for (int i = 0; i < 200; i++) {
                stores.next().taken();
                assertThat(stores.next().take(new byte[100_000]), is(0));
            }
            stores.next().open();
            large.get();
        }
    }

    /** The method returns, and its caller opens the gates afterwards. */
    @Test
    public void aMethodWaitsForNoReaderOfItsOneWayAndAsynchronousCalls() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            int before = stores.next().taken();
            int ownBefore = stores.at(0).taken();
            stores.next().passGatesOn(stores.at(0));
            Until.holds(() -> {
                Gate.openNow();
                return stores.at(0).taken() == ownBefore + 2;
            });
            Until.holds(() -> stores.next().taken() == before + BEYOND_WINDOW);
        }
    }

    /** The reader waits, too: it has no room for all of it. */
    @Test
    public void aCallWhoseArgumentIsNotReadTimesOut() throws Exception {
        stores.assumeOtherRank();
        if (stores.rank == 0) {
            Store hurried = Calls.withTimeout(stores.next(), Duration.ofMillis(20));
            assertThrows(CallTimeoutException.class, () -> hurried.take(new Gate()));
            stores.next().open();
            assertThat(stores.next().take(new Stream(LONG)), is(LONG));
        }
    }

    @Test
    public void aWriterMayCallTheReadersRank() throws Exception {
        assertThat(stores.next().take(new Calling(stores.next())), is(LONG));
    }

    /** At the own rank its thread would run the call itself, but the one-way call has to begin first. */
    @Test
    public void aWriterMayMakeAOneWayCallToTheSameObject() throws Exception {
        int before = stores.next().taken();
        assertThat(stores.next().take(new KeepingWriter(LONG, stores.next())), is(LONG));
        assertThat(stores.next().taken(), is(before + 2));
    }

    @Test
    public void anInterruptedThreadWritesAllAndStaysInterrupted() throws Exception {
        Thread.currentThread().interrupt();
        int taken = stores.next().take(new Stream(LONG));
        assertThat(Thread.interrupted(), is(true));
        assertThat(taken, is(LONG));
    }

    // ---- writers that fail

    private void failsToWrite(Class<? extends Throwable> thrown, Throwable failure) throws Exception {
        int before = stores.next().taken();
        FailingWriter graph = new FailingWriter(failure, 4 * LONG);
        assertThrows(thrown, () -> stores.next().take(graph));
        assertThrows(thrown, () -> Calls.oneWay(stores.next()).keep(graph));
        assertThrows(thrown, () -> stores.next().takeLater(graph));
        assertThat(stores.next().take(new Stream(LONG)), is(LONG));
        assertThat("methods run", stores.next().taken(), is(before + 1));
    }

    @Test
    public void noMethodRunsIfItsArgumentCannotBeWritten() throws Exception {
        if (stores.rank == 0) {
            failsToWrite(MarshalException.class, new IOException("a test"));
            failsToWrite(MarshalException.class, new NotSerializableException("a test"));
            failsToWrite(IllegalStateException.class, new IllegalStateException("a test"));
            failsToWrite(OutOfMemoryError.class, new OutOfMemoryError("a test"));
            failsToWrite(StackOverflowError.class, new StackOverflowError("a test"));
        }
    }

    @Test
    public void theLastElementMayBeNotSerializable() throws Exception {
        List<Object> graph = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            graph.add(new long[] {i});
        }
        graph.add(new Unserializable());
        MarshalException thrown = assertThrows(MarshalException.class, () -> stores.next().take(graph));
        assertThat(thrown.getCause(), instanceOf(NotSerializableException.class));
        assertThat(stores.next().take(new Stream(LONG)), is(LONG));
    }

    /** Is read as an object that fails to be written. */
    static final class Reluctant implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Throwable failure;

        Reluctant(Throwable failure) {
            this.failure = failure;
        }

        private Object readResolve() {
            return new FailingWriter(failure);
        }
    }

    @Test
    public void theCallerIsToldIfTheResultCannotBeWritten() throws Exception {
        Throwable thrown = assertThrows(MarshalException.class,
                () -> stores.next().give(new Reluctant(new IOException("a test"))));
        assertThat(thrown.getCause(), instanceOf(IOException.class));
        assertThrows(IllegalStateException.class,
                () -> stores.next().give(new Reluctant(new IllegalStateException("a test"))));
        assertThrows(ServerError.class,
                () -> stores.next().give(new Reluctant(new StackOverflowError("a test"))));
        assertThrows(ServerError.class, () -> stores.next().give(new Reluctant(new OutOfMemoryError("a test"))));
        ExecutionException later = assertThrows(ExecutionException.class,
                () -> Calls.future(Calls.async(stores.next()).give(new Reluctant(new IOException("a test")))).get());
        assertThat(later.getCause(), instanceOf(MarshalException.class));
        assertThat(((Stream) stores.next().give(new Stream(LONG))).bytes, is(LONG));
    }

    // ---- readers that fail

    @Test
    public void theCallerIsToldIfItsArgumentCannotBeRead() throws Exception {
        int before = stores.next().taken();
        Throwable thrown = assertThrows(ServerException.class,
                () -> stores.next().take(new FailingReader(new IOException("a test"))));
        assertThat(thrown.getCause(), instanceOf(UnmarshalException.class));
        assertThrows(ExecutionException.class,
                () -> stores.next().takeLater(new FailingReader(new IOException("a test"))).get());
        Calls.oneWay(stores.next()).keep(new FailingReader(new IOException("a test")));
        assertThat(stores.next().take(new Stream(LONG)), is(LONG));
        if (stores.size == 2) {
            assertThat("methods run", stores.next().taken() <= before + 2, is(true));
        }
    }

    @Test
    public void theCallerMayFailToReadTheResult() throws Exception {
        stores.assumeOtherRank();
        assertThrows(UnmarshalException.class, () -> stores.next().give(new Once(stores.rank)));
        assertThat(((Stream) stores.next().give(new Stream(LONG))).bytes, is(LONG));
    }

    /** Cannot be read at its own rank. */
    static final class Once extends Stream {
        private static final long serialVersionUID = 1L;

        Once(int rank) {
            super(LONG, rank);
        }

        @Override
        void whileRead(int at) throws IOException {
            if (at > LONG / 4 && detail.equals(MPI.COMM_WORLD.Rank())) {
                throw new InvalidObjectException("a test");
            }
        }
    }

    /** Exports an object beside those of the rule, and returns the stub of the next rank's. */
    private Store exportAnother(RankStore another, ObjectInputFilter filter) throws Exception {
        UnicastRemoteObject.unexportObject(another, true);
        UnicastRemoteObject.exportObject(another, 0, filter);
        Naming.rebind("//rank" + stores.rank + "/another", another);
        MPI.COMM_WORLD.Barrier();
        return (Store) Naming.lookup("//rank" + (stores.rank + 1) % stores.size + "/another");
    }

    private void unexport(RankStore another) throws Exception {
        MPI.COMM_WORLD.Barrier();
        Naming.unbind("//rank" + stores.rank + "/another");
        UnicastRemoteObject.unexportObject(another, true);
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void aFilterRefusesInTheMiddle() throws Exception {
        RankStore guarded = new RankStore();
        Store stub = exportAnother(guarded, info -> info.streamBytes() > LONG / 2 ? Status.REJECTED : Status.UNDECIDED);
        List<Object> graph = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            graph.add(new long[] {i});
        }
        assertThrows(RemoteException.class, () -> stub.take(graph));
        assertThat(stub.take(new long[1000]), is(0));
        unexport(guarded);
    }

    @Test
    public void whatIsSentToAnObjectThatIsGoneIsDropped() throws Exception {
        RankStore gone = new RankStore();
        Store stub = exportAnother(gone, null);
        unexport(gone);
        assertThrows(NoSuchObjectException.class, () -> stub.take(new Stream(LONG)));
        assertThat(stores.next().take(new Stream(LONG)), is(LONG));
    }
}
