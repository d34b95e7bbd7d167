package org.rmi4mpi.tests.unit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.ExportException;
import java.rmi.server.Unreferenced;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.Test;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.WaitPolicy;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.tests.programs.Garbage;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.NotInCheck;
import org.rmi4mpi.transport.local.LocalTransport;

/** The lifetime of objects that ranks of one JVM refer to. */
@Deadline(60)
public class CollectorTest {
    private static final int STORM_STEPS = 3000;
    private static final long MOST_STORM_NS = 10_000_000_000L;

    private static final int BOX_ID = 1;
    private static final int HOME_ID = 3;

    interface Item extends Remote {
        void ping() throws RemoteException;
    }

    /** Holds the stubs of one rank. */
    interface Box extends Remote {
        void put(int place, Remote stub, Object ballast) throws RemoteException;

        Item get(int place) throws RemoteException;

        Remote any(int place) throws RemoteException;

        /** Its own rank's stub goes on to another. */
        void pass(int place, Box next) throws RemoteException;

        void drop(int place) throws RemoteException;

        Item make() throws RemoteException;
    }

    /** The messages of ranks about references. Its methods have the hashes of the real ones. */
    interface Home extends Remote {
        void giveBack(long[] idsAndWeights) throws RemoteException;

        long more(long objectId) throws RemoteException;
    }

    abstract static class HomeAnywhere implements Home {}

    static class Thing implements Item, Unreferenced {
        final AtomicInteger pings = new AtomicInteger();
        final AtomicInteger unreferenced;

        Thing(AtomicInteger unreferenced) {
            this.unreferenced = unreferenced;
        }

        Thing() {
            this(new AtomicInteger());
        }

        @Override
        public void ping() {
            pings.incrementAndGet();
        }

        @Override
        public void unreferenced() {
            unreferenced.incrementAndGet();
        }
    }

    static final class RankBox implements Box {
        private final ReferenceLayer layer;
        private final Remote[] stubs = new Remote[64];
        final AtomicInteger pings = new AtomicInteger();

        RankBox(ReferenceLayer layer) {
            this.layer = layer;
        }

        @Override
        public synchronized void put(int place, Remote stub, Object ballast) {
            stubs[place] = stub;
        }

        @Override
        public synchronized Item get(int place) {
            return (Item) stubs[place];
        }

        @Override
        public synchronized Remote any(int place) {
            return stubs[place];
        }

        @Override
        public void pass(int place, Box next) throws RemoteException {
            next.put(place, get(place), null);
        }

        @Override
        public synchronized void drop(int place) {
            stubs[place] = null;
        }

        @Override
        public Item make() throws RemoteException {
            Item item = pings::incrementAndGet;
            layer.export(item);
            return item;
        }
    }

    private final List<ReferenceLayer> layers = new ArrayList<>();

    private void start(int ranks, boolean collects) throws ExportException {
        for (LocalTransport transport : LocalTransport.group(ranks)) {
            ReferenceLayer layer =
                    new ReferenceLayer(transport, new WaitPolicy(100, false, 1_000_000), new Probe(), collects);
            layer.export(BOX_ID, new RankBox(layer));
            layer.dispatcher().start();
            layers.add(layer);
        }
    }

    @After
    public void stop() {
        layers.forEach(ReferenceLayer::stopCollecting);
        layers.forEach(layer -> layer.dispatcher().stop());
    }

    /** The box of a rank, as another one sees it. */
    private Box box(int from, int rank) {
        return (Box) Stubs.create(RankBox.class, layers.get(from).reference(rank, BOX_ID));
    }

    /** When the newest object is gone, all earlier messages about references have been handled. */
    private void settle() throws Exception {
        Garbage.collect();
        for (int rank = 0; rank < layers.size(); rank++) {
            int exported = layers.get(rank).exported();
            layers.get(rank).export(new Thing());
            Garbage.collectUntil(new CountDown(layers.get(rank), exported));
        }
    }

    private record CountDown(ReferenceLayer layer, int exported) implements Garbage.Condition {
        @Override
        public boolean holds() {
            return layer.exported() <= exported;
        }
    }

    private void awaitExported(int rank, int count) throws Exception {
        Garbage.collectUntil(() -> layers.get(rank).exported() == count);
    }

    private static WeakReference<Thing> exported(ReferenceLayer layer) throws RemoteException {
        Thing thing = new Thing();
        layer.export(thing);
        return new WeakReference<>(thing);
    }

    @Test
    public void anObjectThatNobodyRefersToGoes() throws Exception {
        start(1, true);
        Garbage.collectUntilGone(exported(layers.get(0)));
        awaitExported(0, 0);
    }

    @Test
    public void aStubAtHomeKeepsItsObjectAndTheObjectItsExport() throws Exception {
        start(1, true);
        Item stub = (Item) layers.get(0).export(new Thing());
        settle();
        stub.ping();
        stub = null;
        awaitExported(0, 0);

        Thing thing = new Thing();
        String name = layers.get(0).export(thing).toString();
        settle();
        assertThat(layers.get(0).stubOf(thing).toString(), is(name));
    }

    /** Servers keep the stubs of what they have served. */
    @Test
    public void aStubAtHomeKeepsItsObjectNoLongerThanItIsExported() throws Exception {
        start(1, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        Remote stub = layers.get(0).stubOf(thing.get());
        layers.get(0).unexport(thing.get(), true);
        Garbage.collectUntilGone(thing);
        assertThrows(NoSuchObjectException.class, ((Item) stub)::ping);
    }

    @Test
    public void aReferenceThatIsPassedOnKeepsTheObjectWhereverItIs() throws Exception {
        start(3, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        box(0, 1).put(0, thing.get(), null);
        settle();
        box(0, 1).pass(0, box(1, 2));
        settle();
        box(0, 1).drop(0);
        settle();
        box(1, 2).get(0).ping();
        box(0, 2).pass(0, box(2, 0)); // home, as a stub
        box(0, 2).drop(0);
        settle();
        box(1, 0).get(0).ping();
        assertThat(thing.get().pings.get(), is(2));
        box(1, 0).drop(0);
        Garbage.collectUntilGone(thing);
        awaitExported(0, 0);
    }

    @Test
    public void itIsToldEachTimeItsLastReferenceHasGone() throws Exception {
        start(3, true);
        Thing thing = new Thing();
        layers.get(0).export(thing);
        for (int round = 1; round <= 3; round++) {
            box(0, 1).put(0, thing, null);
            box(0, 1).pass(0, box(1, 2));
            box(0, 1).drop(0);
            settle();
            assertThat(thing.unreferenced.get(), is(round - 1));
            box(0, 2).drop(0);
            int now = round;
            Garbage.collectUntil(() -> thing.unreferenced.get() == now);
        }
        settle();
        assertThat(thing.unreferenced.get(), is(3));
        assertThat(layers.get(0).stubOf(thing), notNullValue());
    }

    @Test
    public void theLastToGoIsToldAlthoughNobodyHoldsIt() throws Exception {
        start(2, true);
        AtomicInteger told = new AtomicInteger();
        box(0, 1).put(0, layers.get(0).export(new Thing(told)), null);
        box(0, 1).drop(0);
        awaitExported(0, 0);
        assertThat(told.get(), is(1));
    }

    private long idOf(Remote stub) {
        Matcher id = Pattern.compile("object (\\d+)").matcher(stub.toString());
        assertThat(id.find(), is(true));
        return Long.parseLong(id.group(1));
    }

    @Test
    public void whoCallsTooLateIsToldAndTheObjectMayBeExportedAnew() throws Exception {
        start(2, true);
        long id = idOf(layers.get(0).export(new Thing()));
        awaitExported(0, 0);
        Item late = (Item) Stubs.create(Thing.class, layers.get(1).reference(0, id));
        assertThrows(NoSuchObjectException.class, late::ping);

        Thing thing = new Thing();
        long first = idOf(layers.get(0).export(thing));
        layers.get(0).unexport(thing, false);
        long second = idOf(layers.get(0).export(thing));
        assertThat("same place", (int) second, is((int) id));
        assertThat(second, not(first));
        assertThrows(NoSuchObjectException.class, late::ping);
    }

    @Test
    public void whatWasWrittenElsewhereStaysUntilItIsUnexported() throws Exception {
        start(2, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(layers.get(0).stubOf(thing.get()));
        settle();
        ReferenceLayer.makeCurrent(layers.get(1));
        try {
            ((Item) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject()).ping();
        } finally {
            ReferenceLayer.makeCurrent(null);
        }
        layers.get(0).unexport(thing.get(), false);
        Garbage.collectUntilGone(thing);
    }

    @Test
    public void whatAnotherRankHasWrittenElsewhereStays() throws Exception {
        start(2, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        box(0, 1).put(0, thing.get(), null);
        new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(box(1, 1).get(0));
        box(0, 1).drop(0);
        settle();
        assertThat(thing.get(), notNullValue());
    }

    @Test
    public void theNullCollectorKeepsWhatIsExported() throws Exception {
        start(2, false);
        WeakReference<Thing> thing = exported(layers.get(0));
        box(0, 1).put(0, thing.get(), null);
        box(1, 1).get(0).ping();
        Garbage.collect();
        assertThat(thing.get().pings.get(), is(1));
        layers.get(0).unexport(thing.get(), false);
        Garbage.collectUntilGone(thing);
    }

    @Test
    public void aMessageThatWasNotWrittenKeepsNothing() throws Exception {
        start(2, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        assertThrows(MarshalException.class, () -> box(0, 1).put(0, thing.get(), new Object()));
        box(0, 1).put(0, thing.get(), null);
        assertThrows(MarshalException.class, () -> box(1, 0).put(0, box(1, 1).get(0), new Object()));
        box(0, 1).drop(0);
        Garbage.collectUntilGone(thing);
    }

    @Test
    public void callsThatNobodyWaitsForFindTheirObjectAlthoughTheStubIsGone() throws Exception {
        start(2, true);
        RankBox maker = new RankBox(layers.get(0));
        Box stub = (Box) layers.get(0).export(maker);
        box(0, 1).put(0, stub, null);
        Thread collecting = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                System.gc();
            }
        });
        collecting.start();
        int calls = 0;
        for (Box made = (Box) box(1, 1).any(0); collecting.isAlive() || calls < 100; calls++) {
            (calls % 2 == 0 ? Stubs.oneWay(made.make()) : Stubs.async(made.make())).ping();
        }
        int expected = calls;
        Garbage.collectUntil(() -> maker.pings.get() == expected);
        awaitExported(0, 1);
    }

    /** Each time the reference is passed on there is less weight to divide, until the home gives more. */
    @Test
    public void aReferenceGoesThroughAnyNumberOfRanks() throws Exception {
        start(24, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        box(0, 1).put(0, thing.get(), null);
        for (int rank = 1; rank + 1 < layers.size(); rank++) {
            box(rank, rank).pass(0, box(rank, rank + 1));
            box(0, rank).drop(0);
        }
        Garbage.collect();
        Garbage.collect();
        box(0, 23).get(0).ping();
        assertThat(thing.get().pings.get(), is(1));
        box(0, 23).drop(0);
        Garbage.collectUntilGone(thing);
    }

    /** A rank gives back the weight that it has too much of. */
    @Test
    @NotInCheck
    public void aReferenceComesAnyNumberOfTimes() throws Exception {
        start(2, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        box(0, 0).put(0, thing.get(), null);
        List<Item> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            all.add(box(1, 0).get(0));
        }
        box(0, 0).drop(0);
        settle();
        all.get(0).ping();
        assertThat(all.get(0), is(all.get(9_999)));
        all.clear();
        Garbage.collectUntilGone(thing);
    }

    @Test
    public void weightsThatMakeNoSenseAreNotTaken() throws Exception {
        start(2, true);
        WeakReference<Thing> thing = exported(layers.get(0));
        long id = idOf(layers.get(0).stubOf(thing.get()));
        box(0, 1).put(0, thing.get(), null);
        Home home = (Home) Stubs.create(HomeAnywhere.class, layers.get(1).reference(0, HOME_ID));
        home.giveBack(new long[] {
            id, -1, id, Long.MAX_VALUE, id, Long.MIN_VALUE, id, 0, -1, 5, id + (1L << 32), 7, BOX_ID, 1, HOME_ID, 1, id
        });
        assertThat(home.more(-1), is(0L));
        assertThat(home.more(id + 1), is(0L));
        settle();
        box(1, 1).get(0).ping();
        box(0, 1).drop(0);
        Garbage.collectUntilGone(thing);
        assertThat(box(1, 0).get(0), nullValue());
    }

    /** Threads of all ranks create objects, pass stubs around, call them, and drop them. */
    @Test
    public void noCallMissesItsObjectInAStormAndNothingIsLeft() throws Exception {
        start(3, true);
        long seed = System.nanoTime();
        long end = seed + MOST_STORM_NS;
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                try {
                    storm(number % 3, new Random(seed + number), end);
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            Garbage.collect();
            Thread.sleep(50);
        }
        assertThat("seed " + seed, failures, is(List.of()));
        for (int rank = 0; rank < 3; rank++) {
            for (int place = 0; place < 64; place++) {
                box(0, rank).drop(place);
            }
        }
        for (int rank = 0; rank < 3; rank++) {
            awaitExported(rank, 0);
        }
    }

    /** Makes fewer steps on a busy machine, where the collections between them take all the time. */
    private void storm(int rank, Random random, long end) throws RemoteException {
        Item[] own = new Item[4];
        for (int i = 0; i < STORM_STEPS && System.nanoTime() - end < 0; i++) {
            int mine = random.nextInt(own.length);
            int other = random.nextInt(3);
            int place = random.nextInt(64);
            switch (random.nextInt(6)) {
                case 0 -> own[mine] = box(rank, other).make();
                case 1 -> box(rank, other).put(place, own[mine], null);
                case 2 -> own[mine] = box(rank, other).get(place);
                case 3 -> own[mine] = null;
                case 4 -> box(rank, other).pass(place, box(other, random.nextInt(3)));
                default -> {
                    if (own[mine] != null) {
                        own[mine].ping();
                        Stubs.oneWay(own[mine]).ping();
                    }
                }
            }
        }
    }
}
