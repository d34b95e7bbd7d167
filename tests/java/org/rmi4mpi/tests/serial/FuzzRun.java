package org.rmi4mpi.tests.serial;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs many cases of {@link Fuzz}, in a thread for each core. Prints its progress every ten seconds, and the first
 * failing case of each kind. Usage: {@code FuzzRun CASES [SEED]}. {@code FuzzRun MODE case NUMBER} repeats one case.
 */
public final class FuzzRun {
    private static final long HANG_NS = 60_000_000_000L;
    private static final int BATCH = 1000;
    private static final int SECONDS_BETWEEN_REPORTS = 10;

    private final long cases;
    private final long seed;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final Map<String, Integer> failures = new LinkedHashMap<>();
    private final Map<Fuzz, Thread> running = new java.util.concurrent.ConcurrentHashMap<>();

    private FuzzRun(long cases, long seed) {
        this.cases = cases;
        this.seed = seed;
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 3) {
            new Fuzz(Fuzz.Mode.valueOf(args[0])).run(Long.parseLong(args[2]));
            System.out.println("well");
            return;
        }
        long seed = args.length > 1 && !args[1].isEmpty() ? Long.parseLong(args[1]) : System.nanoTime();
        System.exit(new FuzzRun(Long.parseLong(args[0]), seed).run());
    }

    private int run() throws InterruptedException {
        System.out.println(cases + " cases from seed " + seed);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(this::work, "fuzz-" + i);
            thread.start();
            threads.add(thread);
        }
        long reportedNs = System.nanoTime();
        long startNs = reportedNs;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.join(1000);
                haltOnHang();
                if (System.nanoTime() - reportedNs > SECONDS_BETWEEN_REPORTS * 1_000_000_000L) {
                    reportedNs = System.nanoTime();
                    report(reportedNs - startNs);
                }
            }
        }
        report(System.nanoTime() - startNs);
        return failures.isEmpty() ? 0 : 1;
    }

    private void report(long ns) {
        synchronized (failures) {
            System.out.printf("%,d of %,d cases, %,d a second, %d kinds of failures %s%n", done.get(), cases,
                    done.get() * 1_000_000_000L / ns, failures.size(), failures.values());
        }
    }

    private void work() {
        try {
            Fuzz.Mode[] modes = Fuzz.Mode.values();
            Fuzz[] fuzzes = new Fuzz[modes.length];
            for (int i = 0; i < modes.length; i++) {
                fuzzes[i] = new Fuzz(modes[i]);
                running.put(fuzzes[i], Thread.currentThread());
            }
            for (long batch = next.getAndIncrement(); batch * BATCH < cases; batch = next.getAndIncrement()) {
                Fuzz fuzz = fuzzes[(int) (batch % fuzzes.length)];
                for (int i = 0; i < BATCH; i++) {
                    tryCase(fuzz, seed + batch * BATCH + i);
                }
                done.addAndGet(BATCH);
            }
        } catch (Exception | Error e) {
            e.printStackTrace();
            System.exit(2);
        }
    }

    private void tryCase(Fuzz fuzz, long number) {
        try {
            fuzz.run(number);
        } catch (AssertionError e) {
            synchronized (failures) {
                if (failures.merge(kindOf(e), 1, Integer::sum) == 1) {
                    e.printStackTrace(System.out);
                }
            }
        }
    }

    /** Returns the error and its location, without details that differ from case to case. */
    private static String kindOf(AssertionError e) {
        String message = e.getMessage();
        Throwable cause = e.getCause();
        StringBuilder kind = new StringBuilder(message.substring(0, message.indexOf(' ')))
                .append(message.substring(message.indexOf("bytes: ")).replaceAll("\\d+", "N"));
        if (cause != null) {
            kind.append(cause.getClass());
            StackTraceElement[] trace = cause.getStackTrace();
            for (int i = 0; i < Math.min(trace.length, cause instanceof RuntimeException ? 4 : 0); i++) {
                kind.append(trace[i]);
            }
        }
        return kind.toString();
    }

    private void haltOnHang() {
        running.forEach((fuzz, thread) -> {
            if (fuzz.current() != null && System.nanoTime() - fuzz.startedNs() > HANG_NS) {
                System.out.println("hangs: " + fuzz.current());
                for (StackTraceElement frame : thread.getStackTrace()) {
                    System.out.println("    " + frame);
                }
                System.out.flush();
                Runtime.getRuntime().halt(3);
            }
        });
    }
}
