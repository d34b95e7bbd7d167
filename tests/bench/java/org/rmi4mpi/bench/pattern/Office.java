package org.rmi4mpi.bench.pattern;

import java.io.Serializable;
import java.math.BigDecimal;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** An object of each process, with methods as programs have them. */
interface Office extends Remote {
    String NAME = "office";

    enum State {
        OPEN, BUSY, CLOSED
    }

    final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    record Item(String name, int count, BigDecimal price) implements Serializable {}

    final class Order implements Serializable {
        private static final long serialVersionUID = 1L;

        private final LocalDate date = LocalDate.of(2026, 11, 28);
        private final List<Item> items = new ArrayList<>();

        Order(int items) {
            for (int i = 0; i < items; i++) {
                this.items.add(new Item("item " + i, i, BigDecimal.valueOf(i, 2)));
            }
        }

        BigDecimal sum() {
            BigDecimal sum = BigDecimal.valueOf(date.getYear());
            for (Item item : items) {
                sum = sum.add(item.price().multiply(BigDecimal.valueOf(item.count())));
            }
            return sum;
        }
    }

    /** A row of a table. */
    final class Line implements Serializable {
        private static final long serialVersionUID = 1L;

        final int id;
        final String name;
        final double value;

        Line(int id) {
            this.id = id;
            name = "line " + id;
            value = id / 2.0;
        }
    }

    final class Square implements Callable<Integer>, Serializable {
        private static final long serialVersionUID = 1L;

        private final int number;

        Square(int number) {
            this.number = number;
        }

        @Override
        public Integer call() {
            return number * number;
        }
    }

    interface Listener extends Remote {
        int hear(String text) throws RemoteException;
    }

    interface Session extends Remote {
        int next() throws RemoteException;

        void close() throws RemoteException;
    }

    void refuse(String what) throws RemoteException, RefusedException;

    /** Takes a listener, and does not call it. */
    int greet(Listener listener, String text) throws RemoteException;

    void subscribe(Listener listener) throws RemoteException;

    /** Calls all listeners. */
    int publish(String text) throws RemoteException;

    Session open() throws RemoteException;

    int count() throws RemoteException;

    State state() throws RemoteException;

    BigDecimal order(Order order) throws RemoteException;

    BigDecimal transfer(int from, int to, BigDecimal amount) throws RemoteException;

    List<Line> lines(int from, int count) throws RemoteException;

    List<Line> linesBetween(LocalDate from, LocalDate to) throws RemoteException;

    Map<String, String> settings() throws RemoteException;

    Map<String, List<Integer>> lists() throws RemoteException;

    Object keep(String key, Object value) throws RemoteException;

    Callable<Integer> takeTask() throws RemoteException;

    void giveResult(Object result) throws RemoteException;

    /** Starts as many threads that compute until {@link #rest}. */
    void work(int threads) throws RemoteException;

    void rest() throws RemoteException;

    byte[] read(int offset, int length) throws RemoteException;

    void write(int offset, byte[] piece) throws RemoteException;

    double[] exchange(double[] row) throws RemoteException;

    int check(String document) throws RemoteException;

    void put(Object item) throws RemoteException, InterruptedException;

    Object take() throws RemoteException, InterruptedException;

    void lock() throws RemoteException, InterruptedException;

    void unlock() throws RemoteException;

    int all(Object... arguments) throws RemoteException;

    Object invoke(String method, Class<?>[] types, Object[] arguments)
            throws RemoteException, ReflectiveOperationException;
}
