package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Grid;
import org.rmi4mpi.message.Topologies;
import org.rmi4mpi.message.data.Check;

/**
 * A {@link CartComm} with the names of mpiJava. Source: mpiJava 1.2,
 * after MPI 1.1, 6.5.
 */
public class Cartcomm extends CartComm {
    Cartcomm(Communicator engine) {
        super(engine);
    }

    @Override
    public Cartcomm clone() {
        return (Cartcomm) super.clone();
    }

    /**
     * The grid: the size of each dimension, whether it is a ring, and the caller's coordinates.
     *
     * @return copies of the arrays
     */
    public CartParms Get() {
        return new CartParms(grid().dims().clone(), grid().periods().clone(), Coords(Rank()));
    }

    /**
     * The rank at coordinates. In a ring, a coordinate may lie beyond the ends.
     *
     * @param coords one for each dimension, from 0
     * @return from 0
     */
    public int Rank(int[] coords) {
        engine.locate("Rank");
        return grid().rank("Rank", coords);
    }

    /**
     * The coordinates of a rank.
     *
     * @param rank from 0
     * @return one for each dimension, from 0
     */
    public int[] Coords(int rank) {
        engine.locate("Coords");
        Check.rank("Coords", "root", rank, Size());
        return grid().coords(rank);
    }

    /**
     * The two ranks at a distance from the caller in one dimension: the one to receive from, and the one to send to.
     *
     * @param direction the dimension, from 0
     * @param disp distance in steps; negative for the opposite direction
     * @return both ranks
     */
    public ShiftParms Shift(int direction, int disp) {
        int rank = engine.rank("Shift");
        return new ShiftParms(grid().neighbour("Shift", rank, direction, -disp),
                grid().neighbour("Shift", rank, direction, disp));
    }

    /**
     * Splits the grid into grids of the remaining dimensions, and returns that of the caller. Every rank must call it.
     *
     * @param remain_dims whether each dimension remains
     * @return a communicator of the ranks whose other coordinates are the caller's
     */
    public Cartcomm Sub(boolean[] remain_dims) {
        return (Cartcomm) of(Topologies.part(engine, "Sub", remain_dims));
    }

    /**
     * The rank that the caller would have in a grid, or {@link MPI#UNDEFINED}.
     *
     * @param dims ranks in each dimension
     * @param periods whether each dimension is a ring
     * @return the rank, or {@link MPI#UNDEFINED}
     */
    public int Map(int[] dims, boolean[] periods) {
        int rank = engine.rank("Map");
        return rank < Grid.nodes("Map", dims, periods) ? rank : MPI.UNDEFINED;
    }

    /**
     * Replaces the zeros in dims by sizes that differ little. The product of all sizes is then the number of nodes.
     *
     * @param nnodes number of ranks
     * @param dims ranks in each dimension; zeros are replaced, other values stay
     */
    public static void Dims_create(int nnodes, int[] dims) {
        Grid.createDims("Dims_create", nnodes, dims);
    }

    @Override
    public Cartcomm dup() {
        return (Cartcomm) super.dup();
    }

    @Override
    public Cartcomm iDup() {
        return (Cartcomm) super.iDup();
    }

    @Override
    public Cartcomm dupWithInfo(Info info) {
        return (Cartcomm) super.dupWithInfo(info);
    }
}
