package org.rmi4mpi.tests.transport;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.rmi4mpi.transport.Transport;

/** Ranks of one JVM, a thread each. Stateless. */
public final class RankThreads {
    private RankThreads() {}

    /** Where one fails the others are interrupted. */
    public static void run(List<? extends Transport> group, TransportContract.RankAction action) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(group.size());
        ExecutorService threads = Executors.newFixedThreadPool(group.size());
        ExecutorCompletionService<Void> ranks = new ExecutorCompletionService<>(threads);
        try {
            for (Transport transport : group) {
                ranks.submit(() -> {
                    action.run(transport, barrier::await);
                    return null;
                });
            }
            for (int i = 0; i < group.size(); i++) {
                ranks.take().get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        } finally {
            threads.shutdownNow();
        }
    }
}
