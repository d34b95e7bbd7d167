package org.rmi4mpi.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;

/**
 * Makes calls of all kinds between all ranks, for minutes or hours, in several phases. After each phase, everything
 * sent has arrived. At the end, memory and number of threads are the same as after the first phase.
 */
public final class Soak {
    private static final int MOST_COLLECTIONS = 50;
    private static final int THREADS = 4;
    private static final int LEAST_PHASES = 3;
    private static final int LONGEST_PHASE_SECONDS = 60;
    private static final long MIB = 1 << 20;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final SoakObject own = new SoakObject();
    private final List<SoakTarget> targets = new ArrayList<>();
    private final long seed;
    private volatile boolean over;

    private Soak(long seed) throws Exception {
        this.seed = seed;
        Naming.rebind("//rank" + rank + "/soak", own);
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < size; i++) {
            targets.add((SoakTarget) Naming.lookup("//rank" + i + "/soak"));
        }
        own.know(targets);
        MPI.COMM_WORLD.Barrier();
    }

    /** @param args seconds; optionally the seed of another run */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        long[] seed = {args.length > 1 && !args[1].isEmpty() ? Long.parseLong(args[1]) : System.nanoTime()};
        MPI.COMM_WORLD.Bcast(seed, 0, 1, MPI.LONG, 0);
        new Soak(seed[0]).run(Integer.parseInt(args[0]));
        MPI.Finalize();
    }

    private void run(int seconds) throws Exception {
        if (rank == 0) {
            System.out.println("soak of " + seconds + " s, seed " + seed
                    + (OneWay.isThere() ? "" : "; " + OneWay.MISSING));
        }
        int phases = Math.max(LEAST_PHASES, seconds / LONGEST_PHASE_SECONDS);
        MemoryUse warm = null;
        for (int phase = 0; phase < phases; phase++) {
            phase(phase, TimeUnit.SECONDS.toNanos(seconds) / phases);
            checkCounts();
            MPI.COMM_WORLD.Barrier();
            MemoryUse use = MemoryUse.now();
            System.out.println("rank " + rank + " after phase " + (phase + 1) + " of " + phases + ": "
                    + own.sentInAll() + " calls; " + use);
            MPI.COMM_WORLD.Barrier();
            if (phase == 0) {
                warm = use;
            } else if (phase == phases - 1) {
                checkGrowth(warm);
            }
        }
        System.out.println("rank " + rank + ": nothing lost, nothing grown");
    }

    private void phase(int phase, long durationNs) throws Exception {
        over = false;
        List<FutureTask<Void>> callers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long callerSeed = seed + 1_000_003L * (phase * size * THREADS + rank * THREADS + i);
            FutureTask<Void> caller = new FutureTask<>(() -> {
                call(new SoakCaller(own, targets, new Random(callerSeed)));
                return null;
            });
            callers.add(caller);
            new Thread(caller, "soak-" + i).start();
        }
        long start = System.nanoTime();
        int[] goOn = {1};
        int[] sum = new int[1];
        while (goOn[0] == 1) { // collective operations beside the calls
            goOn[0] = System.nanoTime() - start < durationNs ? 1 : 0;
            MPI.COMM_WORLD.Bcast(goOn, 0, 1, MPI.INT, 0);
            MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            check(sum[0] == size * (size - 1) / 2, "another sum " + sum[0]);
            if (new Random(start ^ System.nanoTime()).nextInt(10) == 0) {
                System.gc();
            }
            Thread.sleep(20);
        }
        over = true;
        for (FutureTask<Void> caller : callers) {
            caller.get();
        }
        MPI.COMM_WORLD.Barrier();
    }

    private void call(SoakCaller caller) throws Exception {
        while (!over) {
            caller.callOnce();
        }
        caller.flush();
    }

    /** No rank calls any more. */
    private void checkCounts() throws Exception {
        MPI.COMM_WORLD.Barrier();
        for (int target = 0; target < size; target++) {
            long sent = own.sentTo(target);
            long come = targets.get(target).comeFrom(rank);
            check(come == sent, "of " + sent + " calls from rank " + rank + " to rank " + target + " " + come
                    + " have come, seed " + seed);
            check(targets.get(target).outOfOrder() == 0, "one-way calls came out of order, seed " + seed);
        }
    }

    /** Garbage disappears after some time, on a busy machine after several collections. */
    private void checkGrowth(MemoryUse warm) throws Exception {
        String grown = null;
        for (int collections = 0; collections < MOST_COLLECTIONS; collections++) {
            grown = grown(warm, MemoryUse.now());
            if (grown == null) {
                return;
            }
        }
        check(false, grown + ", after " + MOST_COLLECTIONS + " collections, seed " + seed);
    }

    /** Returns a description of the resource that has grown beyond its limit; null if there is none. */
    private static String grown(MemoryUse warm, MemoryUse end) {
        String grown = grown("resident memory", warm.resident(), end.resident(), 64 * MIB);
        grown = grown != null ? grown : grown("heap", warm.heap(), end.heap(), 4 * MIB);
        grown = grown != null ? grown : grown("direct buffers", warm.direct(), end.direct(), 32 * MIB);
        return grown != null ? grown : grown("threads", warm.threads(), end.threads(), 32); // idle workers stay for a while
    }

    private static String grown(String what, long warm, long end, long growth) {
        return end - warm <= growth ? null : what + " grew from " + warm + " to " + end + ", more than by " + growth;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
