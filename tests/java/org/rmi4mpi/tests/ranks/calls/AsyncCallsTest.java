package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.UnexpectedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Calls that no thread waits for: futures at both sides, and views. */
@Deadline(120)
@RunWith(RankRunner.class)
public class AsyncCallsTest {
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
}
