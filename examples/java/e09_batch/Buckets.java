package e09_batch;

import java.rmi.Remote;
import java.rmi.RemoteException;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/**
 * Sends 32,768 strings, or as many as the argument says, to the next rank: each in a call of its own, then in batches
 * of 1, 2, 4 ... The output has the form of table 1 in Mathew and Roulo, Accelerate your RMI programming.
 */
public class Buckets {
    private static final int ROUNDS = 5;

    private static int strings = 32_768;

    public interface Sink extends Remote {
        void put(String text) throws RemoteException;

        /** Number of strings since the last call. */
        int take() throws RemoteException;
    }

    static class RankSink implements Sink {
        private int count;

        @Override
        public synchronized void put(String text) {
            count++;
        }

        @Override
        public synchronized int take() {
            int taken = count;
            count = 0;
            return taken;
        }
    }

    @FunctionalInterface
    private interface Sending {
        void send() throws RemoteException;
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        strings = args.length > 0 ? Integer.parseInt(args[0]) : strings;
        Sink sink = Ranks.each(Sink.class, new RankSink()).get(Ranks.next());
        if (Ranks.own() == 0) {
            fastestMs(sink, () -> inBatches(sink, 64)); // lets the JVM compile the code first
            fastestMs(sink, () -> oneByOne(sink));
            System.out.println("strings  bucket  one by one (ms)  in buckets (ms)");
            for (int size = 1; size <= strings; size *= 2) {
                int bucket = size;
                System.out.printf("%7d %7d %16.2f %16.2f%n", strings, size, fastestMs(sink, () -> oneByOne(sink)),
                        fastestMs(sink, () -> inBatches(sink, bucket)));
            }
        }
    }

    private static void oneByOne(Sink sink) throws RemoteException {
        for (int i = 0; i < strings; i++) {
            sink.put("string " + i);
        }
    }

    private static void inBatches(Sink sink, int size) throws RemoteException {
        try (Batch<Sink> batch = Calls.batch(sink)) {
            for (int i = 0; i < strings; i++) {
                batch.stub().put("string " + i);
                if (batch.size() == size) {
                    batch.send();
                }
            }
        }
    }

    private static double fastestMs(Sink sink, Sending sending) throws RemoteException {
        double fastest = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            sending.send();
            fastest = Math.min(fastest, (System.nanoTime() - start) / 1e6);
            int arrived = sink.take();
            if (arrived != strings) {
                throw new IllegalStateException(arrived + " of " + strings + " strings have arrived");
            }
        }
        return fastest;
    }
}
