package org.rmi4mpi.tests.hostile;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;

/** Rank 0 keeps its heap nearly full. The others call it with arrays as arguments, and request arrays as results. */
final class FullHeap {
    private static List<byte[]> kept = new ArrayList<>();

    private FullHeap() {}

    /** @param args bytes of an array; calls of each thread; threads; how much of the heap is left free, in percent */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int length = Integer.parseInt(args[0]);
        int calls = Integer.parseInt(args[1]);
        int threads = Integer.parseInt(args[2]);
        int rank = MPI.COMM_WORLD.Rank();
        Tally tally = new Tally();
        Target target = RankTarget.all(tally)[0];
        if (rank == 0) {
            fill(Integer.parseInt(args[3]));
        }
        MPI.COMM_WORLD.Barrier();
        if (rank > 0) {
            attack(tally, target, length, calls, threads);
            over(target);
        }
        for (int others = MPI.COMM_WORLD.Size() - 1; rank == 0 && RankTarget.ATTACKERS_DONE.get() < others;) {
            Thread.sleep(1); // which takes no memory
        }
        kept = null;
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < 10; i++) {
            if (tally.call(() -> target.add(1, 2)) == null) {
                throw new IllegalStateException("a call that follows fails");
            }
        }
        tally.print(rank);
        MPI.Finalize();
    }

    /** Tells rank 0 that the calls are over. Rank 0 may at first have no memory for that. */
    private static void over(Target target) throws InterruptedException {
        for (int tries = 0;; tries++) {
            try {
                target.attackerDone();
                return;
            } catch (Exception e) {
                if (tries == 1000) {
                    throw new IllegalStateException(e);
                }
                Thread.sleep(10);
            }
        }
    }

    private static void fill(int percent) {
        long free = Runtime.getRuntime().maxMemory() * percent / 100;
        try {
            while (true) {
                System.gc();
                long left = Runtime.getRuntime().maxMemory() - Runtime.getRuntime().totalMemory()
                        + Runtime.getRuntime().freeMemory();
                if (left <= free) {
                    return;
                }
                for (long taken = 0; taken < Math.max(left - free >> 2, 1 << 14); taken += 1 << 14) {
                    kept.add(new byte[1 << 14]);
                }
            }
        } catch (OutOfMemoryError e) {
            for (long given = 0; given < free && !kept.isEmpty(); given += 1 << 14) {
                kept.remove(kept.size() - 1);
            }
        }
    }

    private static void attack(Tally tally, Target target, int length, int calls, int threads) throws Exception {
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int kind = t % 4;
            Thread caller = new Thread(() -> {
                for (int i = 0; i < calls; i++) {
                    tally.call(() -> switch (kind) {
                        case 0 -> target.echo(new byte[length]);
                        case 1 -> target.length(new byte[length]);
                        case 2 -> target.bytes(length);
                        default -> target.echo("x".repeat(length));
                    });
                }
            }, "caller-" + t);
            caller.start();
            callers.add(caller);
        }
        for (Thread caller : callers) {
            caller.join();
        }
    }
}
