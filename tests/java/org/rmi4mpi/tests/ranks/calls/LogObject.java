package org.rmi4mpi.tests.ranks.calls;

import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import mpi.MPI;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Group;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** The object of the tests of batches, groups and interceptors. */
final class LogObject extends UnicastRemoteObject implements Log {
    private static final long serialVersionUID = 1L;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final int number = MPI.COMM_WORLD.Rank();

    LogObject() throws RemoteException {}

    @Override
    public void append(String line) {
        lines.add(line);
    }

    @Override
    public void add(byte a, double b, long[] c, Object d) {
        lines.add(a + " " + b + " " + Arrays.toString(c) + " " + d);
    }

    @Override
    public void fail(Exception with) throws Exception {
        throw with;
    }

    @Override
    public synchronized void park() {
        try {
            wait();
        } catch (InterruptedException e) {
            lines.add("interrupted");
        }
    }

    @Override
    public void slowly(String line) {
        for (long start = System.nanoTime(); System.nanoTime() - start < 50_000_000;) {
            Thread.onSpinWait();
        }
        lines.add(line);
    }

    @Override
    public void sum(long[] numbers, Object more) {
        lines.add("sum " + Arrays.stream(numbers).sum());
    }

    @Override
    public Object nothing() {
        return null;
    }

    @Override
    public CompletableFuture<Void> nothingLater() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public List<String> lines() {
        synchronized (lines) {
            return new ArrayList<>(lines);
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public CompletableFuture<Integer> later() {
        return CompletableFuture.supplyAsync(() -> number);
    }

    @Override
    public int failUnless(int wanted) {
        if (number != wanted) {
            throw new IllegalArgumentException("I am " + number);
        }
        return number;
    }

    @Override
    public int meet(Group<Log> group, int times) throws RemoteException {
        for (int i = 0; i < times; i++) {
            lines.add("met " + i);
            group.barrier();
            for (Log member : group.members()) {
                if (member.lines().stream().filter(line -> line.startsWith("met")).count() <= i) {
                    throw new IllegalStateException("a member has not come");
                }
            }
            group.barrier();
        }
        return times;
    }

    @Override
    public Map<String, String> metadata() {
        return new java.util.TreeMap<>(Calls.current().metadata());
    }

    @Override
    public int caller() {
        return Calls.callerRank();
    }

    @Override
    public Map<String, String> forwarded(Log to) throws RemoteException {
        return to.metadata();
    }
}
