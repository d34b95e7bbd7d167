package mpi;

import org.rmi4mpi.message.DistGraph;

/** The caller's edges in a distributed graph. Immutable. Source: MPI 3.1, 7.5.5. */
public class DistGraphNeighbors {
    private final DistGraph graph;

    DistGraphNeighbors(DistGraph graph) {
        this.graph = graph;
    }

    /**
     * Number of ranks that the caller receives from.
     *
     * @return 0 or more
     */
    public final int getInDegree() {
        return graph.sources().length;
    }

    /**
     * Number of ranks that the caller sends to.
     *
     * @return 0 or more
     */
    public final int getOutDegree() {
        return graph.destinations().length;
    }

    /**
     * Whether the graph was made with weights.
     *
     * @return whether it has weights
     */
    public final boolean isWeighted() {
        return graph.isWeighted();
    }

    /**
     * A rank that the caller receives from.
     *
     * @param i below {@link #getInDegree}
     * @return its rank
     */
    public final int getSource(int i) {
        return graph.sources()[i];
    }

    /**
     * The weight of an incoming edge.
     *
     * @param i below {@link #getInDegree}
     * @return its weight
     */
    public final int getSourceWeight(int i) {
        return graph.sourceWeights()[i];
    }

    /**
     * A rank that the caller sends to.
     *
     * @param i below {@link #getOutDegree}
     * @return its rank
     */
    public final int getDestination(int i) {
        return graph.destinations()[i];
    }

    /**
     * The weight of an outgoing edge.
     *
     * @param i below {@link #getOutDegree}
     * @return its weight
     */
    public final int getDestinationWeight(int i) {
        return graph.destWeights()[i];
    }
}
