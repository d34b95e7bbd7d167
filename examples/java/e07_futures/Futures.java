package e07_futures;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.ref.CallTimeoutException;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;

/**
 * Rank 0 has all ranks count primes concurrently, by futures. Then it uses a time-out, and a method that returns a
 * future.
 */
public class Futures {
    private static final int NUMBERS = 4_000_000;
    private static final int PARTS = 32;

    public interface Counter extends Remote {
        /** Number of primes from one number to another; {@code to} is excluded. */
        int primes(int from, int to) throws RemoteException;

        /** Completes when someone calls {@link #ring}. No thread waits for that. */
        CompletableFuture<String> bell() throws RemoteException;

        void ring(String text) throws RemoteException;
    }

    static class RankCounter implements Counter {
        private final CompletableFuture<String> bell = new CompletableFuture<>();

        @Override
        public int primes(int from, int to) {
            int count = 0;
            for (int number = Math.max(2, from); number < to && !Thread.currentThread().isInterrupted(); number++) {
                count += isPrime(number) ? 1 : 0;
            }
            return count;
        }

        private static boolean isPrime(int number) {
            for (int divisor = 2; divisor * divisor <= number; divisor++) {
                if (number % divisor == 0) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public CompletableFuture<String> bell() {
            return bell;
        }

        @Override
        public void ring(String text) {
            bell.complete(text);
        }
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        List<Counter> counters = Ranks.each(Counter.class, new RankCounter());
        if (Ranks.own() == 0) {
            countAll(counters);
            losePatience(counters.get(Ranks.next()));
            waitForTheBell(counters.get(Ranks.next()));
        }
    }

    /** Any stub has an asynchronous view. Its methods return at once, and each call has a future. */
    private static void countAll(List<Counter> counters) throws RemoteException {
        List<CompletableFuture<Integer>> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            Counter counter = Calls.async(counters.get(part % counters.size()));
            int from = NUMBERS / PARTS * part;
            parts.add(Calls.future(counter.primes(from, from + NUMBERS / PARTS)));
        }
        int sum = parts.stream().mapToInt(CompletableFuture::join).sum();
        System.out.println(sum + " primes below " + NUMBERS + ", counted by " + counters.size() + " ranks");
    }

    private static void losePatience(Counter counter) throws RemoteException {
        try {
            Calls.withTimeout(counter, Duration.ofMillis(100)).primes(0, Integer.MAX_VALUE);
        } catch (CallTimeoutException e) {
            System.out.println(e.getMessage());
        }
    }

    /** A method that returns a future is asynchronous without a view. */
    private static void waitForTheBell(Counter counter) throws RemoteException {
        CompletableFuture<Void> printed = counter.bell().thenAccept(text -> System.out.println("the bell: " + text));
        counter.ring("ding");
        printed.join();
    }
}
