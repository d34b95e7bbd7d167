package org.rmi4mpi.tests.ranks.calls;

/** Waits for what will be; the test's deadline says for how long. Stateless. */
final class Until {
    /** What is waited for; may make remote calls. */
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
