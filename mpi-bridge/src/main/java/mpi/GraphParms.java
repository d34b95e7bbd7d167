package mpi;

/** A graph topology: for each rank the index at which its neighbours end, and all neighbours one after the other. */
public class GraphParms {
    /** For each node the index in {@link #edges} at which its neighbours end. */
    public int[] index;
    /** The neighbours of all nodes, one node after the other. */
    public int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }
}
