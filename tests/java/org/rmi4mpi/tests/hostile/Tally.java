package org.rmi4mpi.tests.hostile;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** One rank's count of the calls that it makes and serves. Used by any thread. */
public final class Tally {
    private final AtomicLong made = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong served = new AtomicLong();
    private final Map<String, AtomicLong> failures = new ConcurrentHashMap<>();

    /** Makes a call and counts its outcome. Returns its result; null if it fails. */
    public <T> T call(Callable<T> call) {
        made.incrementAndGet();
        try {
            T result = call.call();
            answered.incrementAndGet();
            return result;
        } catch (Throwable e) {
            failed(e);
            return null;
        }
    }

    /** Counts a call that is about to be made. Its end is counted by {@link #answered} or {@link #failed}. */
    public void made() {
        made.incrementAndGet();
    }

    public void answered() {
        answered.incrementAndGet();
    }

    public void failed(Throwable e) {
        failures.computeIfAbsent(e.getClass().getSimpleName(), name -> new AtomicLong()).incrementAndGet();
    }

    /**
     * Adds the counts of a thread that has counted by itself. Its calls without an answer have failed in the same way.
     */
    public void add(long madeCalls, long answeredCalls, Class<? extends Throwable> failure) {
        made.addAndGet(madeCalls);
        answered.addAndGet(answeredCalls);
        failures.computeIfAbsent(failure.getSimpleName(), name -> new AtomicLong())
                .addAndGet(madeCalls - answeredCalls);
    }

    /** A method of this rank has begun to run. */
    public void served() {
        served.incrementAndGet();
    }

    public long failures() {
        return failures.values().stream().mapToLong(AtomicLong::get).sum();
    }

    public long answers() {
        return answered.get();
    }

    /**
     * Prints one line for this rank.
     *
     * @throws IllegalStateException if a call has neither been answered nor failed
     */
    public void print(int rank) {
        String line = "rank " + rank + ": made " + made + ", answered " + answered + ", failed " + failures() + " "
                + new TreeMap<>(failures) + ", served " + served;
        System.out.println(line);
        if (made.get() != answered.get() + failures()) {
            throw new IllegalStateException("a call is lost: " + line);
        }
    }
}
