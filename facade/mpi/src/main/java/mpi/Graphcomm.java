package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Graph;
import org.rmi4mpi.message.data.Check;

/** A {@link GraphComm} with the names of mpiJava. Source: mpiJava 1.2, after MPI 1.1, 6.5. */
public class Graphcomm extends GraphComm {
    Graphcomm(Communicator engine) {
        super(engine);
    }

    @Override
    public Graphcomm clone() {
        return (Graphcomm) super.clone();
    }

    /**
     * The graph, as it was given to {@link Intracomm#Create_graph}.
     *
     * @return copies of the arrays
     */
    public GraphParms Get() {
        Graph graph = graph("Get");
        return new GraphParms(graph.index().clone(), graph.edges().clone());
    }

    /**
     * The neighbours of a rank.
     *
     * @param rank from 0
     * @return their ranks
     */
    public int[] Neighbours(int rank) {
        Graph graph = graph("Neighbours");
        Check.rank("Neighbours", "root", rank, graph.index().length);
        return graph.neighbours(rank);
    }

    /**
     * The rank that the caller would have in a graph, or {@link MPI#UNDEFINED}.
     *
     * @param index for each node, the index in edges after its last neighbour
     * @param edges the neighbours of all nodes, one node after the other
     * @return the rank, or {@link MPI#UNDEFINED}
     */
    public int Map(int[] index, int[] edges) {
        int rank = engine.rank("Map");
        Graph.check("Map", index, edges);
        return rank < index.length ? rank : MPI.UNDEFINED;
    }

    @Override
    public Graphcomm dup() {
        return (Graphcomm) super.dup();
    }

    @Override
    public Graphcomm iDup() {
        return (Graphcomm) super.iDup();
    }

    @Override
    public Graphcomm dupWithInfo(Info info) {
        return (Graphcomm) super.dupWithInfo(info);
    }
}
