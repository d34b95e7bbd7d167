package org.rmi4mpi.tests.programs;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/** Is spawned: sends its rank, its size and a number from its command line to the parents' first rank, and leaves. */
public final class SpawnedChild {
    private SpawnedChild() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intercomm parent = Intercomm.getParent();
        int[] told = {MPI.COMM_WORLD.getRank(), MPI.COMM_WORLD.getSize(), Integer.parseInt(args[0])};
        parent.send(told, told.length, MPI.INT, 0, 7);
        parent.send("greetings", 1, MPI.OBJECT, 0, 8);
        int[] sum = {1};
        Intracomm all = parent.merge(true);
        all.allReduce(sum, 1, MPI.INT, MPI.SUM);
        all.free();
        int[] check = {-1};
        parent.bcast(check, 1, MPI.INT, 0);
        if (check[0] != sum[0]) {
            throw new AssertionError(check[0] + " != " + sum[0]);
        }
        parent.disconnect();
        MPI.Finalize();
    }
}
