package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Grid;
import org.rmi4mpi.message.Topologies;
import org.rmi4mpi.message.data.Check;

/**
 * A communicator whose ranks form a grid, in row-major order: the last coordinate runs fastest. {@link Cartcomm} adds the
 * names of mpiJava. Source: MPI 3.1, 7.5.
 */
public class CartComm extends Intracomm {
    CartComm(Communicator engine) {
        super(engine);
    }

    static CartComm orNull(Communicator made) {
        return made == null ? new CartComm(Communicator.none()) : (CartComm) of(made);
    }

    final Grid grid() {
        return (Grid) engine.topology();
    }

    @Override
    public CartComm clone() {
        return (CartComm) super.clone();
    }

    @Override
    public CartComm dup() {
        return (CartComm) super.dup();
    }

    @Override
    public CartComm iDup() {
        return (CartComm) super.iDup();
    }

    @Override
    public CartComm dupWithInfo(Info info) {
        return (CartComm) super.dupWithInfo(info);
    }

    /**
     * The grid: the size of each dimension, whether it is a ring, and the caller's coordinates.
     *
     * @return copies of the arrays
     */
    public final CartParms getTopo() {
        int rank = engine.rank("getTopo");
        return new CartParms(grid().dims().clone(), grid().periods().clone(), grid().coords(rank));
    }

    /**
     * The rank at coordinates. In a ring, a coordinate may lie beyond the ends.
     *
     * @param coords one for each dimension, from 0
     * @return from 0
     */
    public final int getRank(int[] coords) {
        engine.locate("getRank");
        return grid().rank("getRank", coords);
    }

    /**
     * The coordinates of a rank.
     *
     * @param rank from 0
     * @return one for each dimension, from 0
     */
    public final int[] getCoords(int rank) {
        engine.locate("getCoords");
        Check.rank("getCoords", "rank", rank, getSize());
        return grid().coords(rank);
    }

    /**
     * The two ranks at a distance from the caller in one dimension: the one to receive from, and the one to send to.
     *
     * @param direction the dimension, from 0
     * @param disp distance in steps; negative for the opposite direction
     * @return both ranks
     */
    public final ShiftParms shift(int direction, int disp) {
        int rank = engine.rank("shift");
        return new ShiftParms(grid().neighbour("shift", rank, direction, -disp),
                grid().neighbour("shift", rank, direction, disp));
    }

    /**
     * Splits the grid into grids of the remaining dimensions, and returns that of the caller. Every rank must call it.
     *
     * @param remainDims whether each dimension remains
     * @return a communicator of the ranks whose other coordinates are the caller's
     */
    public final CartComm sub(boolean[] remainDims) {
        return (CartComm) of(Topologies.part(engine, "sub", remainDims));
    }

    /**
     * The rank that the caller would have in a grid, or {@link MPI#UNDEFINED}.
     *
     * @param dims ranks in each dimension
     * @param periods whether each dimension is a ring
     * @return the rank, or {@link MPI#UNDEFINED}
     */
    public final int map(int[] dims, boolean[] periods) {
        int rank = engine.rank("map");
        return rank < Grid.nodes("map", dims, periods) ? rank : MPI.UNDEFINED;
    }

    /**
     * Replaces the zeros in dims by sizes that differ little. The product of all sizes is then the number of nodes.
     *
     * @param nnodes number of ranks
     * @param dims ranks in each dimension; zeros are replaced, other values stay
     */
    public static void createDims(int nnodes, int[] dims) {
        Grid.createDims("createDims", nnodes, dims);
    }
}
