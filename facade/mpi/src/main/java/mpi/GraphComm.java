package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.DistGraph;
import org.rmi4mpi.message.Graph;
import org.rmi4mpi.message.data.Check;

/**
 * A communicator whose ranks are the nodes of a graph. {@link Graphcomm} adds the names of mpiJava. Source: MPI 3.1, 7.5.
 */
public class GraphComm extends Intracomm {
    GraphComm(Communicator engine) {
        super(engine);
    }

    static GraphComm orNull(Communicator made) {
        return made == null ? new GraphComm(Communicator.none()) : (GraphComm) of(made);
    }

    /** The graph that every rank knows. */
    final Graph graph(String call) {
        engine.locate(call);
        Check.argument(call, engine.topology() instanceof Graph, "communicator", "one of a distributed graph",
                "one of a graph that every rank knows; getDistGraphNeighbors tells the caller's own edges");
        return (Graph) engine.topology();
    }

    @Override
    public GraphComm clone() {
        return (GraphComm) super.clone();
    }

    @Override
    public GraphComm dup() {
        return (GraphComm) super.dup();
    }

    @Override
    public GraphComm iDup() {
        return (GraphComm) super.iDup();
    }

    @Override
    public GraphComm dupWithInfo(Info info) {
        return (GraphComm) super.dupWithInfo(info);
    }

    /**
     * The graph, as it was given to {@link Intracomm#createGraph}.
     *
     * @return copies of the arrays
     */
    public final GraphParms getDims() {
        Graph graph = graph("getDims");
        return new GraphParms(graph.index().clone(), graph.edges().clone());
    }

    /**
     * The neighbours of a rank.
     *
     * @param rank from 0
     * @return their ranks
     */
    public final int[] getNeighbors(int rank) {
        Graph graph = graph("getNeighbors");
        Check.rank("getNeighbors", "rank", rank, graph.index().length);
        return graph.neighbours(rank);
    }

    /**
     * The caller's own edges in a distributed graph.
     *
     * @return the ranks and weights of both directions
     */
    public final DistGraphNeighbors getDistGraphNeighbors() {
        engine.locate("getDistGraphNeighbors");
        Check.argument("getDistGraphNeighbors", engine.topology() instanceof DistGraph, "communicator",
                "one of a graph that every rank knows", "one of a distributed graph; getNeighbors has those of others");
        return new DistGraphNeighbors((DistGraph) engine.topology());
    }

    /**
     * The rank that the caller would have in a graph, or {@link MPI#UNDEFINED}.
     *
     * @param index for each node, the index in edges after its last neighbour
     * @param edges the neighbours of all nodes, one node after the other
     * @return the rank, or {@link MPI#UNDEFINED}
     */
    public final int map(int[] index, int[] edges) {
        int rank = engine.rank("map");
        Graph.check("map", index, edges);
        return rank < index.length ? rank : MPI.UNDEFINED;
    }
}
