package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.notNullValue;

import java.lang.ref.WeakReference;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.Unreferenced;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.programs.Garbage;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.NotInCheck;
import org.rmi4mpi.tests.runner.RankRunner;

/** An exported object lives as long as a rank refers to it. */
@Deadline(120)
@RunWith(RankRunner.class)
public class CollectedObjectsTest {
    private static final int PLACES = 64;
    private static final int OBJECTS = 8_000;
    private static final int THREADS = 3;
    private static final long MOST_STORM_NS = 15_000_000_000L;
    private static final int STEPS = 150;

    interface Item extends Remote {
        int pings() throws RemoteException;

        void ping() throws RemoteException;
    }

    /** Keeps stubs, in places. */
    interface Holder extends Remote {
        void put(int place, Item item) throws RemoteException;

        Item get(int place) throws RemoteException;

        void pass(int place, Holder next) throws RemoteException;

        void drop(int place) throws RemoteException;

        Item make() throws RemoteException;
    }

    static final class Thing extends UnicastRemoteObject implements Item, Unreferenced {
        private static final long serialVersionUID = 1L;
        private final AtomicInteger pings = new AtomicInteger();
        private final AtomicInteger unreferenced = new AtomicInteger();

        Thing() throws RemoteException {}

        @Override
        public int pings() {
            return pings.get();
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

    static final class RankHolder extends UnicastRemoteObject implements Holder {
        private static final long serialVersionUID = 1L;
        private final Item[] items = new Item[PLACES];

        RankHolder() throws RemoteException {}

        @Override
        public synchronized void put(int place, Item item) {
            items[place] = item;
        }

        @Override
        public synchronized Item get(int place) {
            return items[place];
        }

        @Override
        public void pass(int place, Holder next) throws RemoteException {
            next.put(place, get(place));
        }

        @Override
        public synchronized void drop(int place) {
            items[place] = null;
        }

        @Override
        public Item make() throws RemoteException {
            return new Thing();
        }
    }

    @Rule
    public final OnEachRank<Holder, RankHolder> holders = new OnEachRank<>(RankHolder::new);

    private Holder after(int ranks) {
        return holders.at((holders.rank + ranks) % holders.size);
    }

    /** On all ranks. */
    private static void collectUntil(Garbage.Condition condition) throws Exception {
        int[] holds = {0};
        int[] holdsEverywhere = {0};
        while (holdsEverywhere[0] == 0) {
            Garbage.collect();
            holds[0] = condition.holds() ? 1 : 0;
            MPI.COMM_WORLD.Allreduce(holds, 0, holdsEverywhere, 0, 1, MPI.INT, MPI.MIN);
        }
    }

    /** When an object that is dropped now has been collected everywhere, so have all that were dropped before. */
    private void settle() throws Exception {
        WeakReference<Thing> probe = new WeakReference<>(new Thing());
        int place = PLACES - 1 - holders.rank;
        for (Holder each : holders.all()) {
            each.put(place, probe.get());
        }
        for (Holder each : holders.all()) {
            each.drop(place);
        }
        collectUntil(() -> probe.refersTo(null));
    }

    @Test
    public void aReferenceThatIsPassedOnKeepsTheObjectUntilTheLastHasDroppedIt() throws Exception {
        int place = holders.rank;
        WeakReference<Thing> thing = new WeakReference<>(new Thing());
        after(1).put(place, thing.get());
        MPI.COMM_WORLD.Barrier();
        after(1).pass(place, after(2));
        if (holders.size > 1) {
            after(1).drop(place);
        }
        settle();
        after(2).get(place).ping();
        assertThat(thing.get().pings(), is(1));
        MPI.COMM_WORLD.Barrier();
        after(2).drop(place);
        collectUntil(() -> thing.refersTo(null));
    }

    @Test
    @MostRanks(2)
    public void anObjectIsToldEachTimeItsLastReferenceHasGone() throws Exception {
        Thing thing = new Thing();
        for (int round = 1; round <= 2; round++) {
            for (Holder each : holders.all()) {
                each.put(holders.rank, thing);
            }
            settle();
            assertThat(thing.unreferenced.get(), is(round - 1));
            for (Holder each : holders.all()) {
                each.drop(holders.rank);
            }
            int now = round;
            collectUntil(() -> thing.unreferenced.get() >= now);
        }
        settle();
        assertThat(thing.unreferenced.get(), is(2));
    }

    @Test
    public void whatARegistryHasStaysUntilItIsUnbound() throws Exception {
        String name = "//rank" + holders.rank + "/collected";
        WeakReference<Thing> thing = new WeakReference<>(new Thing());
        Naming.bind(name, thing.get());
        settle();
        ((Item) Naming.lookup("//rank" + (holders.rank + 1) % holders.size + "/collected")).ping();
        MPI.COMM_WORLD.Barrier();
        assertThat(thing.get(), notNullValue());
        assertThat(thing.get().pings(), is(1));
        Naming.unbind(name);
        collectUntil(() -> thing.refersTo(null));
    }

    @Test
    @NotInCheck
    @MostRanks(2)
    public void ofManyObjectsThatAreMadeAndDroppedNoneIsLeft() throws Exception {
        settle();
        int before = ReferenceLayer.current().exported();
        Item item = null;
        for (int i = 0; i < OBJECTS / holders.size; i++) {
            item = after(1).make();
        }
        item.ping();
        assertThat(item.pings(), is(1));
        item = null;
        MPI.COMM_WORLD.Barrier();
        collectUntil(() -> ReferenceLayer.current().exported() <= before); // tests before may have left some
    }

    /** Threads of all ranks create objects, pass stubs around, call them, and drop them. */
    @Test
    public void noCallMissesItsObjectInAStorm() throws Exception {
        settle();
        int before = ReferenceLayer.current().exported();
        long seed = System.nanoTime();
        long end = seed + MOST_STORM_NS;
        Future<Void> storm = Crowd.aside(all -> Crowd.act(THREADS, member -> {
            try {
                storm(new Random(seed + member), end);
            } catch (Exception e) {
                throw new AssertionError("seed " + seed + " of rank " + holders.rank, e);
            }
        }));
        while (!storm.isDone()) {
            Garbage.collect();
            Thread.sleep(50);
        }
        Crowd.resultOf(storm);
        MPI.COMM_WORLD.Barrier();
        for (int place = 0; place < PLACES; place++) {
            holders.own().drop(place);
        }
        collectUntil(() -> ReferenceLayer.current().exported() <= before); // tests before may have left some
    }

    /** Makes fewer steps on a busy machine, where the collections between them take all the time. */
    private void storm(Random random, long end) throws RemoteException {
        Item[] own = new Item[4];
        for (int i = 0; i < STEPS && System.nanoTime() - end < 0; i++) {
            int mine = random.nextInt(own.length);
            int place = random.nextInt(PLACES);
            Holder holder = holders.at(random.nextInt(holders.size));
            switch (random.nextInt(6)) {
                case 0 -> own[mine] = holder.make();
                case 1 -> holder.put(place, own[mine]);
                case 2 -> own[mine] = holder.get(place);
                case 3 -> own[mine] = null;
                case 4 -> holder.pass(place, holders.at(random.nextInt(holders.size)));
                default -> {
                    if (own[mine] != null) {
                        Calls.oneWay(own[mine]).ping();
                        assertThat(1, lessThanOrEqualTo(own[mine].pings()));
                    }
                }
            }
        }
    }
}
