package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.rmi.RemoteException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Group;
import org.rmi4mpi.rmi.GroupException;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Groups: one stub for many objects. */
@Deadline(120)
@RunWith(RankRunner.class)
public class CallGroupsTest {
    @Rule
    public final OnEachRank<Log, LogObject> logs = new OnEachRank<>(LogObject::new);

    private Group<Log> all() throws RemoteException {
        return Calls.group(IntStream.range(0, logs.size).mapToObj(logs::at).toList());
    }

    @Test
    public void allMembersAreCalled() throws Exception {
        Group<Log> group = all();
        group.stub().append("by the stub of rank " + logs.rank);
        group.each(log -> log.append("each by rank " + logs.rank));
        for (int i = 0; i < logs.size; i++) {
            assertThat(logs.at(i).lines().contains("by the stub of rank " + logs.rank), is(true));
            assertThat(logs.at(i).lines().contains("each by rank " + logs.rank), is(true));
        }
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void resultsAreGatheredAndReduced() throws Exception {
        Group<Log> group = all();
        List<Integer> ranks = IntStream.range(0, logs.size).boxed().toList();
        int sum = ranks.stream().mapToInt(rank -> rank).sum();
        assertThat(group.gather(Log::number), is(ranks));
        assertThat(group.gather(Log::later), is(ranks.stream().map(rank -> (Object) rank).toList()));
        assertThat(group.reduce(Log::number, Integer::sum), is(sum));
        assertThat(group.stub().number(), is(0));
        Log added = group.stub((Integer a, Integer b) -> a + b);
        assertThat(added.number(), is(sum));
        assertThat(added.later().join(), is(sum));
    }

    @Test
    public void thoseWhoFailAreTold() throws Exception {
        Group<Log> group = all();
        GroupException thrown = assertThrows(GroupException.class,
                () -> Calls.group(List.of(logs.at(0), logs.at(logs.size - 1), logs.next())).gather(
                        log -> log.failUnless(logs.size)));
        assertThat(thrown.failures().size(), is(3));
        assertThat(thrown.failures(), hasKey(2));
        assertThat(thrown.getMessage(), containsString("3 of 3 members failed"));
        int zero = 0;
        CompletionException late = assertThrows(CompletionException.class,
                () -> group.stub((Integer a, Integer b) -> a / zero * b).later().thenApply(sum -> sum / zero).join());
        assertThat(late.getCause(), is(instanceOf(ArithmeticException.class)));
        assertThrows(IllegalArgumentException.class, () -> Calls.group(List.of()));
    }

    @Test
    public void membersMayFailByExceptionsOfFutures() throws Exception {
        Group<Log> group = all();
        for (Exception thrown : new Exception[] {new CancellationException(), new CompletionException("", null)}) {
            GroupException failure = assertThrows(GroupException.class, () -> group.each(log -> log.fail(thrown)));
            assertThat(failure.failures().size(), is(logs.size));
            assertThat(failure.getCause(), is(instanceOf(thrown.getClass())));
        }
    }

    @Test
    public void resultsMayBeNull() throws Exception {
        assertThat(all().stub().nothing(), is(nullValue()));
        assertThat(all().stub().nothingLater().join(), is(nullValue()));
        assertThat(all().reduce(Log::nothing, (first, second) -> second), is(nullValue()));
    }

    @Test
    public void membersMeetInABarrier() throws Exception {
        if (logs.rank == 0) {
            Group<Log> group = all();
            assertThat(group.gather(log -> log.meet(group, 20)).size(), is(logs.size));
        }
        MPI.COMM_WORLD.Barrier();
    }
}
