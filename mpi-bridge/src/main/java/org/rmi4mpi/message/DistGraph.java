package org.rmi4mpi.message;

/**
 * A topology of which each rank knows its own edges alone.
 *
 * @param sources ranks that the caller receives from; not to be changed
 * @param sourceWeights of each of them; not to be changed
 * @param destinations ranks that the caller sends to; not to be changed
 * @param destWeights of each of them; not to be changed
 * @param isWeighted whether the program has given weights
 */
public record DistGraph(int[] sources, int[] sourceWeights, int[] destinations, int[] destWeights, boolean isWeighted)
        implements Topology {
    @Override
    public int sources(int rank) {
        return sources.length;
    }

    @Override
    public int destinations(int rank) {
        return destinations.length;
    }
}
