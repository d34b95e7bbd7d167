package mpi;

/** A cartesian topology: the size of each dimension, whether it is a ring, and the caller's coordinates. */
public class CartParms {
    /** Ranks in each dimension. */
    public int[] dims;
    /** Whether each dimension is a ring. */
    public boolean[] periods;
    /** Coordinates of the caller, from 0. */
    public int[] coords;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }

    /**
     * Number of dimensions.
     *
     * @return 0 or more
     */
    public final int getDimCount() {
        return dims.length;
    }

    /**
     * Ranks in a dimension.
     *
     * @param i the dimension, from 0
     * @return 1 or more
     */
    public final int getDim(int i) {
        return dims[i];
    }

    /**
     * Whether a dimension is a ring.
     *
     * @param i the dimension, from 0
     * @return whether it is
     */
    public final boolean getPeriod(int i) {
        return periods[i];
    }

    /**
     * Coordinate of the caller.
     *
     * @param i the dimension, from 0
     * @return from 0
     */
    public final int getCoord(int i) {
        return coords[i];
    }
}
