package e14_hamming;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import processes.Comparison;
import processes.Processes;

/**
 * Hamming's problem: all numbers up to a limit that have no other prime factors than some given ones, in ascending
 * order. Each prime is a stage of a pipeline, and neighbouring stages are objects of different processes.
 *
 * <p>Arguments: limit, numbers in a call, how often.
 */
public final class Hamming {
    /** Every other prime number. */
    private static final long[] PRIMES = {2, 5, 11, 17, 23, 31, 41, 47};
    private static final long LIMIT = 1_000_000_000_000L;
    private static final int NUMBERS_OF_CALL = 100;
    private static final int WAITING_ARRAYS = 16;

    private final Processes processes;
    private final long limit;
    private final int numbersOfCall;
    private final BlockingQueue<long[]> results = new ArrayBlockingQueue<>(WAITING_ARRAYS);

    /** How many numbers there are, and their sum beyond the range of a long. */
    private record Result(int count, long sum) {
        static Result of(long[] numbers, int length) {
            return new Result(length, Arrays.stream(numbers, 0, length).sum());
        }
    }

    private Hamming(Processes processes, long limit, int numbersOfCall) {
        this.processes = processes;
        this.limit = limit;
        this.numbersOfCall = numbersOfCall;
    }

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        Hamming hamming = new Hamming(processes, args.length > 0 ? Long.parseLong(args[0]) : LIMIT,
                args.length > 1 ? Integer.parseInt(args[1]) : NUMBERS_OF_CALL);
        processes.bind("results", (Stage) hamming.results::put);
        Comparison.run(processes, args.length > 2 ? Integer.parseInt(args[2]) : 1, hamming::sequential,
                hamming::byStages);
        processes.end();
    }

    private Result sequential() {
        long[] numbers = {1};
        int length = 1;
        for (long prime : PRIMES) {
            Factor.Numbers merged = new Factor(prime, limit).merge(numbers, length, true);
            numbers = merged.values();
            length = merged.length();
        }
        return Result.of(numbers, length);
    }

    private Result byStages() throws Exception {
        List<Thread> threads = new ArrayList<>();
        StageObject[] own = new StageObject[PRIMES.length];
        for (int i = processes.rank(); i < PRIMES.length; i += processes.size()) {
            own[i] = new StageObject(new Factor(PRIMES[i], limit), numbersOfCall);
            processes.bind("stage " + i + " of ", own[i]);
            threads.add(new Thread(own[i], "stage " + i));
        }
        processes.meet(); // all stages are there
        for (int i = processes.rank(); i < PRIMES.length; i += processes.size()) {
            own[i].passTo(i + 1 < PRIMES.length ? stage(i + 1) : processes.find("results", 0));
        }
        threads.forEach(Thread::start);
        if (processes.rank() > 0) {
            for (Thread thread : threads) {
                thread.join();
            }
            return null;
        }
        Stage first = stage(0);
        first.put(new long[] {1});
        first.put(new long[0]);
        Factor.Numbers numbers = new Factor.Numbers();
        for (long[] some = results.take(); some.length > 0; some = results.take()) {
            numbers.addAll(some);
        }
        return Result.of(numbers.values(), numbers.length());
    }

    private Stage stage(int i) throws Exception {
        return processes.find("stage " + i + " of ", i % processes.size());
    }
}
