package org.rmi4mpi.tests.faults;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Decides which allocations of this process fail. Armed by one thread, and asked by all. */
public final class Faults {
    /** Memory is missing for this long at most. Then whoever waits for it continues. */
    private static final long LONGEST_NS = 300_000_000;
    private static final int KEPT = 32;

    /** The threads whose allocations fail. */
    enum Where { NOWHERE, CALLERS, CREW, ANYWHERE }

    /**
     * @param skipped allocations that go well before the first that fails
     * @param failing how many fail, at most
     * @param oneIn every which of them does, from the first on, by chance
     */
    record Plan(Where where, int skipped, int failing, int oneIn) {
        static final Plan NONE = new Plan(Where.NOWHERE, 0, 0, 1);
    }

    private record Thrown(String thread, OutOfMemoryError error) {}

    private static volatile boolean armed;
    private static Plan plan = Plan.NONE;
    private static long until;
    /** Threads that have seen it armed and do not know yet whether their allocations fail. */
    private static final AtomicInteger ASKING = new AtomicInteger();
    private static final AtomicLong ASKED = new AtomicLong();
    private static final AtomicInteger THROWN = new AtomicInteger();
    private static final AtomicReferenceArray<Thrown> PLACES = new AtomicReferenceArray<>(KEPT);

    private Faults() {}

    static void arm(Plan next) {
        for (int i = 0; i < KEPT; i++) {
            PLACES.set(i, null);
        }
        ASKED.set(0);
        THROWN.set(0);
        plan = next;
        until = System.nanoTime() + LONGEST_NS;
        armed = next.where() != Where.NOWHERE; // publishes the others
    }

    /** No allocation fails after this has returned. */
    static void disarm() {
        armed = false;
        while (ASKING.get() > 0) {
            Thread.onSpinWait();
        }
    }

    /** Number of allocations that have failed since it was armed. */
    static int thrown() {
        return THROWN.get();
    }

    /** Threads and traces of the first of these, each once. */
    static List<String> places() {
        Set<String> places = new LinkedHashSet<>();
        for (int i = 0; i < KEPT && PLACES.get(i) != null; i++) {
            places.add(PLACES.get(i).thread() + ": " + Traces.ours(PLACES.get(i).error()));
        }
        return List.copyOf(places);
    }

    /**
     * Called before each allocation of our classes.
     *
     * @throws OutOfMemoryError if this allocation has to fail
     */
    public static void allocation() {
        if (armed) {
            ASKING.incrementAndGet();
            try {
                if (armed) {
                    askPlan();
                }
            } finally {
                ASKING.decrementAndGet();
            }
        }
    }

    private static void askPlan() {
        if (!concerns(Thread.currentThread())) {
            return;
        }
        long asked = ASKED.getAndIncrement();
        if (asked < plan.skipped() || THROWN.get() >= plan.failing() || System.nanoTime() - until > 0
                || plan.oneIn() > 1 && asked != plan.skipped() && mixed(asked) % plan.oneIn() != 0) {
            return;
        }
        OutOfMemoryError error = new OutOfMemoryError("injected");
        if (Traces.isInInitializer(error)) {
            return; // which would fail for good
        }
        int place = THROWN.getAndIncrement();
        if (place < KEPT) {
            PLACES.set(place, new Thrown(Thread.currentThread().getName(), error));
        }
        throw error;
    }

    private static boolean concerns(Thread thread) {
        return switch (plan.where()) {
            case CALLERS -> thread instanceof CallingThread;
            case CREW -> thread.getName().startsWith("rmi4mpi-");
            case ANYWHERE -> true;
            case NOWHERE -> false;
        };
    }

    private static int mixed(long value) {
        long mixed = (value ^ value >>> 31) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 33);
    }
}
