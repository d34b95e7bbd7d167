package org.rmi4mpi.message;

/**
 * A graph in which each rank knows only its own edges.
 *
 * @param sources ranks that the caller receives from; not to be changed
 * @param sourceWeights a weight for each source; not to be changed
 * @param destinations ranks that the caller sends to; not to be changed
 * @param destWeights a weight for each destination; not to be changed
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
