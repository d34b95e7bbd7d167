package org.rmi4mpi.bench.pattern;

import java.math.BigDecimal;
import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The office. Thread-safe. */
final class OfficeObject implements Office {
    private static final int FILE_BYTES = 8 << 20;
    private static final int QUEUE_LENGTH = 16;
    private static final int LISTS = 50;
    private static final int SETTINGS = 20;

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    /** The program keeps its sessions: the JDK holds an exported object weakly until a stub of it has been announced. */
    private final Collection<Session> sessions = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Object> queue = new ArrayBlockingQueue<>(QUEUE_LENGTH);
    private final Map<String, Object> kept = new ConcurrentHashMap<>();
    private final AtomicInteger tasks = new AtomicInteger();
    private final byte[] file = new byte[FILE_BYTES];
    private volatile boolean isWorking;
    private int counted;
    private boolean isLocked;

    private final class SessionObject implements Session {
        private int number;

        @Override
        public synchronized int next() {
            return ++number;
        }

        @Override
        public void close() throws RemoteException {
            sessions.remove(this);
            UnicastRemoteObject.unexportObject(this, true);
        }
    }

    @Override
    public void refuse(String what) throws RefusedException {
        throw new RefusedException(what, new IllegalStateException("closed"));
    }

    @Override
    public int greet(Listener listener, String text) {
        return text.length();
    }

    @Override
    public void subscribe(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public int publish(String text) throws RemoteException {
        int heard = 0;
        for (Listener listener : listeners) {
            heard += listener.hear(text);
        }
        return heard;
    }

    @Override
    public Session open() throws RemoteException {
        SessionObject session = new SessionObject();
        sessions.add(session);
        return (Session) UnicastRemoteObject.exportObject(session, 0);
    }

    @Override
    public synchronized int count() {
        return ++counted;
    }

    @Override
    public State state() {
        return State.BUSY;
    }

    @Override
    public BigDecimal order(Order order) {
        return order.sum();
    }

    @Override
    public BigDecimal transfer(int from, int to, BigDecimal amount) {
        return amount.add(BigDecimal.ONE);
    }

    @Override
    public List<Line> lines(int from, int count) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(new Line(from + i));
        }
        return lines;
    }

    @Override
    public List<Line> linesBetween(LocalDate from, LocalDate to) {
        return lines(from.getDayOfYear(), to.getMonthValue());
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        for (int i = 0; i < SETTINGS; i++) {
            settings.put("setting." + i, "value " + i);
        }
        return settings;
    }

    @Override
    public Map<String, List<Integer>> lists() {
        Map<String, List<Integer>> lists = new HashMap<>();
        for (int i = 0; i < LISTS; i++) {
            lists.put("key " + i, List.of(i, i + 1, i + 2));
        }
        return lists;
    }

    @Override
    public Object keep(String key, Object value) {
        Object before = kept.put(key, value);
        return before == null ? Map.of() : before;
    }

    @Override
    public Callable<Integer> takeTask() {
        return new Square(tasks.incrementAndGet());
    }

    @Override
    public void giveResult(Object result) {}

    @Override
    public void work(int threads) {
        isWorking = true;
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                while (isWorking) {
                    Thread.onSpinWait();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void rest() {
        isWorking = false;
    }

    @Override
    public byte[] read(int offset, int length) {
        return Arrays.copyOfRange(file, offset, offset + length);
    }

    @Override
    public void write(int offset, byte[] piece) {
        System.arraycopy(piece, 0, file, offset, piece.length);
    }

    @Override
    public double[] exchange(double[] row) {
        return row;
    }

    @Override
    public int check(String document) {
        return document.length();
    }

    @Override
    public void put(Object item) throws InterruptedException {
        queue.put(item);
    }

    @Override
    public Object take() throws InterruptedException {
        return queue.take();
    }

    @Override
    public synchronized void lock() throws InterruptedException {
        while (isLocked) {
            wait();
        }
        isLocked = true;
    }

    @Override
    public synchronized void unlock() {
        isLocked = false;
        notifyAll();
    }

    @Override
    public int all(Object... arguments) {
        return arguments.length;
    }

    @Override
    public Object invoke(String method, Class<?>[] types, Object[] arguments) throws ReflectiveOperationException {
        return getClass().getMethod(method, types).invoke(this, arguments);
    }
}
