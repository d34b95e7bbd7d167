package org.rmi4mpi.bridge;

import java.util.List;

/**
 * The ranks that MPI knows to be lost, in a job of {@code rmi4mpirun --survive}. In other jobs none is, since a lost rank ends
 * the job. One thread looks; any thread may ask.
 */
public final class LostRanks {
    /** System property that lets the job go on without lost ranks. */
    public static final String PROPERTY = "rmi4mpi.survive";

    /** Whether the job goes on without lost ranks. A constant for the JIT compiler, so that other jobs pay nothing. */
    public static final boolean ARE_SURVIVED = Boolean.getBoolean(PROPERTY);

    private static volatile boolean[] lost = {};

    private static volatile boolean isProgramTold;

    private static volatile boolean isUnhandled;

    private LostRanks() {}

    /** Notes that the job ends without ranks whose loss no program knows of: the launcher ends with a status. */
    public static void markUnhandled() {
        isUnhandled = true;
    }

    static boolean isUnhandled() {
        return isUnhandled;
    }

    /** Notes that the program of this rank knows of a loss: by an exception, or since it asked. */
    public static void tellProgram() {
        if (!isProgramTold) {
            isProgramTold = true;
        }
    }

    /** Whether the program of this rank knows of a loss. */
    public static boolean isProgramTold() {
        return isProgramTold;
    }

    /** @param rank among those that run Java */
    public static boolean isLost(int rank) {
        boolean[] known = lost;
        return rank >= 0 && rank < known.length && known[rank];
    }

    /** Whether any rank is lost. */
    public static boolean areSome() {
        return lost.length > 0;
    }

    static int count() {
        boolean[] known = lost;
        int count = 0;
        for (boolean each : known) {
            count += each ? 1 : 0;
        }
        return count;
    }

    /** Whether a code of MPI says that a rank is lost. */
    public static boolean isLoss(int code) {
        return ARE_SURVIVED && MpiSurvival.isLoss(code);
    }

    /** Adds ranks that are lost. Called by one thread at a time. */
    static void add(List<Integer> found, int size) {
        boolean[] more = new boolean[size];
        System.arraycopy(lost, 0, more, 0, lost.length);
        found.forEach(rank -> more[rank] = true);
        lost = more;
    }
}
