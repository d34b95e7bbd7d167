package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;

/**
 * A cartesian topology, in row-major order: the last coordinate runs fastest.
 *
 * @param dims ranks in each dimension; not to be changed
 * @param periods whether each dimension is a ring; not to be changed
 */
public record Grid(int[] dims, boolean[] periods) implements Topology {
    @Override
    public int sources(int rank) {
        return 2 * dims.length;
    }

    @Override
    public int destinations(int rank) {
        return 2 * dims.length;
    }

    public int rank(String call, int[] coords) {
        Check.argument(call, coords != null && coords.length >= dims.length, "coords", Arrays.toString(coords),
                dims.length + " coordinates");
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            int at = periods[i] ? Math.floorMod(coords[i], dims[i]) : coords[i];
            Check.argument(call, at >= 0 && at < dims[i], "coords[" + i + "]", coords[i], "0 to " + (dims[i] - 1));
            rank = rank * dims[i] + at;
        }
        return rank;
    }

    public int[] coords(int rank) {
        int[] coords = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coords[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coords;
    }

    /** The rank that is {@code disp} steps away along a dimension; PROC_NULL beyond an edge. */
    public int neighbour(String call, int rank, int direction, int disp) {
        Check.argument(call, direction >= 0 && direction < dims.length, "direction", direction,
                "0 to " + (dims.length - 1));
        int[] coords = coords(rank);
        long at = (long) coords[direction] + disp;
        if (periods[direction]) {
            coords[direction] = (int) Math.floorMod(at, (long) dims[direction]);
        } else if (at < 0 || at >= dims[direction]) {
            return Constants.PROC_NULL;
        } else {
            coords[direction] = (int) at;
        }
        return rank(call, coords);
    }

    /** The grid of the remaining dimensions. */
    Grid part(boolean[] remains) {
        int[] subDims = new int[dims.length];
        boolean[] subPeriods = new boolean[dims.length];
        int remaining = 0;
        for (int i = 0; i < dims.length; i++) {
            if (remains[i]) {
                subDims[remaining] = dims[i];
                subPeriods[remaining++] = periods[i];
            }
        }
        return new Grid(Arrays.copyOf(subDims, remaining), Arrays.copyOf(subPeriods, remaining));
    }

    /** Number of nodes. */
    public static long nodes(String call, int[] dims, boolean[] periods) {
        Check.argument(call, dims != null, "dims", "null", "an array");
        Check.argument(call, periods != null && periods.length >= dims.length, "periods", Arrays.toString(periods),
                dims.length + " booleans");
        long nodes = 1;
        for (int dim : dims) {
            Check.argument(call, dim > 0, "dims", Arrays.toString(dims), "sizes from 1");
            nodes = Math.min(Integer.MAX_VALUE, nodes * dim);
        }
        return nodes;
    }

    /** Replaces the zeros in dims by sizes that differ little. The product of all sizes is then the number of nodes. */
    public static void createDims(String call, int nodes, int[] dims) {
        Check.running(call);
        Check.argument(call, dims != null, "dims", "null", "an array");
        long given = 1;
        for (int dim : dims) {
            Check.argument(call, dim >= 0, "dims", Arrays.toString(dims), "sizes from 0");
            given = Math.min(Integer.MAX_VALUE, dim == 0 ? given : given * dim);
        }
        boolean open = Arrays.stream(dims).anyMatch(dim -> dim == 0);
        Check.argument(call, nodes > 0 && (open ? nodes % given == 0 : nodes == given), "nnodes", nodes,
                "a multiple of the product of " + Arrays.toString(dims));
        NativeBuffer memory = NativeBuffer.of(dims);
        try {
            Check.code(call, MpiCommunicators.dimsCreate(nodes, dims.length, memory.address()));
            memory.bytes().asIntBuffer().get(0, dims);
        } finally {
            memory.release();
        }
    }
}
