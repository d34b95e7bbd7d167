package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.BatchException;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Batches: many calls in one message. */
@Deadline(120)
@RunWith(RankRunner.class)
public class CallBatchesTest {
    @Rule
    public final OnEachRank<Log, LogObject> logs = new OnEachRank<>(LogObject::new);

    @Test
    public void aBatchIsMadeWhenItIsSent() throws Exception {
        long[] numbers = {1, 2};
        List<String> expected = new ArrayList<>();
        try (Batch<Log> batch = Calls.batch(logs.next())) {
            for (int i = 0; i < 1000; i++) {
                numbers[0] = i;
                batch.stub().add((byte) i, i / 2.0, numbers, "object " + i); // copied now
                batch.stub().append("line " + i);
                expected.add((byte) i + " " + i / 2.0 + " [" + i + ", 2] object " + i);
                expected.add("line " + i);
            }
            assertThat(batch.size(), is(2000));
            assertThat(logs.next().lines(), is(List.of()));
            batch.send();
            assertThat(logs.next().lines(), is(expected));
            assertThat(batch.size(), is(0));
            batch.stub().append("last");
        }
        assertThat(logs.next().lines().get(2000), is("last"));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void largeArgumentsInABatch() throws Exception {
        try (Batch<Log> batch = Calls.batch(logs.next())) {
            for (int i = 0; i < 3; i++) {
                batch.stub().add((byte) i, 0, new long[100_000], null);
            }
        }
        assertThat(logs.next().lines().size(), is(3));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void aBatchEndsWhereOneOfItsCallsFails() throws Exception {
        Batch<Log> batch = Calls.batch(logs.next());
        batch.stub().append("first");
        batch.stub().fail(new IOException("as wanted"));
        batch.stub().append("not made");
        BatchException thrown = assertThrows(BatchException.class, batch::send);
        assertThat(thrown.index(), is(1));
        assertThat(thrown.getCause(), is(instanceOf(IOException.class)));
        assertThat(thrown.getMessage(), containsString("call 1 of a batch of 3, Log.fail"));
        batch.stub().append("second");
        batch.close();
        assertThat(logs.next().lines(), contains("first", "second"));
        MPI.COMM_WORLD.Barrier();
    }

    /** The calls before it remain. */
    @Test
    public void aCallThatCannotBeWrittenIsNoPartOfTheBatch() throws Exception {
        Batch<Log> batch = Calls.batch(logs.next());
        batch.stub().append("first");
        assertThrows(MarshalException.class, () -> batch.stub().add((byte) 1, 2, null, new Object()));
        assertThrows(UnsupportedOperationException.class, () -> batch.stub().number());
        batch.stub().append("second");
        batch.close();
        assertThat(logs.next().lines(), contains("first", "second"));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void oneWayAndHurriedBatches() throws Exception {
        logs.assumeOtherRank();
        try (Batch<Log> batch = Calls.batch(Calls.oneWay(logs.next()))) {
            batch.stub().append("one way");
        }
        assertThat(logs.next().lines(), contains("one way")); // it keeps the order of its thread
        Batch<Log> hurried = Calls.batch(Calls.withTimeout(logs.next(), Duration.ofMillis(100)));
        hurried.stub().park();
        assertThrows(CallTimeoutException.class, hurried::send);
        Until.holds(() -> logs.next().lines().contains("interrupted"));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void batchesOfTheOwnRankKeepTheOrderOfTheirThread() throws Exception {
        Log own = logs.at(logs.rank);
        Calls.oneWay(own).slowly("first");
        try (Batch<Log> batch = Calls.batch(own)) {
            batch.stub().append("second");
        }
        try (Batch<Log> batch = Calls.batch(Calls.oneWay(own))) {
            batch.stub().slowly("third");
        }
        assertThat(own.lines(), contains("first", "second", "third"));
    }

    @Test
    public void largeArgumentsOfABatchAreCopiedAtOnce() throws Exception {
        long[] numbers = new long[200_000];
        Batch<Log> batch = Calls.batch(logs.next());
        numbers[0] = 1;
        batch.stub().sum(numbers, null);
        numbers[0] = 2;
        assertThrows(MarshalException.class, () -> batch.stub().sum(numbers, new Object()));
        numbers[0] = 3;
        batch.stub().sum(numbers, null);
        numbers[0] = 4;
        batch.send();
        assertThat(logs.next().lines(), contains("sum 1", "sum 3"));
        MPI.COMM_WORLD.Barrier();
    }

    /** Appends as it is written. */
    private static final class Appender implements Serializable {
        private static final long serialVersionUID = 1L;
        private final transient Log log;

        Appender(Log log) {
            this.log = log;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            log.append("within");
        }
    }

    @Test
    public void aBatchTakesOneCallAtATime() throws Exception {
        Batch<Log> batch = Calls.batch(logs.next());
        batch.stub().append("first");
        IllegalStateException thrown = assertThrows(IllegalStateException.class,
                () -> batch.stub().add((byte) 0, 0, null, new Appender(batch.stub())));
        assertThat(thrown.getMessage(), containsString("Log.add at rank"));
        batch.stub().append("second");
        batch.send();
        assertThat(logs.next().lines(), contains("first", "second"));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void aBatchThatIsGivenUpEndsWithTheCallThatRuns() throws Exception {
        Batch<Log> hurried = Calls.batch(Calls.withTimeout(logs.next(), Duration.ofMillis(100)));
        hurried.stub().park();
        hurried.stub().append("not made");
        assertThrows(CallTimeoutException.class, hurried::send);
        Until.holds(() -> logs.next().lines().contains("interrupted"));
        logs.next().slowly("later");
        assertThat(logs.next().lines(), contains("interrupted", "later"));
        MPI.COMM_WORLD.Barrier();
    }
}
