package org.rmi4mpi.tests.programs;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Arrays of all lengths as arguments and results of all kinds of calls. Without -Xcheck:jni the large ones travel from
 * heap to heap if the collector does not move them. Each rank calls the next.
 */
public final class ArraysApart {
    private static final int ROUNDS = 60;

    interface Echo extends Remote {
        Object echo(Object graph) throws RemoteException;

        Object[] twice(Object a, int[] b) throws RemoteException;

        void eat(byte[] bytes) throws RemoteException;

        long eaten() throws RemoteException;

        long[] slow(long[] numbers) throws RemoteException;
    }

    static final class EchoObject implements Echo {
        private long eaten;

        @Override
        public Object echo(Object graph) {
            return graph;
        }

        @Override
        public Object[] twice(Object a, int[] b) {
            return new Object[] {b, a, b};
        }

        @Override
        public synchronized void eat(byte[] bytes) {
            eaten += bytes.length + bytes[bytes.length - 1];
        }

        @Override
        public synchronized long eaten() {
            return eaten;
        }

        @Override
        public long[] slow(long[] numbers) {
            try {
                Thread.sleep(numbers[0]);
            } catch (InterruptedException e) {
                // the result arrives, and nobody waits for it
            }
            return numbers;
        }
    }

    private ArraysApart() {}

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Echo next = Ranks.each(Echo.class, new EchoObject()).get(Ranks.next());
        EchoObject going = new EchoObject();
        Echo gone = Ranks.each(Echo.class, going).get(Ranks.next());
        Ranks.barrier();
        UnicastRemoteObject.unexportObject(going, true);
        Ranks.barrier();
        Random random = new Random(Ranks.own());
        for (int round = 0; round < ROUNDS; round++) {
            thereAndBack(next, random);
            refused(gone, random);
            givenUp(next, random);
        }
        notWaitedFor(next);
        Ranks.barrier();
        if (Ranks.own() == 0) {
            System.out.println("all arrays are right");
        }
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    private static void thereAndBack(Echo next, Random random) throws RemoteException {
        double[] doubles = random.doubles(random.nextInt(300_000)).toArray();
        check(Arrays.equals(doubles, (double[]) next.echo(doubles)), "double[" + doubles.length + "]");
        int[] ints = random.ints(random.nextInt(60_000)).toArray();
        byte[] bytes = new byte[random.nextInt(2_000_000)];
        random.nextBytes(bytes);
        Object[] three = next.twice(bytes, ints);
        check(three[0] == three[2] && Arrays.equals(ints, (int[]) three[0]) && Arrays.equals(bytes, (byte[]) three[1]),
                "int[" + ints.length + "] and byte[" + bytes.length + "]");
        List<long[]> several = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            several.add(random.longs(random.nextInt(20_000)).toArray());
        }
        List<?> echoed = (List<?>) next.echo(several);
        for (int i = 0; i < 5; i++) {
            check(Arrays.equals(several.get(i), (long[]) echoed.get(i)), "long[" + several.get(i).length + "]");
        }
    }

    private static void refused(Echo gone, Random random) throws RemoteException {
        try {
            gone.echo(random.doubles(100_000).toArray());
            throw new AssertionError("the object is there");
        } catch (NoSuchObjectException e) {
            // as it should be
        }
    }

    private static void givenUp(Echo next, Random random) throws RemoteException {
        long[] numbers = new long[100_000];
        numbers[0] = random.nextInt(3);
        try {
            Calls.withTimeout(next, Duration.ofNanos(1 + random.nextInt(3_000_000))).slow(numbers);
        } catch (CallTimeoutException e) {
            // as it may be
        }
    }

    /** Changes the arrays as soon as the call has returned. */
    private static void notWaitedFor(Echo next) throws RemoteException {
        byte[] bytes = new byte[500_000];
        long expected = next.eaten();
        for (int i = 0; i < 30; i++) {
            bytes[bytes.length - 1] = 1;
            Calls.oneWay(next).eat(bytes);
            bytes[bytes.length - 1] = 2;
            Calls.async(next).eat(bytes);
            bytes[bytes.length - 1] = 9;
            expected += 2 * bytes.length + 3;
        }
        try (Batch<Echo> batch = Calls.batch(next)) {
            for (int i = 0; i < 10; i++) {
                bytes[bytes.length - 1] = (byte) i;
                batch.stub().eat(bytes);
                expected += bytes.length + i;
            }
        }
        check(next.eaten() == expected, "eaten " + next.eaten() + ", expected " + expected);
    }
}
