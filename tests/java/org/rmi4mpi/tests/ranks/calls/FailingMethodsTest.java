package org.rmi4mpi.tests.ranks.calls;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.ref.BatchException;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.programs.OneWay;
import org.rmi4mpi.tests.runner.RankRunner;

/** The caller gets whatever a method throws, and the server serves the next call. */
@RunWith(RankRunner.class)
public class FailingMethodsTest {
    interface Hazard extends Remote {
        int fail(String how) throws RemoteException, InterruptedException;

        int failAt(Hazard other, String how) throws RemoteException, InterruptedException;

        Object unwritable(int bytesBefore) throws RemoteException;

        Object unreadable() throws RemoteException;

        int read(Object argument) throws RemoteException;

        void throwUnheard() throws RemoteException;

        int next(int a) throws RemoteException;

        int calls() throws RemoteException;
    }

    /** Cannot be read at its receiver. */
    static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Throwable thrown;

        Unreadable(Throwable thrown) {
            this.thrown = thrown;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            if (thrown instanceof IOException e) {
                throw e;
            } else if (thrown instanceof RuntimeException e) {
                throw e;
            }
            throw (Error) thrown;
        }
    }

    /** Keeps what cannot be sent. */
    static final class Locked extends IllegalStateException {
        private static final long serialVersionUID = 1L;
        private final Object lock = new Object();

        Locked(String message) {
            super(message);
        }
    }

    static final class RankHazard extends UnicastRemoteObject implements Hazard {
        private static final long serialVersionUID = 1L;
        private final AtomicInteger calls = new AtomicInteger();

        RankHazard() throws RemoteException {}

        @Override
        public int fail(String how) throws RemoteException, InterruptedException {
            calls.incrementAndGet();
            switch (how) {
                case "exception" -> throw new IllegalArgumentException("on purpose");
                case "error" -> throw new LinkageError("on purpose");
                case "remote" -> throw new RemoteException("on purpose");
                case "interrupted" -> throw new InterruptedException("on purpose");
                case "undeclared" ->
                    throw FailingMethodsTest.<RuntimeException>undeclared(new IOException("on purpose"));
                case "stack" -> {
                    return 1 + fail(how);
                }
                case "unwritable" -> throw new Locked("order 17 is locked");
                case "quota" -> throw new OutOfMemoryError("a quota of 5 orders");
                case "memory" -> {
                    return new byte[Integer.MAX_VALUE].length;
                }
                default -> {
                    return 0;
                }
            }
        }

        @Override
        public int failAt(Hazard other, String how) throws RemoteException, InterruptedException {
            return other.fail(how);
        }

        @Override
        public Object unwritable(int bytesBefore) {
            return new Object[] {new byte[bytesBefore], new Object()};
        }

        @Override
        public Object unreadable() {
            return new Unreadable(new IOException("on purpose"));
        }

        @Override
        public int read(Object argument) {
            return 1;
        }

        @Override
        public void throwUnheard() {
            calls.incrementAndGet();
            throw new IllegalStateException("on purpose");
        }

        @Override
        public int next(int a) {
            return a + 1;
        }

        @Override
        public int calls() {
            return calls.get();
        }
    }

    @Rule
    public final OnEachRank<Hazard, RankHazard> hazards = new OnEachRank<>(RankHazard::new);

    @After
    public void theServerGoesOn() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(hazards.next().next(i), is(i + 1));
        }
    }

    @Test
    public void exceptionsAndErrorsAreToldAsTheTableSays() throws Exception {
        for (int i = 0; i < 5; i++) {
            failAsTheTableSays(hazards.next());
        }
    }

    private void failAsTheTableSays(Hazard hazard) {
        assertThrows(IllegalArgumentException.class, () -> hazard.fail("exception"));
        assertThrows(InterruptedException.class, () -> hazard.fail("interrupted"));
        ServerError error = assertThrows(ServerError.class, () -> hazard.fail("error"));
        assertThat(error.getCause(), instanceOf(LinkageError.class));
        ServerException remote = assertThrows(ServerException.class, () -> hazard.fail("remote"));
        assertThat(remote.getCause().getMessage(), is("on purpose"));
    }

    @Test
    public void anExceptionThatCannotBeWrittenIsToldWithItsMessageAndTheReason() {
        MarshalException e = assertThrows(MarshalException.class, () -> hazards.next().fail("unwritable"));
        assertThat(e.getMessage(), containsString("order 17 is locked"));
        assertThat(e.getCause(), instanceOf(NotSerializableException.class));
        assertThat(e.getCause().getMessage(), containsString("java.lang.Object"));
    }

    /** This includes calls to the own rank, whose methods run on the caller's thread. */
    @Test
    public void framesOfTheCallerAreThereOnce() {
        for (Hazard hazard : List.of(hazards.at(hazards.rank), hazards.next())) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> hazard.fail("exception"));
            assertThat(Arrays.stream(e.getStackTrace())
                    .filter(frame -> frame.getMethodName().equals("framesOfTheCallerAreThereOnce")).count(), is(1L));
            assertThat(e.getStackTrace()[0].getMethodName(), is("fail"));
        }
    }

    /** No frames of ours are between them, except where the exception was made. */
    @Test
    public void aLineOfTheTraceNamesTheRanksOfCalleeAndCaller() {
        for (Hazard hazard : List.of(hazards.at(hazards.rank), hazards.next())) {
            int callee = hazard == hazards.next() ? (hazards.rank + 1) % hazards.size : hazards.rank;
            assertThat(traceToTest(assertThrows(IllegalArgumentException.class, () -> hazard.fail("exception"))),
                    is(List.of("RankHazard.fail", line("fail", callee, hazards.rank))));
            ServerError error = assertThrows(ServerError.class, () -> hazard.fail("error"));
            assertThat(traceToTest(error), is(List.of("ReplyWriter.inServer", line("fail", callee, hazards.rank))));
            assertThat(traceToTest(error.getCause()),
                    is(List.of("RankHazard.fail", line("fail", callee, hazards.rank))));
            IllegalStateException readingFails = assertThrows(IllegalStateException.class,
                    () -> hazard.read(new Unreadable(new IllegalStateException("on purpose"))));
            assertThat(trace(readingFails), hasItem(line("read", callee, hazards.rank)));
        }
    }

    @Test
    public void eachRankThatACallPassesHasItsFramesInTheTrace() {
        int next = (hazards.rank + 1) % hazards.size;
        int last = (hazards.rank + 2) % hazards.size;
        Hazard furtherOn = hazards.at(last);
        Exception e =
                assertThrows(IllegalArgumentException.class, () -> hazards.next().failAt(furtherOn, "exception"));
        assertThat(traceToTest(e), is(List.of("RankHazard.fail", line("fail", last, next), "RankHazard.failAt",
                line("failAt", next, hazards.rank))));
    }

    @Test
    public void theTraceOfACallWhoseThreadHasGoneOnEndsWithTheLine() throws Exception {
        Hazard hazard = hazards.next();
        int next = (hazards.rank + 1) % hazards.size;
        CompletableFuture<Integer> future = Calls.future(Calls.async(hazard).fail("exception"));
        ExecutionException late = assertThrows(ExecutionException.class, future::get);
        assertThat(trace(late.getCause()), is(List.of("RankHazard.fail", line("fail", next, hazards.rank))));
        Batch<Hazard> batch = Calls.batch(hazard);
        batch.stub().throwUnheard();
        BatchException e = assertThrows(BatchException.class, batch::send);
        assertThat(traceToTest(e), hasItem(line("batch", next, hazards.rank)));
        assertThat(trace(e.getCause()).subList(0, 2),
                is(List.of("RankHazard.throwUnheard", line("batch", next, hazards.rank))));
    }

    @Test
    public void anExceptionThatTheCallerMakesHasItsFramesOnce() {
        UnexpectedException e = assertThrows(UnexpectedException.class, () -> hazards.next().fail("undeclared"));
        assertThat(traceToTest(e), is(List.of("ReplyReader.thrown")));
        assertThat(traceToTest(e.getCause()), hasItem("RankHazard.fail"));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> E undeclared(Exception e) throws E {
        throw (E) e;
    }

    private static List<String> trace(Throwable e) {
        return Arrays.stream(e.getStackTrace()).map(FailingMethodsTest::text).toList();
    }

    /** The frames above those of this test. */
    private static List<String> traceToTest(Throwable e) {
        return trace(e).stream().takeWhile(frame -> !frame.startsWith("FailingMethodsTest")).toList();
    }

    private static String text(StackTraceElement frame) {
        String simpleName = frame.getClassName().replaceAll(".*[.$]", "");
        return simpleName + "." + frame.getMethodName()
                + (frame.getLineNumber() == -1 ? ("" + frame.getFileName()).replaceAll(" on host [^ ,]+", "") : "");
    }

    private static String line(String method, int callee, int caller) {
        return "Hazard." + method + "---- remote call, run by rank " + callee + ", made by rank " + caller + " ----";
    }

    @Test
    public void anOverflowOfTheStackIsAServerError() {
        for (int i = 0; i < 3; i++) {
            ServerError e = assertThrows(ServerError.class, () -> hazards.next().fail("stack"));
            assertThat(e.getCause(), instanceOf(StackOverflowError.class));
        }
    }

    @Test
    public void aLackOfMemoryIsAServerError() {
        for (int i = 0; i < 20; i++) {
            ServerError e = assertThrows(ServerError.class, () -> hazards.next().fail("memory"));
            assertThat(e.getCause(), instanceOf(OutOfMemoryError.class));
        }
    }

    @Test
    public void anErrorThatAProgramThrowsIsNotTakenForTheJvms() {
        ServerError e = assertThrows(ServerError.class, () -> hazards.next().fail("quota"));
        assertThat(e.getMessage(), not(containsString("heap")));
        assertThat(e.getCause(), instanceOf(OutOfMemoryError.class));
        assertThat(e.getCause().getMessage(), is("a quota of 5 orders"));
        ServerError ofJvm = assertThrows(ServerError.class, () -> hazards.next().fail("memory"));
        assertThat(ofJvm.getMessage(), not(containsString("for a message")));
    }

    @Test
    public void whatFailsFurtherOnIsToldThroughTheRankBetween() {
        Hazard furtherOn = hazards.at((hazards.rank + 2) % hazards.size);
        assertThrows(IllegalArgumentException.class, () -> hazards.next().failAt(furtherOn, "exception"));
        ServerException error = assertThrows(ServerException.class, () -> hazards.next().failAt(furtherOn, "error"));
        assertThat(error.getCause(), instanceOf(ServerError.class));
    }

    /** Returns the name of the object's rank, as messages have it. */
    private String there() {
        return "rank " + (hazards.rank + 1) % hazards.size;
    }

    @Test
    public void anArgumentThatCannotBeWrittenIsAMarshalException() {
        MarshalException e = assertThrows(MarshalException.class, () -> hazards.next().read(new Object()));
        assertThat(e.getMessage(), containsString("Hazard.read at " + there()));
    }

    @Test
    public void aResultThatCannotBeWrittenIsAMarshalException() {
        for (int bytesBefore : new int[] {0, 1000, 100_000, 1 << 20}) {
            MarshalException e = assertThrows(MarshalException.class, () -> hazards.next().unwritable(bytesBefore));
            assertThat(e.getMessage(), containsString("error marshalling return of Hazard.unwritable at " + there()));
        }
    }

    @Test
    public void aResultThatCannotBeReadIsAnUnmarshalException() {
        for (int i = 0; i < 5; i++) {
            UnmarshalException e = assertThrows(UnmarshalException.class, hazards.next()::unreadable);
            assertThat(e.getCause(), instanceOf(IOException.class));
            assertThat(e.getMessage(), containsString("Hazard.unreadable at " + there()));
        }
    }

    @Test
    public void anArgumentThatCannotBeReadIsToldByWhatItThrew() {
        Hazard hazard = hazards.next();
        ServerException io =
                assertThrows(ServerException.class, () -> hazard.read(new Unreadable(new IOException("on purpose"))));
        assertThat(io.getCause(), instanceOf(UnmarshalException.class));
        assertThat(io.getCause().getMessage(),
                containsString("error unmarshalling arguments of Hazard.read at " + there()));
        assertThrows(IllegalStateException.class,
                () -> hazard.read(new Unreadable(new IllegalStateException("on purpose"))));
        ServerError error =
                assertThrows(ServerError.class, () -> hazard.read(new Unreadable(new OutOfMemoryError("on purpose"))));
        assertThat(error.getCause(), instanceOf(OutOfMemoryError.class));
    }

    @Test
    public void callsThatFailDoNotDisturbThoseThatDoNot() throws Exception {
        Crowd.act(8, member -> {
            for (int i = 0; i < 25; i++) {
                Hazard hazard = hazards.at((member + i) % hazards.size);
                switch (member) {
                    case 0 -> failAsTheTableSays(hazard);
                    case 1 -> assertThrows(ServerError.class, () -> hazard.fail("memory"));
                    case 2 -> assertThrows(MarshalException.class, () -> hazard.unwritable(10_000));
                    case 3 -> assertThrows(ServerException.class,
                            () -> hazard.read(new Unreadable(new IOException("on purpose"))));
                    default -> assertThat(hazard.next(i), is(i + 1));
                }
            }
        });
    }

    /** Nobody waits for a one-way call's exception, and it disturbs nothing. */
    @Test
    public void oneWayCallsThatFailAreOver() throws Exception {
        assumeTrue(OneWay.MISSING, OneWay.isThere());
        Hazard oneWay = OneWay.of(hazards.next());
        for (int i = 0; i < 50; i++) {
            oneWay.throwUnheard();
        }
        Until.holds(() -> hazards.next().calls() == 50);
    }
}
