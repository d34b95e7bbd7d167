package mpi;

/** A graph topology: for each rank the index at which its neighbours end, and all neighbours one after the other. */
public class GraphParms {
    public int[] index;
    public int[] edges;

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }
}
