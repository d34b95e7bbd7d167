package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import mpi.MPI;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.RankRunner;

/** Calls that travel packed: all are made once, also if some fail. */
@RunWith(RankRunner.class)
public class AggregatedCallsTest {
    private static final AtomicLong SUM = new AtomicLong();
    private static final AtomicInteger CALLS = new AtomicInteger();

    interface Table extends Remote {
        void add(int number) throws RemoteException;

        void append(Object value) throws RemoteException;

        void pass(int hops) throws RemoteException;

        /** Computes until the table has been opened. */
        void spin() throws RemoteException;

        void open() throws RemoteException;

        /** Opens the table of rank 1. */
        void openNext() throws RemoteException;

        int get() throws RemoteException;
    }

    static final class RankTable extends UnicastRemoteObject implements Table {
        private static final long serialVersionUID = 1L;
        private static List<Table> all = new ArrayList<>();
        private static volatile boolean isOpen;

        RankTable() throws RemoteException {}

        @Override
        public void add(int number) {
            CALLS.incrementAndGet();
            if (number < 0) {
                throw new IllegalArgumentException("negative");
            }
            SUM.addAndGet(number);
        }

        @Override
        public void append(Object value) {
            CALLS.incrementAndGet();
            SUM.addAndGet(value.toString().length());
        }

        @Override
        public void pass(int hops) throws RemoteException {
            CALLS.incrementAndGet();
            if (hops > 0) {
                all.get((hops * 7 + Ranks.own()) % all.size()).pass(hops - 1);
                all.get((hops * 3 + Ranks.own()) % all.size()).pass(hops - 1);
            }
        }

        @Override
        public void spin() {
            while (!isOpen) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void open() {
            isOpen = true;
        }

        @Override
        public void openNext() throws RemoteException {
            all.get(1).open();
        }

        @Override
        public int get() {
            return 0;
        }
    }

    private static final class Poison implements Serializable {
        private static final long serialVersionUID = 1L;
        private final transient Table table;

        Poison(Table table) {
            this.table = table;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (table == null) {
                throw new IOException("not I");
            }
            table.add(1);
        }
    }

    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("not I");
        }
    }

    @Rule
    public final OnEachRank<Table, RankTable> tables = new OnEachRank<>(RankTable::new);

    @Before
    public void makeViews() {
        SUM.set(0);
        CALLS.set(0);
        RankTable.isOpen = false;
        RankTable.all.clear();
        for (int i = 0; i < tables.size; i++) {
            RankTable.all.add(Calls.aggregated(tables.at(i)));
        }
        MPI.COMM_WORLD.Barrier();
    }

    private static void awaitAll() throws RemoteException {
        MPI.COMM_WORLD.Barrier();
        Ranks.quiesce();
        MPI.COMM_WORLD.Barrier();
    }

    private Table next() {
        return RankTable.all.get((tables.rank + 1) % tables.size);
    }

    @Test
    public void allCallsAreMade() throws Exception {
        int number = 200_000;
        for (int i = 0; i < number; i++) {
            next().add(i);
        }
        awaitAll();
        assertThat(CALLS.get(), is(number));
        assertThat(SUM.get(), is((number - 1L) * number / 2));
    }

    @Test
    public void objectsMayBeLongerThanAMessage() throws Exception {
        for (int i = 0; i < 300; i++) {
            next().append("x".repeat(i % 10 == 0 ? 50_000 : 10));
        }
        awaitAll();
        assertThat(SUM.get(), is(30 * 50_000L + 270 * 10));
    }

    @Test
    public void aCallThatFailsStopsNoOther() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            next().add(i % 3 == 0 ? -1 : 1);
        }
        awaitAll();
        assertThat(CALLS.get(), is(1_000));
        assertThat(SUM.get(), is(666L));
    }

    @Test
    public void anArgumentThatCannotBeWrittenSpoilsNoOtherCall() throws Exception {
        for (int i = 0; i < 100; i++) {
            next().append("four");
            assertThrows(MarshalException.class, () -> next().append(new Object()));
            assertThrows(MarshalException.class, () -> next().append(new Poison(null)));
            assertThrows(IllegalStateException.class, () -> next().append(new Poison(next())));
        }
        awaitAll();
        assertThat(CALLS.get(), is(100));
        assertThat(SUM.get(), is(400L));
    }

    @Test
    public void anArgumentThatCannotBeReadSpoilsNoOtherCall() throws Exception {
        for (int i = 0; i < 100; i++) {
            next().append("four");
            next().append(List.of("lost", new Unreadable(), "lost"));
        }
        next().append("four");
        awaitAll();
        assertThat(CALLS.get(), is(101));
        assertThat(SUM.get(), is(404L));
    }

    @Test
    public void severalThreadsShareAView() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 20_000; i++) {
                        next().add(1);
                    }
                } catch (RemoteException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        awaitAll();
        assertThat(SUM.get(), is(80_000L));
    }

    @Test
    public void methodsMakeCalls() throws Exception {
        next().pass(12);
        awaitAll();
        long[] sum = {0};
        MPI.COMM_WORLD.Allreduce(new long[] {CALLS.get()}, 0, sum, 0, 1, MPI.LONG, MPI.SUM);
        assertThat(sum[0], is(tables.size * ((1L << 13) - 1)));
    }

    @Test
    public void callsLeaveSoon() throws Exception {
        next().add(1);
        while (SUM.get() == 0) {
            Thread.onSpinWait();
        }
        MPI.COMM_WORLD.Barrier();
    }

    /** One-way calls take all the room of rank 1, which begins no more until rank 2 has been called. */
    @Test
    public void aRankWithoutRoomKeepsNoCallsToOthers() throws Exception {
        if (tables.rank == 0 && tables.size > 2) {
            Table busy = Calls.oneWay(tables.at(1));
            for (int i = 0; i < 1_025; i++) {
                busy.spin();
            }
            RankTable.all.get(1).spin();
            while (SUM.get() == 0) { // until calls to this rank leave
                RankTable.all.get(0).add(1);
            }
            RankTable.all.get(2).openNext();
        }
        awaitAll();
    }

    @Test
    public void methodsWithAResultAreRefused() {
        assertThrows(UnsupportedOperationException.class, () -> next().get());
        assertThrows(IllegalArgumentException.class, () -> Calls.aggregated((Table) new Table() {
            @Override
            public void add(int number) {}

            @Override
            public void append(Object value) {}

            @Override
            public void pass(int hops) {}

            @Override
            public void spin() {}

            @Override
            public void open() {}

            @Override
            public void openNext() {}

            @Override
            public int get() {
                return 0;
            }
        }));
    }
}
