package org.rmi4mpi.farm;

import java.util.Objects;

/** A task without a result, as one with a result. */
record Action(Runnable task) implements SerializableCallable<Void> {
    Action {
        Objects.requireNonNull(task, "task");
    }

    @Override
    public Void call() {
        task.run();
        return null;
    }
}
