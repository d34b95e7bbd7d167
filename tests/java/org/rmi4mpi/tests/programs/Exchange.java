package org.rmi4mpi.tests.programs;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.ranks.calls.RandomGraph;

/**
 * The ranks send long messages to one another at once. The first argument says which: "stream MIB" is longer than the
 * heap, "maps COUNT" is a list of maps that takes most of it, and "random COUNT" are random graphs. The messages of "failing
 * COUNT" end in the middle, by their writer or by their reader, and that of "unfinished MIB" is being written when the job
 * ends.
 */
public final class Exchange {
    interface Peer extends Remote {
        long size(Object graph) throws RemoteException;

        /** Calls {@link #size} of another one in a method. */
        long passOn(Peer other, long bytes) throws RemoteException;

        CompletableFuture<Object> echo(Object graph) throws RemoteException;

        void keep(Object graph) throws RemoteException;
    }

    static final class RankPeer extends UnicastRemoteObject implements Peer {
        private static final long serialVersionUID = 1L;

        RankPeer() throws RemoteException {}

        @Override
        public long size(Object graph) {
            return graph instanceof Stream stream ? stream.bytes : ((List<?>) graph).size();
        }

        @Override
        public long passOn(Peer other, long bytes) throws RemoteException {
            return other.size(new Stream(bytes));
        }

        @Override
        public CompletableFuture<Object> echo(Object graph) {
            return CompletableFuture.completedFuture(graph);
        }

        @Override
        public void keep(Object graph) {}
    }

    /** Takes no memory. */
    static final class Stream implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int STEP = 8000;

        private final long bytes;

        Stream(long bytes) {
            this.bytes = bytes;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            write(out, bytes);
        }

        private static void write(ObjectOutputStream out, long bytes) throws IOException {
            byte[] step = new byte[STEP];
            for (long i = 0; i < bytes; i += STEP) {
                out.write(step);
            }
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            read(in, bytes);
        }

        private static void read(ObjectInputStream in, long bytes) throws IOException {
            byte[] step = new byte[STEP];
            for (long i = 0; i < bytes; i += STEP) {
                in.readFully(step);
            }
        }
    }

    /** Fails in its middle. */
    static final class Failing implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int LENGTH = 2 << 20;

        private final boolean failsAtReader;

        Failing(boolean failsAtReader) {
            this.failsAtReader = failsAtReader;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            Stream.write(out, LENGTH);
            if (!failsAtReader) {
                throw new IOException("a test");
            }
            Stream.write(out, LENGTH);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            Stream.read(in, LENGTH);
            throw new IOException("a test");
        }
    }

    /** Its writer stops in the middle. */
    static final class Unfinished implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final CountDownLatch BEGUN = new CountDownLatch(1);

        private final long bytes;

        Unfinished(long bytes) {
            this.bytes = bytes;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            Stream.write(out, bytes);
            BEGUN.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            Stream.read(in, 2 * bytes);
        }
    }

    private final int rank;
    private final Peer own;
    private final Peer next;

    private Exchange(int rank, Peer own, Peer next) {
        this.rank = rank;
        this.own = own;
        this.next = next;
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Naming.rebind("//rank" + rank + "/peer", new RankPeer());
        MPI.COMM_WORLD.Barrier();
        Exchange exchange = new Exchange(rank, peer(rank), peer((rank + 1) % MPI.COMM_WORLD.Size()));
        int number = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "stream" -> exchange.streams((long) number << 20);
            case "maps" -> exchange.maps(number);
            case "failing" -> exchange.failing(number);
            case "unfinished" -> exchange.leaveUnfinished((long) number << 20);
            default -> exchange.randomGraphs(number);
        }
        System.out.println("rank " + rank + ": all passed");
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static Peer peer(int rank) throws Exception {
        return (Peer) Naming.lookup("//rank" + rank + "/peer");
    }

    private void streams(long bytes) throws Exception {
        expect(bytes, next.size(new Stream(bytes)));
        MPI.COMM_WORLD.Barrier();
        expect(bytes, next.passOn(own, bytes));
    }

    private void maps(int count) throws Exception {
        if (rank == 0) {
            List<Map<String, Integer>> maps = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                maps.add(new HashMap<>(Map.of("a" + i, i, "b" + i, -i)));
            }
            expect((long) count, next.size(maps));
        }
    }

    private void randomGraphs(int count) throws Exception {
        for (long seed = 100L * rank; seed < 100L * rank + count; seed++) {
            Object graph = RandomGraph.of(seed);
            expect(graph, next.echo(graph).get());
        }
    }

    private void failing(int count) throws Exception {
        for (int i = 0; i < 2 * count; i++) {
            Failing graph = new Failing(i % 2 == 0);
            expectFailure(() -> next.size(graph));
            expectFailure(() -> next.echo(graph).get());
            try {
                Calls.oneWay(next).keep(graph);
            } catch (MarshalException e) {
                // as its writer has it
            }
        }
        expect((long) Failing.LENGTH, next.size(new Stream(Failing.LENGTH)));
    }

    private static void expectFailure(Callable<?> call) {
        try {
            call.call();
        } catch (Exception e) {
            return;
        }
        throw new IllegalStateException("a message that failed has passed");
    }

    private void leaveUnfinished(long bytes) throws Exception {
        Thread writer = new Thread(() -> {
            try {
                next.size(new Unfinished(bytes));
            } catch (RemoteException e) {
                // the job ends
            }
        });
        writer.setDaemon(true);
        writer.start();
        Unfinished.BEGUN.await();
    }

    private static void expect(Object wanted, Object got) {
        if (!RandomGraph.equal(wanted, got)) {
            throw new IllegalStateException("expected " + wanted + ", got " + got);
        }
    }
}
