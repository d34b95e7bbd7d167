package mpi;

import java.util.Arrays;

/** A communicator whose ranks are the nodes of a graph. Source: mpiJava 1.2, after MPI 1.1, 6.5. */
public class Graphcomm extends Intracomm {
    private final int[] index;
    private final int[] edges;

    Graphcomm(long handle, int[] index, int[] edges) {
        super(handle);
        this.index = index;
        this.edges = edges;
    }

    @Override
    Comm of(long handle) {
        return new Graphcomm(handle, index, edges);
    }

    @Override
    public Object clone() {
        return super.clone();
    }

    @Override
    public int Topo_test() {
        locate("Topo_test");
        return MPI.GRAPH;
    }

    /**
     * The graph, as it was given to {@link Intracomm#Create_graph}.
     *
     * @return copies of the arrays
     */
    public GraphParms Get() {
        locate("Get");
        return new GraphParms(index.clone(), edges.clone());
    }

    /**
     * The neighbours of a rank.
     *
     * @param rank from 0
     * @return their ranks
     */
    public int[] Neighbours(int rank) {
        locate("Neighbours");
        Check.root("Neighbours", rank, index.length);
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    /**
     * The rank that the caller would have in a graph, or {@link MPI#UNDEFINED}.
     *
     * @param index for each node the index in edges at which its neighbours end
     * @param edges the neighbours of all nodes, one node after the other
     * @return the rank, or {@link MPI#UNDEFINED}
     */
    public int Map(int[] index, int[] edges) {
        locate("Map");
        check("Map", index, edges);
        return Rank() < index.length ? Rank() : MPI.UNDEFINED;
    }

    static void check(String call, int[] index, int[] edges) {
        Check.argument(call, index != null, "index", "null", "an array");
        Check.argument(call, edges != null, "edges", "null", "an array");
        int before = 0;
        for (int end : index) {
            Check.argument(call, end >= before && end <= edges.length, "index", Arrays.toString(index),
                    "numbers that do not fall, up to the number of edges, " + edges.length);
            before = end;
        }
        for (int edge : edges) {
            Check.argument(call, edge >= 0 && edge < index.length, "edges", Arrays.toString(edges),
                    "nodes from 0 to " + (index.length - 1));
        }
    }
}
