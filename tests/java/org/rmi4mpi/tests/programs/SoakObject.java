package org.rmi4mpi.tests.programs;

import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import mpi.MPI;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** One rank's target of a {@link Soak}, with counts of sent and received calls. Used by any thread. */
final class SoakObject extends UnicastRemoteObject implements SoakTarget {
    private static final long serialVersionUID = 1L;
    private final int rank = MPI.COMM_WORLD.Rank();
    private final AtomicLongArray sent = new AtomicLongArray(MPI.COMM_WORLD.Size());
    private final AtomicLongArray come = new AtomicLongArray(MPI.COMM_WORLD.Size());
    private final Map<Long, Integer> lastNotes = new ConcurrentHashMap<>();
    private final AtomicInteger outOfOrder = new AtomicInteger();
    private volatile transient List<SoakTarget> targets;
    private int sum;

    SoakObject() throws RemoteException {}

    void know(List<SoakTarget> all) {
        targets = List.copyOf(all);
    }

    /** Counts a call that is about to be made. */
    void countSent(int target) {
        sent.incrementAndGet(target);
    }

    long sentTo(int target) {
        return sent.get(target);
    }

    long sentInAll() {
        long all = 0;
        for (int i = 0; i < sent.length(); i++) {
            all += sent.get(i);
        }
        return all;
    }

    @Override
    public Object echo(int caller, Object value) {
        come.incrementAndGet(caller);
        return value;
    }

    @Override
    public int relay(int caller, int[] path, int place, byte[] ballast) throws RemoteException {
        come.incrementAndGet(caller);
        if (place == path.length) {
            return place;
        }
        countSent(path[place]);
        return targets.get(path[place]).relay(rank, path, place + 1, ballast);
    }

    @Override
    public void fail(int caller, String message) {
        come.incrementAndGet(caller);
        throw new UnsupportedOperationException(message);
    }

    @Override
    public synchronized int addWithin(int caller, SoakAnswer other, int a) throws RemoteException {
        come.incrementAndGet(caller);
        int before = sum;
        int answer = other.answer(a);
        if (before != sum) {
            throw new IllegalStateException("another call was within the monitor of rank " + rank);
        }
        sum++;
        return answer;
    }

    @Override
    public int ask(int caller, SoakAnswer other, int a) throws RemoteException {
        come.incrementAndGet(caller);
        return other.answer(a);
    }

    @Override
    public void pause(int caller, int ms) throws InterruptedException {
        come.incrementAndGet(caller);
        Thread.sleep(ms);
    }

    @Override
    public void note(int caller, long thread, int number) {
        come.incrementAndGet(caller);
        Integer last = lastNotes.put(thread, number);
        if (last == null ? number != 0 : last != number - 1) {
            outOfOrder.incrementAndGet();
        }
    }

    @Override
    public int answer(int a) {
        return a + 1;
    }

    @Override
    public long comeFrom(int caller) {
        return come.get(caller);
    }

    @Override
    public int outOfOrder() {
        return outOfOrder.get();
    }
}
