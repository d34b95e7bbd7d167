package org.rmi4mpi.bench.farm;

/**
 * The part of an R-MAT graph that lies at one rank (Chakrabarti, Zhan, Faloutsos: R-MAT, 2004, with the probabilities of the
 * Graph 500 benchmark). Vertex v lies at rank v % size. {@code graphs.c} makes the same one. Immutable.
 */
final class RandomGraph {
    private static final int EDGES_OF_VERTEX = 16;
    private static final int BITS = 32;
    /** Parts of 2^32. */
    private static final long BOTH_LOW = 2_448_131_358L;
    private static final long TO_HIGH = 3_264_175_145L;
    private static final long FROM_HIGH = 4_080_218_931L;

    private final int scale;
    private final int rank;
    private final int ranks;
    private final int[] first;
    private int[] neighbours;

    /** @param scale the graph has 2 to this power vertices */
    RandomGraph(int scale, int rank, int ranks) {
        this.scale = scale;
        this.rank = rank;
        this.ranks = ranks;
        first = new int[ownVertices() + 2];
        forEachEnd((local, other) -> first[local + 2]++);
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        neighbours = new int[first[first.length - 1]];
        forEachEnd((local, other) -> neighbours[first[local + 1]++] = other);
    }

    private interface End {
        void take(int local, int other);
    }

    private void forEachEnd(End end) {
        long edges = (long) EDGES_OF_VERTEX << scale;
        for (long number = 0; number < edges; number++) {
            long ends = edge(number);
            int from = (int) (ends >>> BITS);
            int to = (int) ends;
            if (from % ranks == rank) {
                end.take(from / ranks, to);
            }
            if (to % ranks == rank) {
                end.take(to / ranks, from);
            }
        }
    }

    private long edge(long number) {
        int from = 0;
        int to = 0;
        for (int bit = 0; bit < scale; bit++) {
            long quarter = mixed(number * 64 + bit) >>> BITS;
            from = 2 * from + (quarter >= TO_HIGH ? 1 : 0);
            to = 2 * to + (quarter >= BOTH_LOW && quarter < TO_HIGH || quarter >= FROM_HIGH ? 1 : 0);
        }
        return (long) scrambled(from) << BITS | scrambled(to);
    }

    /** Gives vertices of many neighbours to all ranks. */
    private int scrambled(int vertex) {
        int mask = (1 << scale) - 1;
        int half = vertex * 0x9e3779b1 & mask;
        half ^= half >>> (scale + 1) / 2;
        return half * 0x85ebca6b & mask;
    }

    /** The numbers of SplitMix64 (Steele, Lea, Flood, 2014). */
    static long mixed(long number) {
        long z = number * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    int ownVertices() {
        return ((1 << scale) + ranks - 1 - rank) / ranks;
    }

    /** Where a search begins. */
    int root() {
        return (int) (edge(0) >>> BITS);
    }

    int firstNeighbour(int local) {
        return first[local];
    }

    int neighbour(int index) {
        return neighbours[index];
    }
}
