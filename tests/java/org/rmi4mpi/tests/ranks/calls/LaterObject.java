package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** The object of the tests of calls that no thread waits for. */
final class LaterObject extends UnicastRemoteObject implements Later {
    private static final long serialVersionUID = 1L;
    private final transient List<CompletableFuture<String>> promised = new ArrayList<>();
    private final transient List<String> texts = new ArrayList<>();
    private final List<Integer> appended = new ArrayList<>();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger interrupted = new AtomicInteger();
    private final AtomicInteger parking = new AtomicInteger();
    private volatile boolean isBusy = true;
    private int met;

    LaterObject() throws RemoteException {}

    @Override
    public synchronized CompletableFuture<String> promise(String text) {
        CompletableFuture<String> future = new CompletableFuture<>();
        future.whenComplete((result, thrown) -> {
            if (thrown instanceof CancellationException) {
                cancelled.incrementAndGet();
            }
        });
        promised.add(future);
        texts.add(text);
        return future;
    }

    @Override
    public CompletionStage<Integer> stage(int number) {
        return CompletableFuture.supplyAsync(() -> number + 1);
    }

    @Override
    public CompletableFuture<String> none() {
        return null;
    }

    @Override
    public CompletableFuture<String> failing(Throwable with) {
        return CompletableFuture.supplyAsync(() -> "").thenCompose(text -> CompletableFuture.failedFuture(with));
    }

    @Override
    public CompletableFuture<String> throwing() throws IOException {
        throw new IOException("thrown");
    }

    @Override
    public CompletableFuture<byte[]> echo(byte[] bytes) {
        return CompletableFuture.completedFuture(bytes);
    }

    @Override
    public int keepPromises() {
        List<CompletableFuture<String>> futures;
        synchronized (this) {
            futures = new ArrayList<>(promised);
            promised.clear();
        }
        for (int i = 0; i < futures.size(); i++) {
            futures.get(i).complete(texts.remove(0) + "!");
        }
        return futures.size();
    }

    @Override
    public synchronized int promises() {
        return promised.size();
    }

    @Override
    public int cancelled() {
        return cancelled.get();
    }

    @Override
    public int interrupted() {
        return interrupted.get();
    }

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public boolean not(boolean a) {
        return !a;
    }

    @Override
    public double half(double a) {
        return a / 2;
    }

    @Override
    public char next(char a) {
        return (char) (a + 1);
    }

    @Override
    public long[] twice(long[] numbers) {
        return Arrays.stream(numbers).map(number -> 2 * number).toArray();
    }

    @Override
    public void append(int number) {
        appended.add(number);
    }

    @Override
    public List<Integer> appended() {
        return appended;
    }

    @Override
    public int undeclared() {
        throw LaterObject.<RuntimeException>sneaky(new IOException("undeclared"));
    }

    @Override
    public int error() {
        throw new AssertionError("error");
    }

    @Override
    public Object unwritable() {
        return new Object();
    }

    @Override
    public void park() {
        parking.incrementAndGet();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
        } finally {
            parking.decrementAndGet();
        }
    }

    @Override
    public int parking() {
        return parking.get();
    }

    @Override
    public void busy() {
        while (isBusy) {
            Thread.yield();
        }
    }

    @Override
    public void stopBusy() {
        isBusy = false;
    }

    @Override
    public synchronized void meet(int count) {
        met++;
        notifyAll();
        while (met < count) {
            try {
                wait();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
