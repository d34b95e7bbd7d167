package org.rmi4mpi.bench.pattern;

import java.math.BigDecimal;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.rmi4mpi.bench.pattern.Office.Listener;
import org.rmi4mpi.bench.pattern.Office.Order;
import org.rmi4mpi.bench.pattern.Office.RefusedException;
import org.rmi4mpi.bench.pattern.Office.Session;

/** What one process does with the office of the other. Owned by one thread, which may start others. */
final class Patterns {
    private static final int PIECE = 1 << 16;
    private static final int PIECES = 128;
    private static final int MEBIBYTE = 1 << 20;

    private final Map<String, Pattern> all = new LinkedHashMap<>();
    private final Office office;
    private final Registry registry;
    private final String name;
    private Listener stub;

    /** Something that is repeated. */
    private interface Pattern {
        void run() throws Exception;
    }

    /** Exported. Stateless. */
    private static final class Ear implements Listener {
        @Override
        public int hear(String text) {
            return text.length();
        }
    }

    /**
     * @param office that of the other process
     * @param name the office's name in the registry
     */
    Patterns(Office office, Registry registry, String name) {
        this.office = office;
        this.registry = registry;
        this.name = name;
        ofObjects();
        ofThreads();
        ofData();
        ofFirsts();
    }

    /** Returns the names of all patterns. */
    static List<String> names() {
        return List.copyOf(new Patterns(null, null, null).all.keySet());
    }

    void run(String pattern) throws Exception {
        all.get(pattern).run();
    }

    private void repeat(String pattern, int times, Callable<?> call) {
        all.put(pattern, () -> times(times, call));
    }

    private static Object times(int times, Callable<?> call) throws Exception {
        Object last = null;
        for (int i = 0; i < times; i++) {
            last = call.call();
        }
        return last;
    }

    /** Calls on so many new threads, and waits for their end. */
    private static void onThreads(int count, Callable<?> call) throws Exception {
        List<FutureTask<Object>> tasks = new java.util.ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(new FutureTask<>(call::call));
            new Thread(tasks.get(i)).start();
        }
        for (FutureTask<Object> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a thread has failed", e.getCause());
            }
        }
    }

    private Listener ownStub() throws RemoteException {
        if (stub == null) {
            stub = (Listener) UnicastRemoteObject.exportObject(new Ear(), 0);
        }
        return stub;
    }

    private void ofObjects() {
        repeat("exceptions", 500, this::catchRefusal);
        repeat("own stub as argument", 1000, () -> office.greet(ownStub(), "hello"));
        repeat("object exported for one call", 300, this::exportForOneCall);
        repeat("stub as result and a call on it", 300, () -> office.open().next());
        repeat("session of five calls", 200, this::holdSession);
        repeat("rebind", 300, this::rebind);
        all.put("news to five listeners", () -> {
            if (stub == null) {
                for (int i = 0; i < 5; i++) {
                    office.subscribe(ownStub());
                }
            }
            times(200, () -> office.publish("a message for all"));
        });
    }

    private Object catchRefusal() throws RemoteException {
        try {
            office.refuse("it");
        } catch (RefusedException e) {
            return e;
        }
        throw new IllegalStateException("nothing was thrown");
    }

    private Object exportForOneCall() throws RemoteException {
        Ear ear = new Ear();
        office.greet((Listener) UnicastRemoteObject.exportObject(ear, 0), "hello");
        return UnicastRemoteObject.unexportObject(ear, true);
    }

    private Object holdSession() throws Exception {
        Session session = office.open();
        Object last = times(5, session::next);
        session.close();
        return last;
    }

    private Remote rebind() throws RemoteException {
        registry.rebind("ear", ownStub());
        return stub;
    }

    private void ofThreads() {
        all.put("4 threads at a synchronized method", () -> onThreads(4, () -> times(500, office::count)));
        all.put("8 threads", () -> onThreads(8, () -> times(250, () -> office.check("text"))));
        all.put("a fresh thread for each call", () -> times(300, () -> {
            onThreads(1, office::count);
            return null;
        }));
        all.put("put and get at a queue by two threads", this::moveItems);
        all.put("lock and unlock by two threads", () -> onThreads(2, () -> times(200, () -> {
            office.lock();
            office.unlock();
            return null;
        })));
        all.put("receiver's cores busy", () -> {
            office.work(2);
            times(100, office::count);
            office.rest();
        });
    }

    private void moveItems() throws Exception {
        FutureTask<Object> putting = new FutureTask<>(() -> times(1000, () -> {
            office.put("an item");
            return null;
        }));
        new Thread(putting).start();
        times(1000, office::take);
        putting.get();
    }

    private void ofData() {
        repeat("order of 5 items", 500, () -> office.order(new Order(5)));
        repeat("order of 200 items", 100, () -> office.order(new Order(200)));
        repeat("cursor of 50 lines", 200, () -> office.lines(0, 50));
        repeat("lines between two dates", 300,
                () -> office.linesBetween(LocalDate.of(2026, 1, 1), LocalDate.of(2026, 12, 31)));
        repeat("take a task and give its result", 500, () -> {
            office.giveResult(office.takeTask().call());
            return null;
        });
        repeat("transfer of a BigDecimal", 1000, () -> office.transfer(1, 2, new BigDecimal("12.50")));
        repeat("an enum as result", 2000, () -> office.state());
        repeat("TreeMap of 20 strings as result", 300, () -> office.settings());
        repeat("map of 50 List.of lists as result", 200, () -> office.lists());
        repeat("Map.of as argument and as result", 500, () -> office.keep("key", Map.of("a", 1, "b", List.of("x"))));
        all.put("file read in pieces of 64 KiB", () -> {
            for (int i = 0; i < PIECES; i++) {
                office.read(i * PIECE, PIECE);
            }
        });
        all.put("file written in pieces of 64 KiB", () -> {
            for (int i = 0; i < PIECES; i++) {
                office.write(i * PIECE, new byte[PIECE]);
            }
        });
        repeat("byte[1 MiB] as result", 30, () -> office.read(0, MEBIBYTE));
        repeat("double[1000] there and back", 500, () -> office.exchange(new double[1000]));
        String document = "<line>text</line>".repeat(600);
        repeat("document of 10,200 characters", 300, () -> office.check(document));
    }

    /** What takes longest at the first time: few calls of each. */
    private void ofFirsts() {
        repeat("first look-ups", 10, () -> registry.lookup(name));
        repeat("first list", 3, () -> registry.list());
        repeat("first calls with Object...", 10,
                () -> office.all(1, "two", 3.0, 'c', 5L, List.of(1), new int[] {1}));
        repeat("method by name, with Object[]", 300,
                () -> office.invoke("check", new Class<?>[] {String.class}, new Object[] {"text"}));
    }
}
