package org.rmi4mpi.survive;

import java.util.function.IntConsumer;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.ref.ReferenceLayer;

/**
 * Who lives, as far as this rank knows. Any thread may ask.
 *
 * @hidden internal
 */
public final class Living {
    private Living() {}

    /** Whether a rank lives. The program asks, and so knows of a loss afterwards. */
    public static boolean tellIsAlive(int rank) {
        boolean isLost = LostRanks.isLost(rank);
        if (isLost) {
            LostRanks.tellProgram();
        }
        return !isLost;
    }

    /** Whether a rank is lost. */
    public static boolean isLost(int rank) {
        return LostRanks.isLost(rank);
    }

    /** Whether the job goes on without lost ranks. */
    public static boolean isSurvived() {
        return LostRanks.ARE_SURVIVED;
    }

    /** The lowest rank that lives. */
    public static int lowest() {
        int lowest = 0;
        while (LostRanks.isLost(lowest)) {
            lowest++;
        }
        return lowest;
    }

    /** Adds a listener of our own, which neither waits nor runs code of the program. */
    public static void onLoss(ReferenceLayer layer, IntConsumer listener) {
        layer.dispatcher().losses().add(listener);
    }
}
