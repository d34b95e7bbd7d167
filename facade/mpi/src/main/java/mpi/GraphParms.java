package mpi;

/** A graph topology: the neighbours of all ranks in one array, and for each rank the index after its last neighbour. */
public class GraphParms {
    /** For each node, the index in {@link #edges} after its last neighbour. */
    public int[] index;
    /** The neighbours of all nodes, one node after the other. */
    public int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /**
     * Number of nodes.
     *
     * @return 0 or more
     */
    public final int getIndexCount() {
        return index.length;
    }

    /**
     * The index after the last neighbour of a node, among the edges.
     *
     * @param i the node, from 0
     * @return an index
     */
    public final int getIndex(int i) {
        return index[i];
    }

    /**
     * Number of edges.
     *
     * @return 0 or more
     */
    public final int getEdgeCount() {
        return edges.length;
    }

    /**
     * The neighbour that an edge leads to.
     *
     * @param i the edge, from 0
     * @return its rank
     */
    public final int getEdge(int i) {
        return edges[i];
    }
}
