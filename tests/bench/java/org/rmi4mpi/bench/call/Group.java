package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.List;

/**
 * Processes that call each other, or send each other messages. A group is stopped while it is not measured, so that its
 * polling and compiling take nothing from the others. Owned by the thread that measures.
 */
abstract class Group implements AutoCloseable {
    private final Signals signals;

    Group(Signals signals) {
        this.signals = signals;
    }

    abstract List<Long> processes();

    final void stop() throws IOException {
        signals.stop(processes());
    }

    final void resume() throws IOException {
        signals.resume(processes());
    }

    /** Writes the locations of the members to the log. */
    final void dump() throws IOException {
        signals.dump(processes());
    }

    /** A measurement, during which no other group runs. */
    interface Question {
        double ask() throws IOException;
    }

    final double whileAwake(Question question) throws IOException {
        resume();
        try {
            return question.ask();
        } finally {
            stop();
        }
    }

    /** Ends all processes. */
    @Override
    public abstract void close() throws IOException;
}
