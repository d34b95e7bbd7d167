package org.rmi4mpi.tests.hostile;

import mpi.MPI;
import mpi.Win;

/** Puts into windows whose memory is made where the ranks of the node have little or nothing to share. */
public final class WindowsWithoutSharedMemory {
    private static final int LARGE = 1 << 20;

    private WindowsWithoutSharedMemory() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        for (int bytes : new int[] {8, LARGE}) {
            try (Win win = new Win(bytes, 1, MPI.INFO_NULL, MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE)) {
                long[] got = new long[1];
                win.fence(0);
                win.put(new long[] {rank + 1}, 1, MPI.LONG, (rank + 1) % size, bytes - 8, 1, MPI.LONG);
                win.fence(0);
                win.get(got, 1, MPI.LONG, rank, bytes - 8, 1, MPI.LONG);
                win.fence(0);
                System.out.println("window of " + bytes + " bytes: " + (got[0] == (rank + size - 1) % size + 1));
            }
        }
        MPI.Finalize();
    }
}
