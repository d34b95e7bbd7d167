package org.rmi4mpi.tests.ranks.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/** Threads of a test that start together. Stateless. */
final class Crowd {
    /** The action of one thread, with a result. */
    @FunctionalInterface
    interface Task<V> {
        V run(int member) throws Exception;
    }

    /** The action of one thread, without a result. */
    @FunctionalInterface
    interface Act {
        void run(int member) throws Exception;
    }

    private Crowd() {}

    /** One daemon thread for each member. */
    static <V> List<Future<V>> start(int members, Task<V> task) {
        CountDownLatch ready = new CountDownLatch(members);
        List<Future<V>> results = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            int member = i;
            FutureTask<V> result = new FutureTask<>(() -> {
                ready.countDown();
                ready.await();
                return task.run(member);
            });
            Thread thread = new Thread(result, "crowd-" + member);
            thread.setDaemon(true);
            thread.start();
            results.add(result);
        }
        return results;
    }

    /** One daemon thread, by itself. */
    static Future<Void> aside(Act act) {
        return Crowd.<Void>start(1, member -> {
            act.run(member);
            return null;
        }).get(0);
    }

    /** Returns the results of all threads, in the order of the members. */
    static <V> List<V> results(List<Future<V>> futures) throws Exception {
        List<V> results = new ArrayList<>();
        for (Future<V> each : futures) {
            results.add(resultOf(each));
        }
        return results;
    }

    /** Returns the result of one thread, or throws its exception or error unchanged. */
    static <V> V resultOf(Future<V> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }

    static void act(int members, Act act) throws Exception {
        results(Crowd.<Void>start(members, member -> {
            act.run(member);
            return null;
        }));
    }
}
