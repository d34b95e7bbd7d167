package org.rmi4mpi.tests.faults;

import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** Makes calls of each kind, and checks their results. Owned by its thread. */
final class Caller {
    private static final int LARGE = 1 << 20;
    /**
     * Created before a case begins. A JDK class that is first initialised at the end of a stack is lost to all threads.
     */
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final AtomicLong SOURCES = new AtomicLong();

    /** An answer that is another than it must be. */
    static final class WrongException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        WrongException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    private record Negative() implements FaultyAnswer {
        @Override
        public int answer(int a) {
            return -a;
        }
    }

    private final int rank;
    private final List<FaultyTarget> targets;
    private final Random random;
    private final long source;
    private final int[] numbers;
    /** Number of one-way calls to each rank that were sent successfully, and number that were begun. */
    private final long[] sent;
    private final long[] begun;

    Caller(int rank, List<FaultyTarget> targets, Random random) {
        this.rank = rank;
        this.targets = targets;
        this.random = random;
        source = SOURCES.incrementAndGet() << 8 | rank;
        numbers = new int[targets.size()];
        sent = new long[targets.size()];
        begun = new long[targets.size()];
    }

    Random random() {
        return random;
    }

    long sent(int target) {
        return sent[target];
    }

    long begun(int target) {
        return begun[target];
    }

    /** Always true. */
    boolean call(CallKind kind, int target) throws Exception {
        FaultyTarget stub = targets.get(target);
        switch (kind) {
            case NOTHING -> stub.nothing();
            case PRIMITIVES -> check(stub.sum(1, 2, 3, true) == 7, "sum");
            case BYTES -> bytes(stub, random.nextInt(5000));
            case LARGE_BYTES -> bytes(stub, 8 + random.nextInt(LARGE));
            case ARRAYS -> arrays(stub);
            case TEXT -> text(stub);
            case GRAPH -> graph(stub);
            case NOTES -> notes(stub, target);
            case JOIN -> join(stub, 1);
            case JOIN_MANY -> join(stub, 1 + random.nextInt(20));
            case DEPENDENTS -> dependents(stub);
            case ASYNC_TIMEOUT -> asyncWithin(stub);
            case TIMEOUT -> within(stub);
            case BATCH -> batch(stub);
            case ONE_WAY_BATCH -> batch(Calls.oneWay(stub));
            case CALL_BACK -> callBack(stub);
            case CALL_BACK_DEEP -> stub.askDeep(targets.get(rank), 1 + random.nextInt(60));
            case FAILURE -> failure(stub);
            case PROMISE ->
                check(stub.promise(4, random.nextInt(4) == 0 ? 1 + random.nextInt(60) : 0).join() == 5, "promise");
            case STUB -> check(stub.ask(targets.get(random.nextInt(targets.size())), 5) == 6, "answer of another rank");
            case COLLECTED -> collected(stub);
        }
        return true;
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new WrongException("wrong " + what, null);
        }
    }

    private byte[] drawn(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i += 997) {
            bytes[i] = (byte) random.nextInt();
        }
        return bytes;
    }

    private void bytes(FaultyTarget stub, int length) throws RemoteException {
        byte[] bytes = drawn(length);
        check(Arrays.equals(stub.bytes(bytes), bytes), "bytes");
    }

    private void arrays(FaultyTarget stub) throws RemoteException {
        double[] one = new double[random.nextInt(LARGE / 16)];
        double[] other = new double[random.nextInt(LARGE / 16)];
        Arrays.fill(one, random.nextDouble());
        Arrays.fill(other, random.nextDouble());
        double[][] both = stub.arrays(one, other);
        check(Arrays.equals(both[0], other) && Arrays.equals(both[1], one), "arrays");
    }

    private void text(FaultyTarget stub) throws RemoteException {
        String text =
                "text " + random.nextInt() + "\u00e4".repeat(random.nextInt(10) == 0 ? 50_000 : random.nextInt(300));
        check(stub.text(text).equals(text), "text");
    }

    private void graph(FaultyTarget stub) throws RemoteException {
        Map<String, Object> graph = new TreeMap<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            graph.put("key " + random.nextInt(), new ArrayList<>(random.ints(random.nextInt(10)).boxed().toList()));
        }
        check(stub.graph(graph).equals(graph), "graph");
    }

    private void notes(FaultyTarget stub, int target) throws RemoteException {
        FaultyTarget oneWay = Calls.oneWay(stub);
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
            byte[] ballast = new byte[random.nextInt(20) == 0 ? 100_000 : random.nextInt(100)];
            int number = ++numbers[target];
            begun[target]++;
            oneWay.note(rank, source, number, ballast);
            sent[target]++;
        }
    }

    private void join(FaultyTarget stub, int many) throws RemoteException {
        FaultyTarget async = Calls.async(stub);
        List<CompletableFuture<Double>> sums = new ArrayList<>();
        Throwable failure = null;
        for (int i = 0; i < many; i++) {
            try {
                sums.add(Calls.future(async.sum(i, 2, 3, false)));
            } catch (RuntimeException | Error | RemoteException e) {
                failure = e;
                sums.add(null);
            }
        }
        for (int i = 0; i < many; i++) {
            try {
                check(sums.get(i) == null || sums.get(i).join() == i + 5, "sum of an asynchronous call");
            } catch (WrongException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }
        throwAgain(failure);
    }

    private static void throwAgain(Throwable e) throws RemoteException {
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        } else if (e instanceof Error error) {
            throw error;
        } else if (e != null) {
            throw (RemoteException) e;
        }
    }

    private void dependents(FaultyTarget stub) throws Exception {
        String text = "text " + random.nextInt();
        CompletableFuture<String> future = Calls.future(Calls.async(stub).text(text));
        CountDownLatch told = new CountDownLatch(1);
        Object[] end = new Object[1];
        future.thenApply(answer -> answer + "!").whenComplete((answer, e) -> {
            end[0] = e == null ? answer : e;
            told.countDown();
        });
        told.await();
        if (end[0] instanceof Throwable e) {
            throw new java.util.concurrent.ExecutionException(e);
        }
        check((text + "!").equals(end[0]), "text of a dependent");
    }

    private void asyncWithin(FaultyTarget stub) throws Exception {
        FaultyTarget view = Calls.withTimeout(Calls.async(stub), SHORTEST.plusMillis(random.nextInt(20)));
        check(Calls.future(view.pause(7, random.nextInt(10))).join() == 7, "answer in time");
    }

    private void within(FaultyTarget stub) throws Exception {
        FaultyTarget view = Calls.withTimeout(stub, SHORTEST.plusMillis(random.nextInt(20)));
        check(view.pause(7, random.nextInt(10)) == 7, "answer in time");
    }

    private void batch(FaultyTarget stub) throws RemoteException {
        try (Batch<FaultyTarget> batch = Calls.batch(stub)) {
            for (int i = random.nextInt(30); i >= 0; i--) {
                batch.stub().tick(i);
            }
        }
    }

    private void callBack(FaultyTarget stub) throws RemoteException {
        Negative negative = new Negative();
        UnicastRemoteObject.exportObject(negative, 0);
        check(stub.ask(negative, 5) == -5, "answer to a call-back");
        UnicastRemoteObject.unexportObject(negative, true);
    }

    private void failure(FaultyTarget stub) throws RemoteException {
        String message = "failure " + random.nextInt();
        try {
            stub.fail(message);
        } catch (UnsupportedOperationException e) {
            check(message.equals(e.getMessage()), "exception");
            return;
        }
        check(false, "end of what fails");
    }

    private void collected(FaultyTarget stub) throws RemoteException {
        FaultyAnswer made = stub.make(10);
        try {
            check(made.answer(1) == 11, "answer of a new object");
            check(targets.get(random.nextInt(targets.size())).ask(made, 2) == 12,
                    "answer of a new object to another rank");
        } catch (NoSuchObjectException e) {
            throw new WrongException("an object that is held has gone", e);
        }
    }
}
