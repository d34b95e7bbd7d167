package org.rmi4mpi.tests.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;
import org.rmi4mpi.rmi.Ranks;

/** On each rank, virtual threads call all ranks and are interrupted all the time. Needs JDK 21. */
final class VirtualCallers {
    private static final int THREADS = 50;
    private static final int CALLS = 100;

    private VirtualCallers() {}

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        Tally tally = new Tally();
        Target[] targets = RankTarget.all(tally);
        ExecutorService threads =
                (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            callers.add(threads.submit(() -> makeCalls(targets, tally)));
        }
        for (Future<?> caller : callers) {
            caller.get();
        }
        threads.shutdown();
        MPI.COMM_WORLD.Barrier();
        tally.print(Ranks.own());
        MPI.Finalize();
    }

    private static void makeCalls(Target[] targets, Tally tally) {
        for (int i = 0; i < CALLS; i++) {
            Thread.currentThread().interrupt();
            int value = i;
            Target target = targets[i % targets.length];
            tally.call(() -> target.add(value, 1));
            tally.call(() -> target.echo(new byte[600 * value]));
            tally.call(() -> target.callBack(2));
        }
    }
}
