package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;

/**
 * Makes communicators whose ranks are neighbours. They have their topology in MPI as well, for the neighbourhood
 * collectives. Ranks keep their order. Stateless.
 */
public final class Topologies {
    private Topologies() {}

    /** A grid of the first ranks; null for those that are too many. */
    public static Communicator grid(Communicator comm, String call, int[] dims, boolean[] periods) {
        comm.locate(call);
        int nodes = checkNodes(comm, call, Grid.nodes(call, dims, periods));
        Grid grid = new Grid(dims.clone(), Arrays.copyOf(periods, dims.length));
        Membership.Maker maker = handle -> new Communicator(handle, false, grid);
        if (dims.length == 0) {
            return Membership.split(comm, call, comm.rank() < nodes ? 0 : Constants.UNDEFINED, comm.rank(), maker);
        }
        NativeBuffer nativeDims = Pieces.ints(dims);
        NativeBuffer nativePeriods = Pieces.ints(toInts(grid.periods()));
        try {
            return Membership.make(comm, call, slot -> Mpi.cartCreate(
                    comm.handle(), dims.length, nativeDims.address(), nativePeriods.address(), slot), maker);
        } finally {
            nativeDims.release();
            nativePeriods.release();
        }
    }

    private static int[] toInts(boolean[] flags) {
        int[] ints = new int[flags.length];
        Arrays.setAll(ints, i -> flags[i] ? 1 : 0);
        return ints;
    }

    private static int checkNodes(Communicator comm, String call, long nodes) {
        Check.argument(call, nodes <= comm.size(), "number of nodes",
                nodes < Integer.MAX_VALUE ? nodes : nodes + " or more", "at most the " + comm.size()
                        + " ranks there are");
        return (int) nodes;
    }

    /** The grids of fewer dimensions that lie along those that remain; the caller's. */
    public static Communicator part(Communicator comm, String call, boolean[] remains) {
        comm.locate(call);
        Grid grid = (Grid) comm.topology();
        int dims = grid.dims().length;
        Check.argument(call, remains != null && remains.length >= dims, "remain_dims", Arrays.toString(remains),
                dims + " booleans");
        Grid part = grid.part(remains);
        Membership.Maker maker = handle -> new Communicator(handle, false, part);
        if (part.dims().length == 0) {
            return Membership.split(comm, call, comm.rank(), 0, maker);
        }
        NativeBuffer flags = Pieces.ints(toInts(Arrays.copyOf(remains, dims)));
        try {
            return Membership.make(comm, call, slot -> Mpi.cartSub(comm.handle(), flags.address(), slot), maker);
        } finally {
            flags.release();
        }
    }

    /** A graph of the first ranks; null for those that are too many. */
    public static Communicator graph(Communicator comm, String call, int[] index, int[] edges) {
        comm.locate(call);
        Graph.check(call, index, edges);
        checkNodes(comm, call, index.length);
        Graph graph = new Graph(index.clone(), edges.clone());
        Membership.Maker maker = handle -> new Communicator(handle, false, graph);
        if (index.length == 0) {
            return Membership.split(comm, call, Constants.UNDEFINED, 0, maker);
        }
        NativeBuffer nativeIndex = Pieces.ints(index);
        NativeBuffer nativeEdges = Pieces.ints(edges);
        try {
            return Membership.make(comm, call, slot -> Mpi.graphCreate(
                    comm.handle(), index.length, nativeIndex.address(), nativeEdges.address(), slot), maker);
        } finally {
            nativeIndex.release();
            nativeEdges.release();
        }
    }
}
