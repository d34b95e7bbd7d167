package org.rmi4mpi.tests.programs;

import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/** Exchanges objects, and arrays in place if the collector does not move them, by package mpi alone. */
public final class MessagesAlone {
    private MessagesAlone() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Object[] got = {MPI.COMM_WORLD.Rank() == 0 ? List.of("root's", 1) : null};
        MPI.COMM_WORLD.Bcast(got, 0, 1, MPI.OBJECT, 0);
        for (int length : new int[] {10, 10_000, 1_000_000}) {
            exchange(MPI.COMM_WORLD, length);
        }
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " got " + got[0]);
        MPI.Finalize();
    }

    /** The elements of a rank's piece are its number. There are gaps between the pieces, and around them. */
    private static void exchange(Intracomm comm, int length) {
        int size = comm.Size();
        int step = length + 5;
        int[] own = new int[length];
        Arrays.fill(own, comm.Rank());
        int[] counts = new int[size];
        Arrays.fill(counts, length);
        int[] displs = new int[size];
        Arrays.setAll(displs, i -> (size - 1 - i) * step);
        int[] expected = new int[2 + size * step];
        Arrays.fill(expected, -1);
        for (int i = 0; i < size; i++) {
            Arrays.fill(expected, 2 + displs[i], 2 + displs[i] + length, i);
        }
        int[] all = new int[expected.length];
        Arrays.fill(all, -1);
        comm.Allgatherv(own, 0, length, MPI.INT, all, 2, counts, displs, MPI.INT);
        check("Allgatherv", all, expected);
        int[] again = new int[expected.length];
        Arrays.fill(again, -1);
        comm.Gatherv(own, 0, length, MPI.INT, again, 2, counts, displs, MPI.INT, 0);
        comm.Bcast(again, 0, again.length, MPI.INT, 0);
        check("Gatherv and Bcast", again, expected);
        int[] part = new int[length];
        comm.Scatterv(all, 2, counts, displs, MPI.INT, part, 0, length, MPI.INT, size - 1);
        check("Scatterv", part, own);
        int[] mine = new int[expected.length];
        Arrays.fill(mine, -1);
        for (int i = 0; i < size; i++) {
            Arrays.fill(mine, 2 + displs[i], 2 + displs[i] + length, comm.Rank());
        }
        comm.Alltoallv(mine, 2, counts, displs, MPI.INT, mine, 2, counts, displs, MPI.INT);
        check("Alltoallv", mine, expected);
    }

    private static void check(String call, int[] got, int[] expected) {
        if (!Arrays.equals(got, expected)) {
            throw new IllegalStateException(call + " went wrong with " + got.length + " elements");
        }
    }
}
