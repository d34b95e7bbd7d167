package org.rmi4mpi.tests.programs;

import java.lang.ref.WeakReference;

/** Has garbage collected; the test's deadline says for how long. Stateless. */
public final class Garbage {
    /** What will be when it is; may make remote calls. */
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
