package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an operation: operations that all have to end before it ends. Guarded by the operation's monitor. A part
 * that fails does not stop the other parts, since other ranks wait for them.
 */
class Parts {
    private final List<Part> running = new ArrayList<>();
    private Throwable failure;

    private record Part(Operation operation, Runnable failed) {}

    final void add(Operation part) {
        add(part, () -> {});
    }

    /** @param failed called where the part fails */
    final void add(Operation part, Runnable failed) {
        running.add(new Part(part, failed));
    }

    /** Whether all parts have ended; if not, lets MPI progress. Takes the data that have arrived. */
    boolean advance() {
        for (int i = running.size() - 1; i >= 0; i--) {
            if (hasEnded(running.get(i))) {
                running.remove(i);
            }
        }
        return running.isEmpty();
    }

    private boolean hasEnded(Part part) {
        try {
            if (!part.operation.advance()) {
                return false;
            }
            part.operation.complete();
        } catch (MessageException e) {
            fail(e);
            part.failed.run();
        }
        return true;
    }

    /** Keeps the first failure, for {@link #check}. */
    final void fail(Throwable e) {
        failure = failure == null ? e : failure;
    }

    /** Throws where a part has failed. */
    final void check() {
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure instanceof Error e) {
            throw e;
        }
    }
}
