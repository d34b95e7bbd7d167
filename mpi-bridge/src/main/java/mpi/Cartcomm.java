package mpi;

import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Grid;
import org.rmi4mpi.message.Topologies;

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
     * The grid: its dimensions, which of them are rings, and the caller's coordinates.
     *
     * @return copies of the arrays
     */
    public CartParms Get() {
        return new CartParms(grid().dims().clone(), grid().periods().clone(), Coords(Rank()));
    }

    /**
     * The rank at coordinates; those of a ring may lie beyond its ends.
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
     * The ranks so many steps before and behind the caller, in a direction.
     *
     * @param direction the dimension, from 0
     * @param disp steps along it; negative ones go down
     * @return both ranks
     */
    public ShiftParms Shift(int direction, int disp) {
        int rank = engine.rank("Shift");
        return new ShiftParms(grid().neighbour("Shift", rank, direction, -disp),
                grid().neighbour("Shift", rank, direction, disp));
    }

    /**
     * The grids of fewer dimensions that lie along those that remain; each rank gets the one that it is in.
     * Every rank must call it.
     *
     * @param remain_dims whether each dimension is kept
     * @return the communicator of the ranks that have the other coordinates in common
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
     * Replaces the zeros among dims, so that their product is the number of nodes and they differ little.
     *
     * @param nnodes how many ranks there are
     * @param dims ranks in each dimension; those that are 0 are set, the others kept
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
