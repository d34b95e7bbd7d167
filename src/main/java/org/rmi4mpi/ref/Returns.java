package org.rmi4mpi.ref;

import java.util.Arrays;

/** The weights that return to one home. Owned by one thread. */
final class Returns {
    private long[] idsAndWeights = new long[16];
    private int length;

    void add(long objectId, long weight) {
        if (length == idsAndWeights.length) {
            idsAndWeights = Arrays.copyOf(idsAndWeights, 2 * length);
        }
        idsAndWeights[length++] = objectId;
        idsAndWeights[length++] = weight;
    }

    long[] toArray() {
        return Arrays.copyOf(idsAndWeights, length);
    }
}
