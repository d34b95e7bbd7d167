package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Calls that are given up: time-outs and cancellation, for calls that a thread waits for and others. */
@Deadline(120)
@RunWith(RankRunner.class)
public class CallsGivenUpTest {
    private static final long SHORT_MS = 100;

    @Rule
    public final OnEachRank<Later, LaterObject> objects = new OnEachRank<>(LaterObject::new);

    private static Throwable failure(CompletableFuture<?> future) {
        return assertThrows(CompletionException.class, future::join).getCause();
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
    public void aCallToTheOwnRankIsGivenUp() throws Exception {
        Later hurried = Calls.withTimeout(objects.at(objects.rank), Duration.ofMillis(SHORT_MS));
        assertThrows(CallTimeoutException.class, hurried::park);
        Until.holds(() -> objects.own().interrupted() == 1);
    }

    @Test
    public void aFutureIsGivenUp() throws Exception {
        Later hurried = Calls.withTimeout(Calls.async(objects.next()), Duration.ofMillis(SHORT_MS));
        assertThat(failure(hurried.promise("never")), is(instanceOf(CallTimeoutException.class)));
        hurried.park();
        assertThat(failure(Calls.future()), is(instanceOf(CallTimeoutException.class)));
        Until.holds(() -> objects.next().interrupted() == 1 && objects.next().cancelled() == 1);
        CompletableFuture<String> later = objects.next().promise("later");
        assertThrows(TimeoutException.class, () -> later.get(SHORT_MS, TimeUnit.MILLISECONDS));
        objects.next().keepPromises();
        later.join(); // so that no call is under way afterwards
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
