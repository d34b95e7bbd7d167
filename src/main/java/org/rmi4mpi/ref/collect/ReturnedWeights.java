package org.rmi4mpi.ref.collect;

import java.util.Arrays;

/** The weights that are given back to one home, as pairs of an object id and a weight. Owned by one thread. */
final class ReturnedWeights {
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
