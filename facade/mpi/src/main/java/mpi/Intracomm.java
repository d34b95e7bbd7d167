package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.Topologies;

/**
 * A communicator of one group, with its collective operations. Every rank must call these in the same order. Each
 * blocking operation has a form whose name begins with I, which starts it and returns a request (MPI 3.1, 5.12). These
 * forms take primitive base types and predefined operations. Displacements are in extents of the datatype. A single
 * object may replace a buffer of {@link MPI#OBJECT} that is only read. Source: mpiJava 1.2, after MPI 1.1, chapters 4
 * to 6.
 */
public non-sealed class Intracomm extends OpenMpiProcesses
        implements MpiJavaCollectives, IntracommReductions {
    Intracomm(Communicator engine) {
        super(engine);
    }

    /** Where mpiJava returns null, Open MPI returns a communicator whose isNull() is true. */
    private static Intracomm orNull(Communicator made) {
        return made == null ? new Intracomm(Communicator.none()) : (Intracomm) of(made);
    }

    @Override
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    /**
     * Splits the ranks by colours: a communicator has the ranks of one colour, in the order of their keys. Returns null
     * at a rank that gives {@link MPI#UNDEFINED}.
     *
     * @param colour 0 or more, or {@link MPI#UNDEFINED}
     * @param key any number; ranks of equal keys keep their order
     * @return the new communicator, or null
     */
    public Intracomm Split(int colour, int key) {
        return (Intracomm) of(CommunicatorMaker.split(engine, "Split", colour, key));
    }

    /**
     * A communicator of a group of this communicator's ranks; null at a rank that is not in the group. Only the ranks
     * of the group must call it, and several groups may do so at the same time. If this communicator has ranks of other
     * languages, every rank must call it.
     *
     * @param group ranks of this communicator, the same at every rank of the group
     * @return the new communicator, or null
     */
    public Intracomm Create(Group group) {
        return (Intracomm) of(CommunicatorMaker.create(engine, "Create", Group.ranks("Create", group)));
    }

    /**
     * Like {@link #Create}.
     *
     * @param group ranks of this communicator, the same at every rank
     * @return the new communicator, or null
     */
    public Intracomm Creat(Group group) {
        return (Intracomm) of(CommunicatorMaker.create(engine, "Creat", Group.ranks("Creat", group)));
    }

    /**
     * A grid of the first ranks; null at the remaining ranks. Ranks are never reordered.
     *
     * @param dims ranks in each dimension
     * @param periods whether each dimension is a ring
     * @param reorder not used
     * @return the new communicator, or null
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        return (Cartcomm) of(Topologies.grid(engine, "Create_cart", dims, periods));
    }

    /**
     * A graph of the first ranks; null at the remaining ranks. Ranks are never reordered.
     *
     * @param index for each node, the index in edges after its last neighbour
     * @param edges the neighbours of all nodes, one node after the other
     * @param reorder not used
     * @return the new communicator, or null
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        return (Graphcomm) of(Topologies.graph(engine, "Create_graph", index, edges));
    }

    @Override
    public Intracomm dup() {
        return (Intracomm) super.dup();
    }

    @Override
    public Intracomm iDup() {
        return (Intracomm) super.iDup();
    }

    @Override
    public Intracomm dupWithInfo(Info info) {
        return (Intracomm) super.dupWithInfo(info);
    }

    /**
     * Like {@link #Split}.
     *
     * @param colour 0 or more, or {@link MPI#UNDEFINED}
     * @param key any number; ranks of equal keys keep their order
     * @return the new communicator; its {@link #isNull} is true where the caller is not a member
     */
    public final Intracomm split(int colour, int key) {
        return orNull(CommunicatorMaker.split(engine, "split", colour, key));
    }

    /**
     * A communicator of the ranks of one kind. {@link MPI#COMM_TYPE_SHARED} gives the ranks of a node.
     *
     * @param splitType the kind, or {@link MPI#UNDEFINED}
     * @param key any number; ranks of equal keys keep their order
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @return the new communicator; its {@link #isNull} is true where the caller is not a member
     */
    public final Intracomm splitType(int splitType, int key, Info info) {
        return orNull(CommunicatorMaker.splitType(engine, "splitType", splitType, key, Info.hints("splitType", info)));
    }

    /**
     * Like {@link #Create}.
     *
     * @param group ranks of this communicator, the same at every rank of the group
     * @return the new communicator; its {@link #isNull} is true where the caller is not a member
     */
    public final Intracomm create(Group group) {
        return orNull(CommunicatorMaker.create(engine, "create", Group.ranks("create", group)));
    }

    /**
     * Like {@link #create}, but only the ranks of the group call it.
     *
     * @param group ranks of this communicator, the same at every rank of the group
     * @param tag distinguishes communicators that several threads make at the same time
     * @return the new communicator; its {@link #isNull} is true where the caller is not a member
     */
    public final Intracomm createGroup(Group group, int tag) {
        return orNull(CommunicatorMaker.createGroup(engine, "createGroup", Group.ranks("createGroup", group), tag));
    }

    /**
     * Like {@link #Create_cart}.
     *
     * @param dims ranks in each dimension
     * @param periods whether each dimension is a ring
     * @param reorder not used: ranks keep their order
     * @return the new communicator; its {@link #isNull} is true where the caller is not a member
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
        return CartComm.orNull(Topologies.grid(engine, "createCart", dims, periods));
    }

    /**
     * Like {@link #Create_graph}.
     *
     * @param index for each node, the index in edges after its last neighbour
     * @param edges the neighbours of all nodes, one node after the other
     * @param reorder not used: ranks keep their order
     * @return the new communicator; its {@link #isNull} is true where the caller is not a member
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
        return GraphComm.orNull(Topologies.graph(engine, "createGraph", index, edges));
    }

    /**
     * A graph for which each rank gives some edges, which need not be its own.
     *
     * @param sources ranks whose edges the caller gives
     * @param degrees number of edges of each source
     * @param destinations ranks that the edges lead to, one source after the other
     * @param weights weight of each edge, 0 or more
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param reorder not used: ranks keep their order
     * @return the new communicator
     */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder) {
        return (GraphComm) of(Topologies.distGraph(
                engine, "createDistGraph", sources, degrees, destinations, weights, true,
                Info.hints("createDistGraph", info)));
    }

    /**
     * As the method with weights.
     *
     * @param sources ranks whose edges the caller gives
     * @param degrees number of edges of each source
     * @param destinations ranks that the edges lead to, one source after the other
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param reorder not used: ranks keep their order
     * @return the new communicator
     */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder) {
        return (GraphComm) of(Topologies.distGraph(
                engine, "createDistGraph", sources, degrees, destinations, null, false,
                Info.hints("createDistGraph", info)));
    }

    /**
     * A graph for which each rank gives its own edges.
     *
     * @param sources ranks that the caller receives from
     * @param sourceWeights weight of each source, 0 or more
     * @param destinations ranks that the caller sends to
     * @param destWeights weight of each destination, 0 or more
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param reorder not used: ranks keep their order
     * @return the new communicator
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations,
            int[] destWeights, Info info, boolean reorder) {
        return (GraphComm) of(Topologies.distGraphAdjacent(engine, "createDistGraphAdjacent", sources, sourceWeights,
                destinations, destWeights, true, Info.hints("createDistGraphAdjacent", info)));
    }

    /**
     * As the method with weights.
     *
     * @param sources ranks that the caller receives from
     * @param destinations ranks that the caller sends to
     * @param info hints; may be {@link MPI#INFO_NULL}
     * @param reorder not used: ranks keep their order
     * @return the new communicator
     */
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] destinations, Info info, boolean reorder) {
        return (GraphComm) of(Topologies.distGraphAdjacent(engine, "createDistGraphAdjacent", sources, null,
                destinations, null, false, Info.hints("createDistGraphAdjacent", info)));
    }
}
