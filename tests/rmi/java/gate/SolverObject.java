package gate;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.rmi.server.Unreferenced;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class SolverObject extends UnicastRemoteObject implements Solver {
    private static final long serialVersionUID = 1L;

    private final CountDownLatch joined = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicInteger leased = new AtomicInteger();
    private volatile Part part;
    private volatile Listener kept;

    public SolverObject() throws RemoteException {}

    void awaitStop() throws InterruptedException {
        stopped.await();
    }

    @Override
    public String greet(String name) {
        return "hello " + name;
    }

    @Override
    public double[] scale(double[] values, double factor) {
        for (int i = 0; i < values.length; i++) {
            values[i] *= factor;
        }
        return values;
    }

    @Override
    public double[] zeros(int count) {
        return new double[count];
    }

    @Override
    public Point move(Point point, int by) {
        return new Point(point.x() + by, point.y() + by);
    }

    @Override
    public List<Point> reverse(List<Point> points) {
        List<Point> reversed = new ArrayList<>(points);
        Collections.reverse(reversed);
        return reversed;
    }

    @Override
    public Part part() throws RemoteException {
        try {
            joined.await();
        } catch (InterruptedException e) {
            throw new RemoteException("interrupted", e);
        }
        return part;
    }

    @Override
    public MarkCell cell() throws RemoteException {
        return new CellObject();
    }

    @Override
    public void join(Part other) {
        part = other;
        joined.countDown();
    }

    @Override
    public boolean isPart(Part other) {
        return other.equals(part);
    }

    @Override
    public Listener echo(Listener listener) {
        return listener;
    }

    @Override
    public String tell(Listener listener, String text) throws RemoteException {
        try {
            return listener.told(text) + " by rank 0, for the part at rank " + listener.rankOf(part);
        } catch (SolverException e) {
            return e.getMessage() + " caused by " + e.getCause();
        } catch (RemoteException e) {
            System.out.println("a client is lost: " + e);
            throw e;
        }
    }

    @Override
    public String tellByPart(Listener listener, String text) throws RemoteException {
        return part().tell(listener, text);
    }

    @Override
    public void fail(String how) throws RemoteException, SolverException {
        switch (how) {
            case "part" -> part().fail();
            case "runtime" -> throw new IllegalArgumentException("not " + how);
            case "error" -> throw new StackOverflowError("no stack");
            case "remote" -> throw new RemoteException("a remote one");
            default -> throw new SolverException("failed by " + how, null);
        }
    }

    @Override
    public void keep(Listener listener) {
        kept = listener;
    }

    @Override
    public void collect() throws RemoteException {
        System.gc();
        part().collect();
    }

    @Override
    public void sleep() throws InterruptedException {
        System.out.println("the solver sleeps");
        new CountDownLatch(1).await();
    }

    @Override
    public Part lease() throws RemoteException {
        leased.incrementAndGet();
        return new Leased(leased);
    }

    @Override
    public boolean isLeased() {
        System.gc();
        return leased.get() > 0;
    }

    @Override
    public void stop() {
        stopped.countDown();
    }

    private static final class CellObject extends UnicastRemoteObject implements MarkCell {
        private static final long serialVersionUID = 1L;

        CellObject() throws RemoteException {}

        @Override
        public Mark change(List<Mark> values) {
            return new Mark(values.get(0).number() + 1);
        }
    }

    private static final class Leased extends PartObject implements Unreferenced {
        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger count;

        Leased(AtomicInteger count) throws RemoteException {
            this.count = count;
        }

        @Override
        public void unreferenced() {
            count.decrementAndGet();
        }
    }
}
