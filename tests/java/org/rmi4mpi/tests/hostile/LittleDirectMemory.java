package org.rmi4mpi.tests.hostile;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;

/** Calls with frames for which some rank has no direct memory, and small calls beside them. */
final class LittleDirectMemory {
    private LittleDirectMemory() {}

    /** @param args threads; length of what each sends, as a string; calls of each; MiB of direct memory that rank 0 takes itself */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int threads = Integer.parseInt(args[0]);
        int length = Integer.parseInt(args[1]);
        int calls = Integer.parseInt(args[2]);
        int rank = MPI.COMM_WORLD.Rank();
        Tally tally = new Tally();
        Target target = RankTarget.all(tally)[0];
        ByteBuffer taken = rank == 0 ? ByteBuffer.allocateDirect(Integer.parseInt(args[3]) << 20) : null;
        MPI.COMM_WORLD.Barrier();
        if (rank > 0) {
            attack(tally, target, "x".repeat(length), threads, calls);
        }
        MPI.COMM_WORLD.Barrier();
        tally.print(rank);
        if (taken != null) {
            taken.clear();
        }
        MPI.Finalize();
    }

    private static void attack(Tally tally, Target target, String text, int threads, int calls) throws Exception {
        List<Thread> callers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            callers.add(new Thread(() -> {
                for (int i = 0; i < calls; i++) {
                    String echo = (String) tally.call(() -> told(() -> target.echo(text)));
                    if (echo != null && echo.length() != text.length()) {
                        throw new IllegalStateException("another length: " + echo.length());
                    }
                }
            }));
        }
        callers.add(new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                if (tally.call(() -> target.add(1, 2)) == null) {
                    throw new IllegalStateException("a small call fails");
                }
            }
        }));
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private static <T> T told(java.util.concurrent.Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (Exception e) {
            System.out.println(e);
            throw e;
        }
    }
}
