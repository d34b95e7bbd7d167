package org.rmi4mpi.bench.rows;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Measurements that share groups of processes. Starts the groups, and ends them. */
public interface Situation {
    /** Until the processes of another system run, and have settled. */
    long MS_BETWEEN_TURNS = 30;

    /** Returns all rows that it can measure, in the order of the table. */
    List<Row> rows();

    /** Returns the systems whose numbers a row has. */
    default Set<Software> software(Row row) {
        return Set.of(Software.OURS, Software.JDK);
    }

    /** Measures the rows that are wanted. */
    void measure(List<Row> wanted, Run run) throws IOException;

    /** Returns how many values each system has of a row, at least. */
    default int rounds(Row row, Pace pace) {
        return pace.rounds();
    }

    /** Whether each round is a job of its own, so that a run which goes on keeps the rounds that it finds. */
    default boolean hasJobForEachRound() {
        return false;
    }

    /** Returns about how long a row takes, in milliseconds. */
    default long plannedMs(Row row, Pace pace) {
        long msOfTurn = pace.roundMs() + MS_BETWEEN_TURNS;
        return software(row).size() * (pace.warmMs() + rounds(row, pace) * msOfTurn);
    }
}
