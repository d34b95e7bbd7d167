package org.rmi4mpi.tests.ranks.farm;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.NotSerializableException;
import java.rmi.MarshalException;
import java.rmi.UnexpectedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.MPI;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Lambdas that run at a rank. */
@RunWith(RankRunner.class)
public class AtRankTest {
    private static final AtomicInteger VISITS = new AtomicInteger();

    @Test
    public void aLambdaRunsThere() throws Exception {
        int own = Ranks.own();
        int next = Ranks.next();
        assertThat(Ranks.at(next).call(() -> "rank " + Ranks.own() + " for " + own),
                is("rank " + next + " for " + own));
        assertThat(Ranks.at(next).call(() -> Calls.callerRank()), is(own));
        MPI.COMM_WORLD.Barrier();
        VISITS.set(0);
        MPI.COMM_WORLD.Barrier();
        Ranks.at(next).run(() -> VISITS.incrementAndGet());
        MPI.COMM_WORLD.Barrier();
        assertThat(VISITS.get(), is(1));
    }

    @Test
    public void tasksThatNobodyWaitsForKeepTheirOrder() throws Exception {
        MPI.COMM_WORLD.Barrier();
        VISITS.set(0);
        MPI.COMM_WORLD.Barrier();
        List<CompletableFuture<Boolean>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            futures.add(Ranks.at(Ranks.next()).async(() -> VISITS.compareAndSet(number, number + 1)));
        }
        for (CompletableFuture<Boolean> future : futures) {
            assertThat(future.get(), is(true));
        }
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void exceptionsComeBack() throws Exception {
        assertThrows(TimeoutException.class, () -> Ranks.at(Ranks.next()).call(() -> {
            throw new TimeoutException();
        }));
        assertThrows(IllegalStateException.class, () -> Ranks.at(Ranks.next()).run(() -> {
            throw new IllegalStateException();
        }));
        CompletableFuture<Void> failing = Ranks.at(Ranks.next()).async(() -> {
            throw new IllegalStateException();
        });
        assertThat(assertThrows(ExecutionException.class, failing::get).getCause(),
                instanceOf(IllegalStateException.class));
    }

    @Test
    public void aCheckedExceptionThatIsNotDeclaredIsTheCause() {
        UnexpectedException e = assertThrows(UnexpectedException.class,
                () -> Ranks.at(Ranks.next()).run(() -> throwUndeclared(new TimeoutException("late"))));
        assertThat(e.getCause(), instanceOf(TimeoutException.class));
        assertThat(e.getCause().getMessage(), is("late"));
    }

    @SuppressWarnings("unchecked") // the compiler takes E for a RuntimeException where nothing says otherwise
    private static <E extends Exception> void throwUndeclared(Exception exception) throws E {
        throw (E) exception;
    }

    @Test
    public void whatCannotBeWrittenIsNamed() throws Exception {
        Object captured = new Object();
        MarshalException e = assertThrows(MarshalException.class,
                () -> Ranks.at(Ranks.next()).call(() -> captured.hashCode()));
        assertThat(e.getCause(), instanceOf(NotSerializableException.class));
        assertThat(e.getCause().getMessage(), containsString("java.lang.Object"));
    }

    @Test
    public void aRankThatIsNotThereIsNamed() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> Ranks.at(Ranks.size()));
        assertThat(e.getMessage(), containsString("give one from 0 to " + (Ranks.size() - 1)));
        assertThrows(IllegalArgumentException.class, () -> Ranks.at(-1));
    }
}
