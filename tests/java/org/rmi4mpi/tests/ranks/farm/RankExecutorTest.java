package org.rmi4mpi.tests.ranks.farm;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.Assert.assertThrows;

import java.io.NotSerializableException;
import java.rmi.MarshalException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.farm.RankExecutor;
import org.rmi4mpi.farm.SerializableCallable;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Executors whose tasks run on ranks. Each rank has its own. */
@RunWith(RankRunner.class)
public class RankExecutorTest {
    private static final AtomicInteger INTERRUPTED = new AtomicInteger();
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static volatile RankExecutor shared;
    private static volatile CountDownLatch gate = new CountDownLatch(1);

    private final RankExecutor executor = Ranks.executor();

    @After
    public void close() throws Exception {
        executor.close();
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void tasksHaveResults() throws Exception {
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            int number = i;
            futures.add(executor.submit(() -> 2 * number));
        }
        for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i).get(), is(2 * i));
        }
    }

    @Test
    public void allRanksTakePart() throws Exception {
        Set<Integer> ranks = new HashSet<>();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 20 * Ranks.size(); i++) {
            futures.add(executor.submit(() -> {
                TimeUnit.MILLISECONDS.sleep(5);
                return Ranks.own();
            }));
        }
        for (Future<Integer> future : futures) {
            ranks.add(future.get());
        }
        assertThat(ranks, hasSize(Ranks.size()));
    }

    @Test
    public void noTaskIsOverlookedWhereTheProgramWaitsForEach() throws Exception {
        for (int i = 0; i < 4_000; i++) {
            int number = i;
            assertThat(executor.submit(() -> number).get(), is(i));
        }
    }

    @Test
    public void whatDependsOnATaskMayWaitForAnother() throws Exception {
        gate = new CountDownLatch(1);
        MPI.COMM_WORLD.Barrier();
        try (RankExecutor there = Ranks.executor(Ranks.next())) {
            CompletableFuture<Integer> last = new CompletableFuture<>();
            List<CompletableFuture<Void>> dependents = new ArrayList<>();
            for (int i = 0; i < 29; i++) {
                dependents.add(there.submit(() -> {
                    gate.await();
                    return 1;
                }).thenAccept(one -> last.join()));
            }
            there.submit(() -> 2).thenAccept(last::complete);
            Ranks.at(Ranks.next()).run(() -> gate.countDown()); // not before, or dependents would run here
            for (CompletableFuture<Void> dependent : dependents) {
                dependent.get();
            }
        }
    }

    @Test
    public void whatDependsOnATaskMaySubmitBeyondTheBound() throws Exception {
        List<CompletableFuture<Integer>> pipelines = new ArrayList<>();
        for (int i = 0; i < 10_500; i++) {
            int number = i;
            pipelines.add(executor.submit(() -> number).thenCompose(n -> executor.submit(() -> n + 1)));
        }
        for (int i = 0; i < pipelines.size(); i++) {
            assertThat(pipelines.get(i).get(), is(i + 1));
        }
    }

    @Test
    public void tasksThatShutdownNowReturnsDoNotRun() throws Exception {
        BEGUN.set(0);
        MPI.COMM_WORLD.Barrier();
        RankExecutor there = Ranks.executor(Ranks.next());
        for (int i = 0; i < 500; i++) {
            there.submit(() -> {
                BEGUN.incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(1);
                return null;
            });
        }
        int unsent = there.shutdownNow().size();
        Ranks.quiesce();
        assertThat(Ranks.at(Ranks.next()).call(() -> BEGUN.get()), lessThanOrEqualTo(500 - unsent));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void futuresAreCompleteWhenTheExecutorIsClosed() throws Exception {
        for (int i = 0; i < 300; i++) {
            List<CompletableFuture<Integer>> futures = new ArrayList<>();
            try (RankExecutor closed = Ranks.executor()) {
                for (int task = 0; task < 4; task++) {
                    futures.add(closed.submit(() -> 1));
                }
            }
            for (CompletableFuture<Integer> future : futures) {
                assertThat(future.isDone(), is(true));
            }
        }
    }

    @Test
    public void aTaskThatRunsInSpiteOfItsInterruptIsAwaited() throws Exception {
        BEGUN.set(0);
        gate = new CountDownLatch(1);
        MPI.COMM_WORLD.Barrier();
        RankExecutor stopped = Ranks.executor(Ranks.next());
        CompletableFuture<Void> future = stopped.submit(() -> {
            BEGUN.incrementAndGet();
            while (gate.getCount() > 0) {
                Thread.yield();
            }
        });
        while (Ranks.at(Ranks.next()).call(() -> BEGUN.get()) == 0) {
            Thread.yield();
        }
        stopped.shutdownNow();
        assertThat(future.isCancelled(), is(true));
        assertThat(stopped.awaitTermination(20, TimeUnit.MILLISECONDS), is(false));
        Ranks.at(Ranks.next()).run(() -> gate.countDown());
        assertThat(stopped.awaitTermination(1, TimeUnit.MINUTES), is(true));
    }

    /** More tasks than may be under way. */
    @Test
    public void invokeAllReturnsWhenItsTimeIsOver() throws Exception {
        Collection<Callable<Void>> sleepers = Collections.nCopies(10_050, (SerializableCallable<Void>) () -> {
            TimeUnit.MINUTES.sleep(2);
            return null;
        });
        List<Future<Void>> futures = executor.invokeAll(sleepers, 20, TimeUnit.MILLISECONDS);
        assertThat(futures, hasSize(10_050));
        assertThat(futures.stream().allMatch(Future::isCancelled), is(true));
    }

    @Test
    public void largeItemsTravelInShortChunks() {
        AtomicInteger ahead = new AtomicInteger();
        int most = executor.map(IntStream.range(0, 3_000).mapToObj(i -> {
            ahead.incrementAndGet();
            return new byte[20_000];
        }), item -> item.length).mapToInt(length -> ahead.getAndDecrement()).max().getAsInt();
        assertThat(most * 20_000, lessThanOrEqualTo(16 << 20));
        ahead.set(0);
        most = executor.map(IntStream.range(0, 3_000).mapToObj(i -> {
            ahead.incrementAndGet();
            return i;
        }), i -> new byte[20_000]).mapToInt(result -> ahead.getAndDecrement()).max().getAsInt();
        assertThat(most * 20_000, lessThanOrEqualTo(16 << 20));
    }

    @Test
    public void onlyTheRanksThatAreGivenTakePart() throws Exception {
        int last = Ranks.size() - 1;
        try (RankExecutor there = Ranks.executor(last)) {
            assertThat(there.map(IntStream.range(0, 100).boxed(), i -> Ranks.own()).toList(), everyItem(is(last)));
        }
        assertThrows(IllegalArgumentException.class, () -> Ranks.executor(new int[0]));
        assertThrows(IllegalArgumentException.class, () -> Ranks.executor(0, 0));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Ranks.executor(Ranks.size()));
        assertThat(e.getMessage(), containsString("rank " + Ranks.size() + " of a job of " + Ranks.size()));
    }

    @Test
    public void aFutureFailsAsItsTaskDoes() throws Exception {
        ExecutionException runtime = assertThrows(ExecutionException.class, executor.submit(() -> {
            throw new IllegalStateException("mine");
        })::get);
        assertThat(runtime.getCause(), instanceOf(IllegalStateException.class));
        ExecutionException checked = assertThrows(ExecutionException.class,
                executor.submit((SerializableCallable<Void>) () -> {
                    throw new TimeoutException("late");
                })::get);
        assertThat(checked.getCause(), instanceOf(TimeoutException.class));
        ExecutionException error = assertThrows(ExecutionException.class,
                executor.submit((SerializableCallable<Void>) () -> {
                    throw new StackOverflowError("deep");
                })::get);
        assertThat(error.getCause().toString(), containsString("StackOverflowError"));
        assertThat(executor.submit(() -> "next").get(), is("next"));
    }

    @Test
    public void whatCannotBeWrittenIsNamed() throws Exception {
        Object captured = new Object();
        ExecutionException task =
                assertThrows(ExecutionException.class, executor.submit(() -> captured.hashCode())::get);
        assertThat(task.getCause(), instanceOf(MarshalException.class));
        assertThat(task.getCause().getCause(), instanceOf(NotSerializableException.class));
        assertThat(task.getCause().getCause().getMessage(), containsString("java.lang.Object"));
        ExecutionException result = assertThrows(ExecutionException.class, executor.submit(() -> new Object())::get);
        assertThat(result.getCause().toString(), containsString("java.lang.Object"));
        ExecutorService plain = executor;
        ExecutionException lambda = assertThrows(ExecutionException.class, plain.submit(() -> 5)::get);
        assertThat(lambda.getCause().getCause(), instanceOf(NotSerializableException.class));
        for (int i = 0; i < 2_000; i++) { // must not take a stack frame each
            executor.submit(() -> captured.hashCode());
        }
        assertThat(executor.submit(() -> "next").get(), is("next"));
    }

    private static int fibonacci(int n) throws Exception {
        if (n < 2) {
            return n;
        }
        RankExecutor own = Ranks.executor();
        Future<Integer> first = own.submit(() -> fibonacci(n - 1));
        Future<Integer> second = own.submit(() -> fibonacci(n - 2));
        return first.get() + second.get();
    }

    /** All are tasks of one executor, whose ranks have all that they get at once. */
    @Test
    public void manyTasksWaitForTasksOfTheirExecutor() throws Exception {
        shared = Ranks.executor();
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int number = i;
            int home = Ranks.own();
            futures.add(shared.submit(() -> Ranks.at(home).call(() -> shared.submit(() -> number).get())));
        }
        for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i).get(), is(i));
        }
        shared.close();
    }

    @Test
    public void tasksWaitForTasks() throws Exception {
        assertThat(executor.submit(() -> fibonacci(9)).get(), is(34));
    }

    /** They look as if they ran, or wait for something else than a task. */
    @Test
    public void tasksThatWaitDoNotStopOthers() throws Exception {
        gate = new CountDownLatch(1);
        MPI.COMM_WORLD.Barrier();
        try (RankExecutor here = Ranks.executor(Ranks.own())) {
            List<Future<?>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(here.submit(() -> {
                    gate.await();
                    return null;
                }));
            }
            here.submit(() -> gate.countDown()).get();
            for (Future<?> future : waiting) {
                future.get();
            }
        }
    }

    @Test
    public void cancelledTasksAreInterruptedOrDoNotBegin() throws Exception {
        INTERRUPTED.set(0);
        BEGUN.set(0);
        MPI.COMM_WORLD.Barrier();
        int next = Ranks.next();
        List<CompletableFuture<?>> futures = new ArrayList<>();
        try (RankExecutor there = Ranks.executor(next)) {
            for (int i = 0; i < 200; i++) {
                futures.add(there.submit(() -> {
                    BEGUN.incrementAndGet();
                    try {
                        TimeUnit.MINUTES.sleep(2);
                    } catch (InterruptedException e) {
                        INTERRUPTED.incrementAndGet();
                    }
                }));
            }
            while (Ranks.at(next).call(() -> BEGUN.get()) == 0) {
                Thread.onSpinWait();
            }
            for (int i = futures.size() - 1; i >= 0; i--) { // so that none takes the place of another one
                futures.get(i).cancel(true);
            }
        }
        while (Ranks.at(next).call(() -> BEGUN.get() - INTERRUPTED.get()) > 0) {
            Thread.onSpinWait();
        }
        assertThrows(CancellationException.class, futures.get(199)::get);
        assertThat(Ranks.at(next).call(() -> BEGUN.get()), lessThanOrEqualTo(100));
        assertThat(Ranks.executor(next).submit(() -> Thread.currentThread().isInterrupted()).get(), is(false));
    }

    @Test
    public void resultsOfMapKeepTheOrderOfItems() {
        assertThat(executor.map(IntStream.range(0, 30_000).boxed(), i -> i + 1).toList(),
                is(IntStream.rangeClosed(1, 30_000).boxed().toList()));
        assertThat(executor.map(Stream.<Integer>empty(), i -> i).toList(), empty());
        assertThat(executor.map(Stream.iterate(1, i -> i + 1), i -> 2 * i).limit(3).toList(), contains(2, 4, 6));
        Stream<Integer> failing = executor.map(Stream.of(1, 2, 3), i -> 6 / (i - 2));
        assertThrows(ArithmeticException.class, failing::toList);
        assertThat(executor.map(Stream.of("a", null), text -> text).toList().size(), is(2));
    }

    @Test
    public void manyTasksAreInvokedAtOnce() throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int number = i;
            tasks.add((SerializableCallable<Integer>) () -> number);
        }
        int sum = 0;
        for (Future<Integer> future : executor.invokeAll(tasks)) {
            sum += future.get();
        }
        assertThat(sum, is(49 * 25));
        Collection<Callable<String>> racers = List.of((SerializableCallable<String>) () -> {
            TimeUnit.MINUTES.sleep(2);
            return "slow";
        }, (SerializableCallable<String>) () -> {
            throw new IllegalStateException();
        }, (SerializableCallable<String>) () -> "fast");
        assertThat(executor.invokeAny(racers), is("fast"));
        assertThrows(IllegalArgumentException.class, () -> executor.invokeAny(List.of()));
        Collection<Callable<Void>> sleepers = List.of((SerializableCallable<Void>) () -> {
            TimeUnit.MINUTES.sleep(2);
            return null;
        });
        assertThrows(TimeoutException.class, () -> executor.invokeAny(sleepers, 20, TimeUnit.MILLISECONDS));
        assertThat(executor.invokeAll(sleepers, 20, TimeUnit.MILLISECONDS).get(0).isCancelled(), is(true));
    }

    @Test
    public void anExecutorEnds() throws Exception {
        RankExecutor other = Ranks.executor();
        Future<Integer> last = other.submit(() -> 1);
        other.shutdown();
        assertThrows(RejectedExecutionException.class, () -> other.submit(() -> 2));
        assertThat(other.awaitTermination(1, TimeUnit.MINUTES), is(true));
        assertThat(last.get(), is(1));
        assertThat(other.isTerminated(), is(true));
        RankExecutor stopped = Ranks.executor();
        for (int i = 0; i < 1_000; i++) {
            stopped.submit(() -> {
                TimeUnit.MINUTES.sleep(2);
                return null;
            });
        }
        assertThat(stopped.awaitTermination(1, TimeUnit.MILLISECONDS), is(false));
        stopped.shutdownNow();
        assertThat(stopped.awaitTermination(1, TimeUnit.MINUTES), is(true));
    }
}
