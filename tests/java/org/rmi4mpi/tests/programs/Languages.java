package org.rmi4mpi.tests.programs;

import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.math.BigInteger;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.rmi.server.ServerNotActiveException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.rmi4mpi.peer.DamagedValues;
import org.rmi4mpi.peer.PeerException;
import org.rmi4mpi.peer.PeerObject;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.Interceptor;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.RemoteServer;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * The rank in Java beside ranks in Python and C++, which run tests/python/languages.py and tests/cpp/languages.cpp. Each binds an object of {@link Table}, and runs
 * the same cases with those of the others.
 */
public final class Languages {
    private static final int LARGE = 1 << 20;

    /** The interface that objects of both languages have. */
    public interface Table extends Remote {
        Object echo(Object value) throws RemoteException;

        int add(int a, int b) throws RemoteException;

        double[] scale(double[] row, double by) throws RemoteException;

        String kind(int value) throws RemoteException;

        String kind(long value) throws RemoteException;

        String kind(String value) throws RemoteException;

        String kind(double[] value) throws RemoteException;

        Map<String, List<Long>> sums(Map<String, long[]> rows) throws RemoteException;

        Color next(Color color) throws RemoteException;

        Point move(Point point, double by) throws RemoteException;

        Node chain(Node first) throws RemoteException;

        boolean isSame(Object a, Object b) throws RemoteException;

        PeerObject generic(PeerObject object) throws RemoteException;

        Table self() throws RemoteException;

        String ask(Table other, String name) throws RemoteException;

        String greet(String name) throws RemoteException;

        void fail(String why) throws RemoteException, TableException;

        Object wrong() throws RemoteException;

        CompletableFuture<String> later(String text) throws RemoteException;

        void note(String text) throws RemoteException;

        int noted() throws RemoteException;

        /** Calls the same method of another object, which calls that of this one, and so on. Returns the depth. */
        int descend(Table other, Table own, int depth) throws RemoteException;
    }

    /** Collects garbage. */
    public interface Collecting extends Remote {
        void collect() throws RemoteException;

        /** Interceptors refuse it. */
        void refused() throws RemoteException;
    }

    /** Not in Python. */
    interface Narrow extends Remote {
        int missing() throws RemoteException;
    }

    public enum Color {
        RED, GREEN
    }

    public record Point(double x, double y) implements Serializable {}

    /** A plain class with a superclass. */
    public static class Named implements Serializable {
        private static final long serialVersionUID = 1L;
        public String name;
    }

    public static final class Node extends Named {
        private static final long serialVersionUID = 1L;
        public Node next;
        public int[] data;
    }

    public static final class TableException extends Exception {
        private static final long serialVersionUID = 1L;
        public final int code;

        public TableException(String message) {
            super(message);
            code = 7;
        }
    }

    static final class TableObject implements Table, Collecting {
        private final AtomicInteger notes = new AtomicInteger();

        @Override
        public Object echo(Object value) {
            return value;
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public double[] scale(double[] row, double by) {
            return Arrays.stream(row).map(each -> each * by).toArray();
        }

        @Override
        public String kind(int value) {
            return "int";
        }

        @Override
        public String kind(long value) {
            return "long";
        }

        @Override
        public String kind(String value) {
            return "String";
        }

        @Override
        public String kind(double[] value) {
            return "double[]";
        }

        @Override
        public Map<String, List<Long>> sums(Map<String, long[]> rows) {
            Map<String, List<Long>> sums = new LinkedHashMap<>();
            rows.forEach((name, row) -> sums.put(name, List.of((long) row.length, Arrays.stream(row).sum())));
            return sums;
        }

        @Override
        public Color next(Color color) {
            return Color.values()[(color.ordinal() + 1) % Color.values().length];
        }

        @Override
        public Point move(Point point, double by) {
            return new Point(point.x() + by, point.y() + by);
        }

        @Override
        public Node chain(Node first) {
            return first;
        }

        @Override
        public boolean isSame(Object a, Object b) {
            return a == b;
        }

        @Override
        public PeerObject generic(PeerObject object) {
            return object;
        }

        @Override
        public Table self() {
            return this;
        }

        @Override
        public String ask(Table other, String name) throws RemoteException {
            return "asked: " + other.greet(name);
        }

        @Override
        public String greet(String name) throws RemoteException {
            try {
                check(Calls.callerRank() > 0 && RemoteServer.getClientHost().equals("rank" + Calls.callerRank()),
                        "the caller is known");
            } catch (ServerNotActiveException e) {
                throw new AssertionError(e);
            }
            return "Hello " + name + " from Java";
        }

        @Override
        public void fail(String why) throws TableException {
            throw new TableException(why);
        }

        @Override
        public Object wrong() {
            return new Object();
        }

        @Override
        public CompletableFuture<String> later(String text) {
            return CompletableFuture.supplyAsync(() -> text + " later");
        }

        @Override
        public void collect() {
            System.gc();
        }

        @Override
        public void refused() {
            throw new AssertionError("an interceptor refuses this call");
        }

        @Override
        public void note(String text) {
            notes.incrementAndGet();
        }

        @Override
        public int noted() {
            return notes.get();
        }

        @Override
        public int descend(Table other, Table self, int depth) throws RemoteException {
            return depth == 0 ? 0 : 1 + other.descend(self, other, depth - 1);
        }
    }

    /** Sees the calls of all languages. */
    private static final class Watcher implements Interceptor {
        private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

        @Override
        public void calling(CallInfo call) throws RemoteException {
            if (call.method().getName().equals("refused")) {
                throw new RemoteException("refused at the caller");
            }
        }

        @Override
        public void called(CallInfo call, Throwable thrown) {
            SEEN.add("called " + call + (thrown == null ? "" : ": " + thrown.getClass().getSimpleName()));
        }

        @Override
        public void serving(CallInfo call) throws RemoteException {
            if (call.method().getName().equals("refused")) {
                throw new RemoteException("refused at rank 0 for rank " + call.caller());
            }
        }

        @Override
        public void served(CallInfo call, Throwable thrown) {
            SEEN.add("served " + call + (thrown == null ? "" : ": " + thrown.getClass().getSimpleName()));
        }

        /** The job has ended, and so have the calls of its ranks. */
        private static void checkRank(String rank) {
            String table = Table.class.getName();
            for (String each : List.of("called " + table + ".add at rank " + rank + " for rank 0",
                    "called " + table + ".fail at rank " + rank + " for rank 0: TableException",
                    "called " + table + ".note at rank " + rank + " for rank 0",
                    "served " + table + ".add at rank 0 for rank " + rank,
                    "served " + table + ".fail at rank 0 for rank " + rank + ": TableException")) {
                Languages.check(SEEN.contains(each), each);
            }
        }
    }

    private Languages() {}

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static void same(Object expected, Object found) {
        check(expected.equals(found), "expected " + expected + ", found " + found);
    }

    private static <T extends Throwable> T thrown(Class<T> type, java.util.concurrent.Callable<?> call)
            throws Exception {
        try {
            Object result = call.call();
            throw new AssertionError("expected " + type.getName() + ", got " + result);
        } catch (Exception e) {
            if (type.isInstance(e)) {
                return type.cast(e);
            }
            throw e;
        }
    }

    private static void runCases(Table table, Table own) throws Exception {
        for (Object each : Arrays.asList(null, true, 1, -1L << 40, 2.5, "text", "\u00e4\u20ac\ud83d\ude00", "",
                new BigInteger("-123456789012345678901234567890"), List.of(1, "two", List.of()), Map.of("key", 1),
                Set.of(1, 2), new Point(1, 2), Color.GREEN,
                List.of(new Point(1, 2), new Point(3, 4), Color.RED, Color.GREEN))) {
            Object back = table.echo(each);
            check(each == null ? back == null : each.equals(back), "echo of " + each + " is " + back);
        }
        for (Object array : List.of(new byte[] {1, -1}, new short[] {-2}, new int[] {3, 1 << 30}, new long[] {4L << 40},
                new float[] {5}, new double[] {6, Double.NaN}, new char[] {'a'}, new boolean[] {true, false},
                new double[0])) {
            check(Arrays.deepEquals(new Object[] {array}, new Object[] {table.echo(array)}),
                    "echo of " + array.getClass());
        }
        same(List.of("a", "b"), table.echo(new String[] {"a", "b"}));
        same(5, table.add(2, 3));
        same(List.of(2.0, 4.0), Arrays.stream(table.scale(new double[] {1, 2}, 2)).boxed().toList());
        same(Map.of("a", List.of(2L, 3L)), table.sums(Map.of("a", new long[] {1, 2})));
        same(Color.GREEN, table.next(Color.RED));
        same(new Point(2, 3), table.move(new Point(1, 2), 1));
        Node first = new Node();
        first.name = "first";
        first.data = new int[] {1, 2};
        first.next = new Node();
        first.next.next = first;
        first.next.data = first.data;
        Node back = table.chain(first);
        check(back.next.next == back && back.data[1] == 2 && back.name.equals("first"), "a graph keeps its form");
        // An array is a field of its own in C++.
        check(back.next.data == back.data || table.greet("Jo").endsWith("C++"), "an array in two fields is one array");
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        List<?> cycleBack = (List<?>) table.echo(cycle);
        check(cycleBack.get(0) == cycleBack, "a list that contains itself");
        int[] shared = {1};
        check(table.isSame(shared, shared), "a shared array is one array");
        check(!table.isSame(new int[] {1}, new int[] {1}), "two arrays are two");
        same(table, table.self());
        same("asked: Hello Jo from Java", table.ask(own, "Jo"));
        double[] large = new double[LARGE];
        Arrays.setAll(large, i -> i);
        double[] largeBack = table.scale(large, 2);
        check(largeBack.length == LARGE && largeBack[LARGE - 1] == 2.0 * (LARGE - 1), "a large array");
        same("so later", table.later("so").get(20, TimeUnit.SECONDS));
        Table async = Calls.async(table);
        same(5, Calls.future(async.add(2, 3)).get(20, TimeUnit.SECONDS));
        int before = table.noted();
        Table oneWay = Calls.oneWay(table);
        for (int i = 0; i < 600; i++) {
            oneWay.note("one");
        }
        for (long end = System.nanoTime() + 20_000_000_000L; table.noted() < before + 600;) {
            check(System.nanoTime() - end < 0, "one-way calls come");
        }
        thrown(java.rmi.MarshalException.class, table::wrong);
    }

    private static void runCasesOfCpp(Table table) throws Exception {
        PeerException unknown = thrown(PeerException.class, () -> {
            table.fail("zero");
            return null;
        });
        same("cpp.std::domain_error", unknown.className());
        runCasesOfPeer(table);
    }

    private static void runCasesOfPython(Table table) throws Exception {
        PeerException unknown = thrown(PeerException.class, () -> {
            table.fail("zero");
            return null;
        });
        same("python.ZeroDivisionError", unknown.className());
        check(Arrays.stream(unknown.getStackTrace()).anyMatch(line -> line.getMethodName().equals("fail")
                && line.getFileName() != null && line.getFileName().endsWith("languages.py")), "the trace of Python");
        runCasesOfPeer(table);
    }

    private static void runCasesOfPeer(Table table) throws Exception {
        TableException known = thrown(TableException.class, () -> {
            table.fail("known");
            return null;
        });
        same("known", known.getMessage());
        check(thrown(UnmarshalException.class, () -> table.add(1 << 30, 1 << 30)).getMessage() != null,
                "an int overflows");
        Narrow narrow = (Narrow) Stubs.create(new String[] {Narrow.class.getName()},
                Stubs.reference(table));
        check(thrown(UnmarshalException.class, narrow::missing).getMessage().contains("there is no method missing"),
                "a missing method");
        Collecting collecting =
                (Collecting) Stubs.create(new String[] {Collecting.class.getName()}, Stubs.reference(table));
        check(thrown(RemoteException.class, () -> {
            collecting.refused();
            return null;
        }).getMessage().contains("refused at the caller"), "an interceptor refuses a call");
        check(thrown(IllegalArgumentException.class, () -> Calls.batch(table)).getMessage().contains("no batches"),
                "a batch");
        PeerObject other = new PeerObject("none.Such", Map.of("a", 1));
        same(other, table.generic(other));
        check(thrown(UnmarshalException.class, () -> table.echo(other)).getMessage().contains("none.Such"),
                "an unknown class");
    }

    /** An object goes when the rank in Python has dropped its reference. */
    private static void runCasesOfReferences(Table table) throws Exception {
        Collecting there = (Collecting) Stubs.create(new String[] {Collecting.class.getName()}, Stubs.reference(table));
        WeakReference<Table> passed = pass(table);
        for (long end = System.nanoTime() + 20_000_000_000L; passed.get() != null;) {
            check(System.nanoTime() - end < 0, "the object is collected");
            System.gc();
            there.collect();
        }
    }

    private static WeakReference<Table> pass(Table table) throws Exception {
        Table passed = new TableObject();
        UnicastRemoteObject.exportObject(passed, 0);
        same("asked: Hello Jo from Java", table.ask(passed, "Jo"));
        return new WeakReference<>(passed);
    }

    private static Table lookup(String name) throws Exception {
        for (long end = System.nanoTime() + 30_000_000_000L;;) {
            try {
                return (Table) Naming.lookup(name);
            } catch (NotBoundException e) {
                check(System.nanoTime() - end < 0, "bound in time: " + name);
                Thread.sleep(5);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        String[] peers = MPI.Init(arguments);
        Table own = new TableObject();
        UnicastRemoteObject.exportObject(own, 0);
        Table filtered = new TableObject();
        UnicastRemoteObject.exportObject(filtered, 0, info -> info.serialClass() == Point.class
                ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED);
        Calls.intercept(new Watcher());
        Naming.rebind("filtered", filtered);
        Naming.rebind("javaTable", own);
        Map<String, Table> tables = new HashMap<>();
        for (String each : peers) {
            tables.put(each, lookup("//rank" + each + "/table"));
        }
        for (Table each : tables.values()) {
            runCases(each, own);
            if (each.greet("Jo").endsWith("C++")) {
                runCasesOfCpp(each);
            } else {
                runCasesOfPython(each);
                runCasesOfReferences(each);
            }
        }
        DamagedValues.read(ReferenceLayer.current(), 1, 3000);
        MPI.Finalize();
        tables.keySet().forEach(Watcher::checkRank);
        System.out.println("languages in Java: all as expected");
    }
}
