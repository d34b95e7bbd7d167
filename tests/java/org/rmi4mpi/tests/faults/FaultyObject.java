package org.rmi4mpi.tests.faults;

import java.rmi.RemoteException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLongArray;
import mpi.MPI;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.hostile.Tally;

/** One rank's target, with a record of the calls that have arrived. Used by any thread. */
final class FaultyObject extends UnicastRemoteObject implements FaultyTarget {
    private static final long serialVersionUID = 1L;
    private final transient Tally tally;
    private final transient AtomicLongArray notes = new AtomicLongArray(MPI.COMM_WORLD.Size());
    private final transient Map<Long, Integer> lastNotes = new ConcurrentHashMap<>();
    private final transient Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final transient ExecutorService promises = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "promises");
        thread.setDaemon(true);
        return thread;
    });

    /** Made by a method for its caller. */
    private record Made(int more) implements FaultyAnswer {
        @Override
        public int answer(int a) {
            return a + more;
        }
    }

    FaultyObject(Tally tally) throws RemoteException {
        this.tally = tally;
    }

    /** Number of one-way calls that have arrived from a rank. */
    long notesOf(int caller) {
        return notes.get(caller);
    }

    /** Null where nothing has gone wrong since. */
    String takeWrong() {
        return wrong.poll();
    }

    @Override
    public int answer(int a) {
        tally.served();
        return a + 1;
    }

    @Override
    public void nothing() {
        tally.served();
    }

    @Override
    public double sum(int a, long b, double c, boolean d) {
        tally.served();
        return a + b + c + (d ? 1 : 0);
    }

    @Override
    public byte[] bytes(byte[] bytes) {
        tally.served();
        return bytes;
    }

    @Override
    public double[][] arrays(double[] one, double[] other) {
        tally.served();
        return new double[][] {other, one};
    }

    @Override
    public String text(String text) {
        tally.served();
        return text;
    }

    @Override
    public Object graph(Object graph) {
        tally.served();
        return graph;
    }

    @Override
    public void note(int caller, long source, int number, byte[] ballast) {
        tally.served();
        notes.incrementAndGet(caller);
        Integer last = lastNotes.put(source, number);
        if (last != null && last >= number) {
            wrong.add("one-way call " + number + " from rank " + caller + " came after " + last);
        }
    }

    @Override
    public void tick(int a) {
        tally.served();
    }

    @Override
    public void fail(String message) {
        tally.served();
        throw new UnsupportedOperationException(message);
    }

    @Override
    public int pause(int a, int ms) throws InterruptedException {
        tally.served();
        Thread.sleep(ms);
        return a;
    }

    @Override
    public CompletableFuture<Integer> promise(int a, int stride) {
        tally.served();
        CompletableFuture<Integer> promise = new CompletableFuture<>();
        promises.execute(() -> {
            if (stride == 0) {
                promise.complete(a + 1);
            } else {
                new ShortStack(stride, () -> promise.complete(a + 1)).callAtEnd();
            }
        });
        return promise;
    }

    @Override
    public int ask(FaultyAnswer other, int a) throws RemoteException {
        tally.served();
        return other.answer(a);
    }

    @Override
    public int askDeep(FaultyAnswer other, int stride) {
        tally.served();
        int[] answered = {0};
        new ShortStack(stride, () -> {
            other.answer(answered[0]);
            answered[0]++;
            return true;
        }).callAtEnd();
        return answered[0];
    }

    @Override
    public FaultyAnswer make(int more) throws RemoteException {
        tally.served();
        FaultyAnswer made = new Made(more);
        UnicastRemoteObject.exportObject(made, 0);
        return made;
    }
}
