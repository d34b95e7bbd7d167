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
}
