package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import mpi.MPI;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.BatchException;
import org.rmi4mpi.ref.CallInfo;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.ref.Interceptor;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Group;
import org.rmi4mpi.rmi.GroupException;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.RankRunner;

/** Batches, groups, interceptors and metadata. */
@Deadline(120)
@RunWith(RankRunner.class)
public class CallViewsTest {
    interface Log extends Remote {
        void append(String line) throws RemoteException;

        void add(byte a, double b, long[] c, Object d) throws RemoteException;

        void fail(Exception with) throws RemoteException, Exception;

        void park() throws RemoteException;

        /** Takes a while. */
        void slowly(String line) throws RemoteException;

        void sum(long[] numbers, Object more) throws RemoteException;

        Object nothing() throws RemoteException;

        CompletableFuture<Void> nothingLater() throws RemoteException;

        List<String> lines() throws RemoteException;

        int number() throws RemoteException;

        CompletableFuture<Integer> later() throws RemoteException;

        int failUnless(int number) throws RemoteException;

        int meet(Group<Log> group, int times) throws RemoteException;

        Map<String, String> metadata() throws RemoteException;

        int caller() throws RemoteException;

        Map<String, String> forwarded(Log to) throws RemoteException;
    }

    static final class LogObject extends UnicastRemoteObject implements Log {
        private static final long serialVersionUID = 1L;
        private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        private final int number = MPI.COMM_WORLD.Rank();

        LogObject() throws RemoteException {}

        @Override
        public void append(String line) {
            lines.add(line);
        }

        @Override
        public void add(byte a, double b, long[] c, Object d) {
            lines.add(a + " " + b + " " + Arrays.toString(c) + " " + d);
        }

        @Override
        public void fail(Exception with) throws Exception {
            throw with;
        }

        @Override
        public synchronized void park() {
            try {
                wait();
            } catch (InterruptedException e) {
                lines.add("interrupted");
            }
        }

        @Override
        public void slowly(String line) {
            for (long start = System.nanoTime(); System.nanoTime() - start < 50_000_000;) {
                Thread.onSpinWait();
            }
            lines.add(line);
        }

        @Override
        public void sum(long[] numbers, Object more) {
            lines.add("sum " + Arrays.stream(numbers).sum());
        }

        @Override
        public Object nothing() {
            return null;
        }

        @Override
        public CompletableFuture<Void> nothingLater() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public List<String> lines() {
            synchronized (lines) {
                return new ArrayList<>(lines);
            }
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public CompletableFuture<Integer> later() {
            return CompletableFuture.supplyAsync(() -> number);
        }

        @Override
        public int failUnless(int wanted) {
            if (number != wanted) {
                throw new IllegalArgumentException("I am " + number);
            }
            return number;
        }

        @Override
        public int meet(Group<Log> group, int times) throws RemoteException {
            for (int i = 0; i < times; i++) {
                lines.add("met " + i);
                group.barrier();
                for (Log member : group.members()) {
                    if (member.lines().stream().filter(line -> line.startsWith("met")).count() <= i) {
                        throw new IllegalStateException("a member has not come");
                    }
                }
                group.barrier();
            }
            return times;
        }

        @Override
        public Map<String, String> metadata() {
            return new java.util.TreeMap<>(Calls.current().metadata());
        }

        @Override
        public int caller() {
            return Calls.callerRank();
        }

        @Override
        public Map<String, String> forwarded(Log to) throws RemoteException {
            return to.metadata();
        }
    }

    @Rule
    public final OnEachRank<Log, LogObject> logs = new OnEachRank<>(LogObject::new);

    // ---- batches

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

    // ---- groups

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

    // ---- interceptors and metadata

    private static final class Recorder implements Interceptor {
        private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

        private void see(String what, CallInfo call) {
            if (call.method() == null || call.method().getDeclaringClass() == Log.class) {
                seen.add(what + " " + (call.method() == null ? "batch" : call.method().getName()));
            }
        }

        @Override
        public void calling(CallInfo call) throws RemoteException {
            see("calling", call);
            call.metadata().put("trace", "of rank " + call.caller());
            if (call.method() != null && call.method().getName().equals("park")) {
                throw new RemoteException("not allowed here");
            }
        }

        @Override
        public void called(CallInfo call, Throwable thrown) {
            see(thrown == null ? "called" : "failed", call);
        }

        @Override
        public void serving(CallInfo call) throws RemoteException {
            see("serving", call);
            if (call.method().getName().equals("caller")) {
                throw new RemoteException("not allowed there");
            }
        }

        @Override
        public void served(CallInfo call, Throwable thrown) {
            see("served", call);
        }
    }

    @Test
    public void interceptorsSeeBothSides() throws Exception {
        Recorder recorder = new Recorder();
        MPI.COMM_WORLD.Barrier();
        Calls.intercept(recorder);
        MPI.COMM_WORLD.Barrier();
        try {
            assertThat(logs.next().metadata(), is(Map.of("trace", "of rank " + logs.rank)));
            assertThat(Calls.withMetadata(logs.next(), Map.of("user", "me \u20ac")).metadata(),
                    is(Map.of("user", "me \u20ac", "trace", "of rank " + logs.rank)));
            assertThrows(IllegalArgumentException.class, () -> logs.next().failUnless(-1));
            assertThat(assertThrows(ServerException.class, () -> logs.next().caller()).getCause().getMessage(),
                    is("not allowed there"));
            assertThat(assertThrows(RemoteException.class, () -> logs.next().park()).getMessage(),
                    is("not allowed here"));
            assertThrows(MarshalException.class, () -> logs.next().add((byte) 0, 0, null, new Object()));
            Calls.future(Calls.async(logs.next()).number()).join();
            try (Batch<Log> batch = Calls.batch(logs.next())) {
                batch.stub().append("a");
                batch.stub().append("b");
            }
        } finally {
            MPI.COMM_WORLD.Barrier();
            Calls.stopIntercepting(recorder);
            MPI.COMM_WORLD.Barrier();
        }
        List<String> made = recorder.seen.stream().filter(text -> !text.startsWith("serv")).toList();
        assertThat(made, contains("calling metadata", "called metadata", "calling metadata", "called metadata",
                "calling failUnless", "failed failUnless", "calling caller", "failed caller", "calling park",
                "calling add", "failed add", "calling number", "called number", "calling batch", "called batch"));
        List<String> served = recorder.seen.stream().filter(text -> text.startsWith("serv")).toList();
        assertThat(served, contains("serving metadata", "served metadata", "serving metadata", "served metadata",
                "serving failUnless", "served failUnless", "serving caller", "served caller", "serving number",
                "served number", "serving append", "served append", "serving append", "served append"));
        assertThat(logs.next().metadata(), is(Map.of()));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void callsEndWhereAnInterceptorFails() throws Exception {
        Interceptor failing = new Interceptor() {
            @Override
            public void called(CallInfo call, Throwable thrown) {
                throw new AssertionError("as wanted");
            }
        };
        Calls.intercept(failing);
        try {
            assertThat(logs.next().caller(), is(logs.rank));
            assertThat(Calls.future(Calls.async(logs.next()).caller()).get(), is(logs.rank));
        } finally {
            Calls.stopIntercepting(failing);
        }
    }

    @Test
    public void metadataHaveNoNulls() throws Exception {
        Map<String, String> metadata = Collections.singletonMap("user", null);
        MarshalException thrown = assertThrows(MarshalException.class,
                () -> Calls.withMetadata(logs.next(), metadata).metadata());
        assertThat(thrown.getCause().getMessage(), containsString("user=null"));
    }

    @Test
    public void metadataOfALargeSize() throws Exception {
        Map<String, String> large = Map.of("large", "x".repeat(50_000), "empty", "");
        assertThat(Calls.withMetadata(Calls.withMetadata(logs.next(), Map.of("empty", "?")), large).metadata(),
                is(large));
        assertThrows(MarshalException.class,
                () -> Calls.withMetadata(logs.next(), Map.of("larger", "x".repeat(70_000))).metadata());
        assertThat(Calls.withMetadata(logs.next(), large).forwarded(logs.at(logs.rank)), is(Map.of()));
    }

    @Test
    public void methodsKnowTheirCaller() throws Exception {
        assertThat(logs.next().caller(), is(logs.rank));
        assertThat(Calls.future(Calls.async(logs.next()).caller()).join(), is(logs.rank));
        assertThat(Calls.callerRank(), is(-1));
        assertThat(Calls.current(), is(nullValue()));
    }
}
