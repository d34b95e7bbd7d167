package mpi;

import java.util.Arrays;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;

/**
 * A communicator whose ranks form a grid, in row-major order: the last coordinate runs fastest. Source: mpiJava 1.2,
 * after MPI 1.1, 6.5.
 */
public class Cartcomm extends Intracomm {
    private final int[] dims;
    private final boolean[] periods;

    Cartcomm(long handle, int[] dims, boolean[] periods) {
        super(handle);
        this.dims = dims;
        this.periods = periods;
    }

    @Override
    Comm of(long handle) {
        return new Cartcomm(handle, dims, periods);
    }

    @Override
    public Object clone() {
        return super.clone();
    }

    @Override
    public int Topo_test() {
        locate("Topo_test");
        return MPI.CART;
    }

    /**
     * The grid: its dimensions, which of them are rings, and the caller's coordinates.
     *
     * @return copies of the arrays
     */
    public CartParms Get() {
        return new CartParms(dims.clone(), periods.clone(), Coords(Rank()));
    }

    /**
     * The rank at coordinates; those of a ring may lie beyond its ends.
     *
     * @param coords one for each dimension, from 0
     * @return from 0
     */
    public int Rank(int[] coords) {
        locate("Rank");
        Check.argument("Rank", coords != null && coords.length >= dims.length, "coords", Arrays.toString(coords),
                dims.length + " coordinates");
        int rank = 0;
        for (int i = 0; i < dims.length; i++) {
            int at = periods[i] ? Math.floorMod(coords[i], dims[i]) : coords[i];
            Check.argument("Rank", at >= 0 && at < dims[i], "coords[" + i + "]", coords[i], "0 to " + (dims[i] - 1));
            rank = rank * dims[i] + at;
        }
        return rank;
    }

    /**
     * The coordinates of a rank.
     *
     * @param rank from 0
     * @return one for each dimension, from 0
     */
    public int[] Coords(int rank) {
        locate("Coords");
        Check.root("Coords", rank, Size());
        int[] coords = new int[dims.length];
        int rest = rank;
        for (int i = dims.length - 1; i >= 0; i--) {
            coords[i] = rest % dims[i];
            rest /= dims[i];
        }
        return coords;
    }

    /**
     * The ranks so many steps before and behind the caller, in a direction.
     *
     * @param direction the dimension, from 0
     * @param disp steps along it; negative ones go down
     * @return both ranks
     */
    public ShiftParms Shift(int direction, int disp) {
        locate("Shift");
        Check.argument("Shift", direction >= 0 && direction < dims.length, "direction", direction,
                "0 to " + (dims.length - 1));
        return new ShiftParms(neighbour(direction, -disp), neighbour(direction, disp));
    }

    private int neighbour(int direction, int disp) {
        int[] coords = Coords(Rank());
        long at = (long) coords[direction] + disp;
        if (periods[direction]) {
            coords[direction] = (int) Math.floorMod(at, (long) dims[direction]);
        } else if (at < 0 || at >= dims[direction]) {
            return MPI.PROC_NULL;
        } else {
            coords[direction] = (int) at;
        }
        return Rank(coords);
    }

    /**
     * The grids of fewer dimensions that lie along those that remain; each rank gets the one that it is in.
     * Every rank must call it.
     *
     * @param remain_dims whether each dimension is kept
     * @return the communicator of the ranks that have the other coordinates in common
     */
    public Cartcomm Sub(boolean[] remain_dims) {
        locate("Sub");
        Check.argument("Sub", remain_dims != null && remain_dims.length >= dims.length, "remain_dims",
                Arrays.toString(remain_dims), dims.length + " booleans");
        int[] coords = Coords(Rank());
        int colour = 0;
        int key = 0;
        int remaining = 0;
        int[] subDims = new int[dims.length];
        boolean[] subPeriods = new boolean[dims.length];
        for (int i = 0; i < dims.length; i++) {
            if (remain_dims[i]) {
                key = key * dims[i] + coords[i];
                subDims[remaining] = dims[i];
                subPeriods[remaining++] = periods[i];
            } else {
                colour = colour * dims[i] + coords[i];
            }
        }
        int[] newDims = Arrays.copyOf(subDims, remaining);
        boolean[] newPeriods = Arrays.copyOf(subPeriods, remaining);
        int ownColour = colour;
        int ownKey = key;
        return make("Sub", slot -> Mpi.commSplit(handle(), ownColour, ownKey, slot),
                created -> new Cartcomm(created, newDims, newPeriods));
    }

    /**
     * The rank that the caller would have in a grid, or {@link MPI#UNDEFINED}.
     *
     * @param dims ranks in each dimension
     * @param periods whether each dimension is a ring
     * @return the rank, or {@link MPI#UNDEFINED}
     */
    public int Map(int[] dims, boolean[] periods) {
        locate("Map");
        long nodes = nodes("Map", dims, periods);
        return Rank() < nodes ? Rank() : MPI.UNDEFINED;
    }

    /** Number of nodes of a grid. */
    static long nodes(String call, int[] dims, boolean[] periods) {
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

    /**
     * Replaces the zeros among dims, so that their product is the number of nodes and they differ little.
     *
     * @param nnodes how many ranks there are
     * @param dims ranks in each dimension; those that are 0 are set, the others kept
     */
    public static void Dims_create(int nnodes, int[] dims) {
        Check.running("Dims_create");
        Check.argument("Dims_create", dims != null, "dims", "null", "an array");
        long given = 1;
        for (int dim : dims) {
            Check.argument("Dims_create", dim >= 0, "dims", Arrays.toString(dims), "sizes from 0");
            given = Math.min(Integer.MAX_VALUE, dim == 0 ? given : given * dim);
        }
        boolean open = Arrays.stream(dims).anyMatch(dim -> dim == 0);
        Check.argument("Dims_create", nnodes > 0 && (open ? nnodes % given == 0 : nnodes == given), "nnodes", nnodes,
                "a multiple of the product of " + Arrays.toString(dims));
        NativeBuffer memory = ints(dims);
        try {
            Check.code("Dims_create", Mpi.dimsCreate(nnodes, dims.length, memory.address()));
            memory.bytes().asIntBuffer().get(0, dims);
        } finally {
            memory.release();
        }
    }
}
