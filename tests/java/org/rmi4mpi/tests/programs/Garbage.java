package org.rmi4mpi.tests.programs;

import java.lang.ref.WeakReference;

/** Waits for the garbage collector. The test's deadline limits the wait. Stateless. */
public final class Garbage {
    /** The condition to wait for. It may make remote calls. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    private Garbage() {}

    public static void collectUntil(Condition condition) throws Exception {
        while (!condition.holds()) {
            System.gc();
            Thread.sleep(1);
        }
    }

    public static void collectUntilGone(WeakReference<?> object) throws Exception {
        collectUntil(() -> object.refersTo(null));
    }

    /** Once, for certain. */
    public static void collect() throws Exception {
        collectUntilGone(new WeakReference<>(new Object()));
    }
}
