package org.rmi4mpi.tests.programs;

import java.nio.IntBuffer;
import mpi.MPI;
import mpi.Request;

/** Two ranks start operations, and wait for them together, for {@code --stats} to count. */
public final class Started {
    private static final int TAG = 3;

    private Started() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.Rank();
        Request[] both = {MPI.COMM_WORLD.Irecv(new int[3], 0, 3, MPI.INT, other, TAG),
            MPI.COMM_WORLD.Isend(new int[3], 0, 3, MPI.INT, other, TAG)};
        Request.Waitall(both);
        IntBuffer sum = MPI.newIntBuffer(2);
        MPI.COMM_WORLD.iAllReduce(MPI.newIntBuffer(2), sum, 2, MPI.INT, MPI.SUM).waitFor();
        MPI.COMM_WORLD.Sendrecv(new int[1], 0, 1, MPI.INT, other, TAG, new int[1], 0, 1, MPI.INT, other, TAG);
        MPI.Finalize();
    }
}
