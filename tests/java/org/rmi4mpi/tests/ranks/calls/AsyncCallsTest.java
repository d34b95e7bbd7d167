package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.UnexpectedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Calls that no thread waits for: futures at both sides, views, time-outs and cancellation. */
@Deadline(120)
@RunWith(RankRunner.class)
public class AsyncCallsTest {
    private static final long SHORT_MS = 100;

    interface Later extends Remote {
        CompletableFuture<String> promise(String text) throws RemoteException;

        CompletionStage<Integer> stage(int number) throws RemoteException;

        CompletableFuture<String> none() throws RemoteException;

        CompletableFuture<String> failing(Throwable with) throws RemoteException;

        CompletableFuture<String> throwing() throws RemoteException, IOException;

        CompletableFuture<byte[]> echo(byte[] bytes) throws RemoteException;

        /** Completes the future that {@link #promise} has returned. */
        int keepPromises() throws RemoteException;

        int promises() throws RemoteException;

        int cancelled() throws RemoteException;

        int interrupted() throws RemoteException;

        int add(int a, int b) throws RemoteException;

        boolean not(boolean a) throws RemoteException;

        double half(double a) throws RemoteException;

        char next(char a) throws RemoteException;

        long[] twice(long[] numbers) throws RemoteException;

        void append(int number) throws RemoteException;

        List<Integer> appended() throws RemoteException;

        int undeclared() throws RemoteException;

        int error() throws RemoteException;

        Object unwritable() throws RemoteException;

        /** Returns when it is interrupted. */
        void park() throws RemoteException;

        /** Returns the number of threads in {@link #park}. */
        int parking() throws RemoteException;

        /** Computes without waiting until {@link #stopBusy}. */
        void busy() throws RemoteException;

        void stopBusy() throws RemoteException;

        /** Returns when this number of threads are in it. */
        void meet(int count) throws RemoteException;
    }

    static final class LaterObject extends UnicastRemoteObject implements Later {
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
            throw AsyncCallsTest.<RuntimeException>sneaky(new IOException("undeclared"));
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
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Rule
    public final OnEachRank<Later, LaterObject> objects = new OnEachRank<>(LaterObject::new);

    private static Throwable failure(CompletableFuture<?> future) {
        return assertThrows(CompletionException.class, future::join).getCause();
    }

    @Test
    public void aMethodMayCompleteLaterWhatItReturns() throws Exception {
        Later next = objects.next();
        CompletableFuture<String> one = next.promise("one");
        CompletableFuture<String> two = next.promise("two");
        Until.holds(() -> next.promises() == 2);
        assertThat(one.isDone(), is(false));
        next.keepPromises();
        assertThat(two.join(), is("two!"));
        assertThat(one.get(), is("one!"));
    }

    @Test
    public void stagesAndNullAndNestedFutures() throws Exception {
        assertThat(objects.next().stage(1).toCompletableFuture().join(), is(2));
        assertThat(objects.next().none().join(), is(nullValue()));
        assertThat(objects.next().stage(1).thenCompose(sum -> {
            try {
                return objects.next().stage(sum);
            } catch (RemoteException e) {
                throw new AssertionError(e);
            }
        }).toCompletableFuture().get(), is(3));
    }

    @Test
    public void whatFailsAtTheServerFailsTheFuture() throws Exception {
        Throwable thrown = failure(objects.next().failing(new IOException("not declared is fine")));
        assertThat(thrown, is(instanceOf(IOException.class)));
        assertThat(failure(objects.next().failing(new StackOverflowError())), is(instanceOf(ServerError.class)));
        assertThat(failure(objects.next().throwing()).getMessage(), is("thrown"));
    }

    @Test
    public void viewsOfAllTypesOfResults() throws Exception {
        Later async = Calls.async(objects.next());
        assertThat(Calls.future(async.add(1, 2)).join(), is(3));
        assertThat(Calls.future(async.not(false)).join(), is(true));
        assertThat(Calls.future(async.half(3)).join(), is(1.5));
        assertThat(Calls.future(async.next('a')).join(), is('b'));
        assertThat(Calls.future(async.twice(new long[] {1, 2})).join(), is(new long[] {2, 4}));
        async.append(5);
        assertThat(Calls.future().join(), is(nullValue()));
        assertThat(Calls.future(async.appended()).join(), is(List.of(5)));
        assertThat(async.stage(1).toCompletableFuture().join(), is(2));
    }

    @Test
    public void aFutureIsTakenOnce() throws Exception {
        Calls.future(Calls.async(objects.next()).add(1, 2)).join();
        assertThrows(IllegalStateException.class, Calls::future);
    }

    @Test
    public void exceptionsOfViewsAreThoseOfCalls() throws Exception {
        Later async = Calls.async(objects.next());
        assertThat(failure(Calls.future(async.undeclared())), is(instanceOf(UnexpectedException.class)));
        assertThat(failure(Calls.future(async.error())), is(instanceOf(ServerError.class)));
        assertThat(failure(Calls.future(async.unwritable())), is(instanceOf(MarshalException.class)));
        assertThat(Calls.future(async.add(2, 2)).join(), is(4));
    }

    @Test
    public void anObjectThatIsGone() throws Exception {
        LaterObject gone = new LaterObject();
        Later stub = (Later) UnicastRemoteObject.toStub(gone);
        UnicastRemoteObject.unexportObject(gone, true);
        assertThat(failure(stub.promise("")), is(instanceOf(NoSuchObjectException.class)));
        assertThat(failure(Calls.future(Calls.async(stub).add(1, 2))), is(instanceOf(NoSuchObjectException.class)));
    }

    /** The caller may change an array as soon as the call returns. Results of all sizes arrive. */
    @Test
    public void argumentsAreCopiedAtOnce() throws Exception {
        for (int length : new int[] {10, 10_000, 100_000, 3_000_000}) {
            byte[] bytes = new byte[length];
            List<CompletableFuture<byte[]>> futures = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                Arrays.fill(bytes, (byte) i);
                futures.add(objects.next().echo(bytes));
            }
            for (int i = 0; i < 5; i++) {
                byte[] expected = new byte[length];
                Arrays.fill(expected, (byte) i);
                assertThat(Arrays.equals(futures.get(i).join(), expected), is(true));
            }
        }
    }

    @Test
    public void theCallsOfAThreadKeepTheirOrder() throws Exception {
        Later async = Calls.async(objects.next());
        for (int i = 0; i < 2000; i++) {
            async.append(i);
        }
        List<Integer> appended = objects.next().appended();
        assertThat(appended.size(), is(2000));
        for (int i = 0; i < 2000; i++) {
            assertThat(appended.get(i), is(i));
        }
    }

    @Test
    @MostRanks(2)
    public void manyAtOnceFromManyThreads() throws Exception {
        Crowd.act(8, member -> {
            List<CompletableFuture<Integer>> sums = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                sums.add(Calls.future(Calls.async(objects.at(i % objects.size)).add(i, member)));
            }
            for (int i = 0; i < 500; i++) {
                assertThat(sums.get(i).get(), is(i + member));
            }
        });
    }

    /** This is more than the limit of calls that run at once, since waiting calls do not count. */
    @Test
    @MostRanks(2)
    public void anyNumberMayWaitForEachOther() throws Exception {
        int count = 300;
        Later async = Calls.async(objects.next());
        CompletableFuture<?>[] all = new CompletableFuture<?>[count];
        for (int i = 0; i < count; i++) {
            async.meet(count);
            all[i] = Calls.future();
        }
        CompletableFuture.allOf(all).join();
    }

    @Test
    public void dependentsRunWithoutUserFrames() throws Exception {
        CompletableFuture<String> promise = objects.next().promise("text");
        CompletableFuture<Thread> thread = promise.thenApply(text -> Thread.currentThread());
        Until.holds(() -> objects.next().keepPromises() > 0);
        assertThat(thread.join(), is(not(Thread.currentThread())));
        assertThat(thread.join().getName(), startsWith("rmi4mpi-"));
    }

    @Test
    public void aCallThatTakesTooLongIsGivenUp() throws Exception {
        objects.assumeOtherRank();
        Later hurried = Calls.withTimeout(objects.next(), Duration.ofMillis(SHORT_MS));
        RemoteException thrown = assertThrows(CallTimeoutException.class, hurried::park);
        assertThat(thrown.getMessage(), containsString("park at rank " + (objects.rank + 1) % objects.size));
        Until.holds(() -> objects.next().interrupted() == 1);
        assertThat(hurried.add(1, 2), is(3));
        assertThat(Calls.withTimeout(hurried, Duration.ZERO).add(1, 2), is(3));
    }

    @Test
    public void soIsOneToTheOwnRank() throws Exception {
        Later hurried = Calls.withTimeout(objects.at(objects.rank), Duration.ofMillis(SHORT_MS));
        assertThrows(CallTimeoutException.class, hurried::park);
        Until.holds(() -> objects.own().interrupted() == 1);
    }

    @Test
    public void andAFuture() throws Exception {
        Later hurried = Calls.withTimeout(Calls.async(objects.next()), Duration.ofMillis(SHORT_MS));
        assertThat(failure(hurried.promise("never")), is(instanceOf(CallTimeoutException.class)));
        hurried.park();
        assertThat(failure(Calls.future()), is(instanceOf(CallTimeoutException.class)));
        Until.holds(() -> objects.next().interrupted() == 1 && objects.next().cancelled() == 1);
        assertThrows(TimeoutException.class,
                () -> objects.next().promise("later").get(SHORT_MS, TimeUnit.MILLISECONDS));
    }

    @Test
    public void cancelledCallsDoNotGoOn() throws Exception {
        Later async = Calls.async(objects.next());
        async.park();
        CompletableFuture<Void> parked = Calls.future();
        CompletableFuture<String> promise = objects.next().promise("cancelled");
        Until.holds(() -> objects.next().promises() == 1);
        assertThat(parked.cancel(true), is(true));
        assertThat(promise.cancel(true), is(true));
        assertThrows(CancellationException.class, promise::join);
        Until.holds(() -> objects.next().interrupted() == 1 && objects.next().cancelled() == 1);
        assertThrows(ExecutionException.class, () -> objects.next().failing(new IOException()).get());
    }

    /** Results of abandoned calls arrive and belong to nobody. They do not disturb later calls. */
    @Test
    @MostRanks(2)
    public void lateResultsAreDropped() throws Exception {
        for (int i = 0; i < 200; i++) {
            Later hurried = Calls.withTimeout(objects.next(), Duration.ofNanos(1 + i * 100));
            try {
                assertThat(hurried.twice(new long[5000]).length, is(5000));
            } catch (CallTimeoutException e) {
                // as it may be
            }
            assertThat(objects.next().add(i, 1), is(i + 1));
        }
        MPI.COMM_WORLD.Barrier();
    }

    /** The call was cancelled while it waited for an earlier one. */
    @Test
    @Deadline(40)
    public void callsAfterOneThatWasGivenUpAreMade() throws Exception {
        Later async = Calls.async(objects.next());
        async.busy();
        Later hurried = Calls.withTimeout(objects.next(), Duration.ofMillis(SHORT_MS));
        assertThrows(CallTimeoutException.class, () -> hurried.add(1, 2));
        async.append(1);
        async.append(2);
        CompletableFuture<List<Integer>> appended = Calls.future(async.appended());
        Crowd.resultOf(Crowd.aside(thread -> objects.next().stopBusy()));
        assertThat(appended.get(), is(List.of(1, 2)));
    }

    @Test
    @Deadline(40)
    public void argumentsOfACallThatWasGivenUpAreLetGo() throws Exception {
        Calls.async(objects.next()).busy();
        Later hurried = Calls.withTimeout(objects.next(), Duration.ofMillis(SHORT_MS));
        WeakReference<long[]> argument = givenUp(hurried, new long[1_000_000]);
        Crowd.resultOf(Crowd.aside(thread -> objects.next().stopBusy()));
        Until.holds(() -> {
            System.gc();
            return argument.get() == null;
        });
    }

    private static WeakReference<long[]> givenUp(Later hurried, long[] argument) {
        assertThrows(CallTimeoutException.class, () -> hurried.twice(argument));
        return new WeakReference<>(argument);
    }

    @Test
    @Deadline(40)
    public void aCallWhoseTimeIsOverAtOnceIsGivenUpThere() throws Exception {
        Later hurried = Calls.withTimeout(Calls.async(objects.next()), Duration.ofNanos(1));
        for (int i = 0; i < 50; i++) {
            hurried.park();
            CompletableFuture<Void> parked = Calls.future();
            assertThat(failure(parked), is(instanceOf(CallTimeoutException.class)));
        }
        Until.holds(() -> objects.next().parking() == 0);
    }

    /** The dependent is added while a thread waits for the future. */
    @Test
    @MostRanks(2)
    public void dependentsDoNotRunOnThreadsThatWait() throws Exception {
        for (int i = 0; i < 300; i++) {
            CompletableFuture<Integer> number = objects.next().stage(i).toCompletableFuture();
            Future<Void> waiting = Crowd.aside(thread -> number.join());
            Thread.yield();
            assertThat(number.thenApply(any -> Thread.currentThread().getName()).join(), is(not("crowd-0")));
            Crowd.resultOf(waiting);
        }
    }

    /** Dependents do not run on the one thread that handles all time-outs of the process. */
    @Test
    public void dependentsOfACallWhoseTimeIsOver() throws Exception {
        Later hurried = Calls.withTimeout(objects.next(), Duration.ofMillis(SHORT_MS));
        String own = Thread.currentThread().getName();
        String name = own;
        while (name.equals(own)) { // its time-out passed before it had a dependent
            name = hurried.promise("").handle((text, thrown) -> Thread.currentThread().getName()).join();
        }
        assertThat(name, startsWith("rmi4mpi-"));
    }

    @Test
    public void allTheTimeThereIs() throws Exception {
        Later patient = Calls.withTimeout(objects.next(), Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(patient.add(1, 2), is(3));
        assertThat(Calls.future(Calls.async(patient).add(1, 2)).join(), is(3));
    }
}
