package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.message.data.MessageException;

/**
 * The parts of an operation: operations that all have to end before it ends. Guarded by the operation's monitor. A part
 * that fails does not stop the other parts, since other ranks wait for them.
 */
public class Parts {
    private final List<Part> running = new ArrayList<>();
    private Throwable failure;

    private record Part(Operation operation, Runnable failed) {}

    protected final void add(Operation part) {
        add(part, () -> {});
    }

    /** @param failed called where the part fails */
    protected final void add(Operation part, Runnable failed) {
        running.add(new Part(part, failed));
    }

    /** Whether all parts have ended; if not, lets MPI progress. Takes the data that have arrived. */
    protected boolean advance() {
        for (int i = running.size() - 1; i >= 0; i--) {
            if (tryComplete(running.get(i))) {
                running.remove(i);
            }
        }
        return running.isEmpty();
    }

    private boolean tryComplete(Part part) {
        try {
            return part.operation.tryComplete();
        } catch (MessageException e) {
            fail(e);
            part.failed.run();
            return true;
        }
    }

    /** Whether a thread that waits for the operation may read the data before all have arrived. */
    boolean mayBeRead() {
        return false;
    }

    /** Keeps the first failure, for {@link #check}. */
    protected final void fail(Throwable e) {
        failure = failure == null ? e : failure;
    }

    /** Throws where a part has failed. */
    void check() {
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure instanceof Error e) {
            throw e;
        }
    }
}
