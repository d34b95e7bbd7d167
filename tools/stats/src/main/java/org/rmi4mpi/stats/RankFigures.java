package org.rmi4mpi.stats;

import java.io.Serializable;
import java.util.List;

/**
 * The figures of one rank.
 *
 * @param elapsedNs from MPI.Init to MPI.Finalize
 * @param ownNs how long the thread that called MPI.Init did not wait, and the mains of tasks
 * @param waits of the mains of tasks, or of the thread that called MPI.Init if there were none
 * @param methodsNs how long the methods of other ranks' calls ran here, without their own waits
 */
record RankFigures(int rank, String host, long elapsedNs, long ownNs, Waits waits, long methodsNs, List<Row> rows,
        List<Pair> pairs) implements Serializable {
    /** What threads waited for, in nanoseconds. */
    record Waits(long callsNs, long messagesNs, long collectivesNs, long othersNs) implements Serializable {
        long sumNs() {
            return callsNs + messagesNs + collectivesNs + othersNs;
        }

        Waits plus(Waits other) {
            return new Waits(callsNs + other.callsNs, messagesNs + other.messagesNs,
                    collectivesNs + other.collectivesNs, othersNs + other.othersNs);
        }
    }

    /** @param name of a method, or of a call of package mpi */
    record Row(Kind kind, String name, Figures.Sent figures) implements Serializable {}

    /** What went to another rank. */
    record Pair(int to, long calls, long messages, long bytes) implements Serializable {}

    /** How long the rank had work: its own, and that of other ranks' calls. */
    long busyNs() {
        return ownNs + methodsNs;
    }
}
