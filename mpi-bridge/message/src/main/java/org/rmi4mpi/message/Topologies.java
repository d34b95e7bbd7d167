package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/**
 * Makes communicators with a topology. MPI knows the topology too, for the neighbourhood collectives. Ranks keep their
 * order. Stateless.
 */
public final class Topologies {
    private Topologies() {}

    /** A grid of the first ranks; null at the remaining ranks. */
    public static Communicator grid(Communicator comm, String call, int[] dims, boolean[] periods) {
        comm.locate(call);
        int nodes = checkNodes(comm, call, Grid.nodes(call, dims, periods));
        Grid grid = new Grid(dims.clone(), Arrays.copyOf(periods, dims.length));
        CommunicatorMaker.Maker maker = handle -> new Communicator(handle, false, grid);
        if (dims.length == 0) {
            return CommunicatorMaker.split(comm, call, comm.rank() < nodes ? 0 : Constants.UNDEFINED, comm.rank(),
                    maker);
        }
        NativeBuffer nativeDims = NativeBuffer.of(dims);
        NativeBuffer nativePeriods = NativeBuffer.of(toInts(grid.periods()));
        try {
            return CommunicatorMaker.make(comm, call, slot -> MpiCommunicators.cartCreate(
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

    /** Splits a grid into grids of the remaining dimensions. Returns that of the caller. */
    public static Communicator part(Communicator comm, String call, boolean[] remains) {
        comm.locate(call);
        Grid grid = (Grid) comm.topology();
        int dims = grid.dims().length;
        Check.argument(call, remains != null && remains.length >= dims, "remain_dims", Arrays.toString(remains),
                dims + " booleans");
        Grid part = grid.part(remains);
        CommunicatorMaker.Maker maker = handle -> new Communicator(handle, false, part);
        if (part.dims().length == 0) {
            return CommunicatorMaker.split(comm, call, comm.rank(), 0, maker);
        }
        NativeBuffer flags = NativeBuffer.of(toInts(Arrays.copyOf(remains, dims)));
        try {
            return CommunicatorMaker.make(comm, call,
                    slot -> MpiCommunicators.cartSub(comm.handle(), flags.address(), slot),
                    maker);
        } finally {
            flags.release();
        }
    }

    /** A graph of the first ranks; null at the remaining ranks. */
    public static Communicator graph(Communicator comm, String call, int[] index, int[] edges) {
        comm.locate(call);
        Graph.check(call, index, edges);
        checkNodes(comm, call, index.length);
        Graph graph = new Graph(index.clone(), edges.clone());
        CommunicatorMaker.Maker maker = handle -> new Communicator(handle, false, graph);
        if (index.length == 0) {
            return CommunicatorMaker.split(comm, call, Constants.UNDEFINED, 0, maker);
        }
        NativeBuffer nativeIndex = NativeBuffer.of(index);
        NativeBuffer nativeEdges = NativeBuffer.of(edges);
        try {
            return CommunicatorMaker.make(comm, call, slot -> MpiCommunicators.graphCreate(
                    comm.handle(), index.length, nativeIndex.address(), nativeEdges.address(), slot), maker);
        } finally {
            nativeIndex.release();
            nativeEdges.release();
        }
    }

    /**
     * A graph for which each rank gives some edges, in any order.
     *
     * @param sources ranks whose edges the caller gives
     * @param degrees number of edges of each source
     * @param destinations ranks that the edges lead to, one source after the other
     * @param weights of each edge; null for none
     */
    public static Communicator distGraph(Communicator comm, String call, int[] sources, int[] degrees,
            int[] destinations, int[] weights, boolean weighted, Hints hints) {
        comm.locate(call);
        Check.length(call, "sources", sources, 0);
        Check.length(call, "degrees", degrees, sources.length);
        int edges = 0;
        for (int i = 0; i < sources.length; i++) {
            Check.rank(call, "sources[" + i + "]", sources[i], comm.size());
            Check.argument(call, degrees[i] >= 0, "degrees[" + i + "]", degrees[i], "0 or more");
            edges += degrees[i];
        }
        checkRanks(comm, call, "destinations", destinations, edges);
        checkWeights(call, "weights", weights, edges, weighted);
        try (Ints memory = new Ints()) {
            long from = memory.address(sources);
            long counts = memory.address(degrees);
            long to = memory.address(destinations);
            long costs = weighted ? memory.address(weights) : 0;
            return CommunicatorMaker.make(comm, call,
                    slot -> Hints.use(call, hints, info -> MpiCommunicators.distGraphCreate(comm.handle(),
                            sources.length, from, counts, to, costs, info, slot)),
                    handle -> new Communicator(handle, false, edgesOf(call, handle)));
        }
    }

    /** A graph for which each rank gives its own edges. Null stands for no weights. */
    public static Communicator distGraphAdjacent(Communicator comm, String call, int[] sources, int[] sourceWeights,
            int[] destinations, int[] destWeights, boolean weighted, Hints hints) {
        comm.locate(call);
        Check.length(call, "sources", sources, 0);
        Check.length(call, "destinations", destinations, 0);
        checkRanks(comm, call, "sources", sources, sources.length);
        checkRanks(comm, call, "destinations", destinations, destinations.length);
        checkWeights(call, "sourceWeights", sourceWeights, sources.length, weighted);
        checkWeights(call, "destWeights", destWeights, destinations.length, weighted);
        try (Ints memory = new Ints()) {
            long from = memory.address(sources);
            long to = memory.address(destinations);
            long fromCosts = weighted ? memory.address(sourceWeights) : 0;
            long toCosts = weighted ? memory.address(destWeights) : 0;
            return CommunicatorMaker.make(comm, call,
                    slot -> Hints.use(call, hints, info -> MpiCommunicators.distGraphCreateAdjacent(comm.handle(),
                            sources.length, from, fromCosts, destinations.length, to, toCosts, info, slot)),
                    handle -> new Communicator(handle, false, edgesOf(call, handle)));
        }
    }

    private static void checkRanks(Communicator comm, String call, String name, int[] ranks, int count) {
        Check.length(call, name, ranks, count);
        for (int i = 0; i < count; i++) {
            Check.rank(call, name + "[" + i + "]", ranks[i], comm.size());
        }
    }

    private static void checkWeights(String call, String name, int[] weights, int count, boolean weighted) {
        if (weighted) {
            Check.length(call, name, weights, count);
            for (int i = 0; i < count; i++) {
                Check.argument(call, weights[i] >= 0, name + "[" + i + "]", weights[i], "0 or more");
            }
        }
    }

    /** The caller's edges, as MPI has them. */
    private static DistGraph edgesOf(String call, long handle) {
        try (Ints memory = new Ints()) {
            int[] counts = new int[3];
            long at = memory.address(counts);
            Check.code(call, MpiCommunicators.distGraphCounts(handle, at));
            memory.read(0, counts);
            int[][] lists = {new int[counts[0]], new int[counts[0]], new int[counts[1]], new int[counts[1]]};
            long[] addresses = Arrays.stream(lists).mapToLong(memory::address).toArray();
            Check.code(call, MpiCommunicators.distGraphNeighbors(handle, counts[0], addresses[0], addresses[1],
                    counts[1], addresses[2], addresses[3]));
            for (int i = 0; i < lists.length; i++) {
                memory.read(i + 1, lists[i]);
            }
            return new DistGraph(lists[0], lists[1], lists[2], lists[3], counts[2] != 0);
        }
    }

    /** Ints in native memory, for one call. */
    private static final class Ints implements AutoCloseable {
        private final List<NativeBuffer> all = new ArrayList<>();

        long address(int[] values) {
            NativeBuffer memory = NativeBuffer.of(values);
            all.add(memory);
            return memory.address();
        }

        /**
         * Reads the values that MPI has written in the place of an array.
         *
         * @param index of the array, in the order of adding
         */
        void read(int index, int[] values) {
            all.get(index).bytes().asIntBuffer().get(0, values);
        }

        @Override
        public void close() {
            all.forEach(NativeBuffer::release);
        }
    }
}
