package org.rmi4mpi.tests.ranks.calls;

/** Waits for a condition. The test's deadline limits the wait. Stateless. */
final class Until {
    /** The condition to wait for. It may make remote calls. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    private Until() {}

    static void holds(Condition condition) throws Exception {
        while (!condition.holds()) {
            Thread.sleep(1);
        }
    }
}
