package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Operations that belong to another one, which has ended when all of them have. Guarded by the monitor of that one. A part
 * that fails does not end the others: their other sides wait for them.
 */
class Parts {
    private final List<Part> running = new ArrayList<>();
    private Throwable failure;

    private record Part(Operation operation, Runnable failed) {}

    final void add(Operation part) {
        add(part, () -> {});
    }

    /** @param failed what is done where the part fails */
    final void add(Operation part, Runnable failed) {
        running.add(new Part(part, failed));
    }

    /** Whether all have ended; if not, lets MPI progress. What has arrived is taken. */
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

    /** The first failure is the one that is told. */
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
