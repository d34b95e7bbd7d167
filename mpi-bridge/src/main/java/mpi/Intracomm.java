package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Membership;
import org.rmi4mpi.message.Topologies;

/**
 * A communicator within one group, with its collective operations: every rank of it must call them, in the same order.
 * Each blocking one has a form that begins with I, which starts it and returns a request (MPI 3.1, 5.12); those are for
 * primitive base types and predefined operations. Displacements are in extents of the datatype. In place of a buffer of
 * {@link MPI#OBJECT} that is only read there may be one object. Source: mpiJava 1.2, after MPI 1.1, chapters 4 to 6.
 */
public non-sealed class Intracomm extends Comm
        implements MpiJavaCollectives, MpiJavaStartedCollectives, MpiJavaReductions {
    Intracomm(Communicator engine) {
        super(engine);
    }

    @Override
    public Intracomm clone() {
        return (Intracomm) super.clone();
    }

    /**
     * A communicator of the ranks that give the same colour, in the order of their keys; null for a rank that gives
     * {@link MPI#UNDEFINED}.
     *
     * @param colour 0 or more, or {@link MPI#UNDEFINED}
     * @param key any number; ranks of one key stay in their order
     * @return the new communicator, or null
     */
    public Intracomm Split(int colour, int key) {
        return (Intracomm) of(Membership.split(engine, "Split", colour, key));
    }

    /**
     * A communicator of a group of this one's ranks; null for a rank that is not in the group. The ranks of the group
     * must call it, and several groups may do so at once; others need not. Only in a communicator with ranks of other
     * languages every rank must call it.
     *
     * @param group ranks of this communicator, the same at every rank of the group
     * @return the new communicator, or null
     */
    public Intracomm Create(Group group) {
        return (Intracomm) of(Membership.create(engine, "Create", Group.ranks(group)));
    }

    /**
     * As {@link #Create}.
     *
     * @param group ranks of this communicator, the same at every rank
     * @return the new communicator, or null
     */
    public Intracomm Creat(Group group) {
        return (Intracomm) of(Membership.create(engine, "Creat", Group.ranks(group)));
    }

    /**
     * A grid of the first ranks; null for those that are too many. Ranks are never reordered.
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
     * A graph of the first ranks; null for those that are too many. Ranks are never reordered.
     *
     * @param index for each node the index in edges at which its neighbours end
     * @param edges the neighbours of all nodes, one node after the other
     * @param reorder not used
     * @return the new communicator, or null
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        return (Graphcomm) of(Topologies.graph(engine, "Create_graph", index, edges));
    }
}
