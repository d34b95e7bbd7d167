package org.rmi4mpi.tests.programs;

import java.util.Arrays;
import mpi.MPI;
import mpi.Request;
import org.rmi4mpi.rmi.LocateRegistry;

/** Does the same as peer.c: Java ranks and others exchange arrays. Also makes a remote call among the Java ranks. */
public final class Peer {
    private Peer() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        for (int other = 0; other < size; other++) {
            if (other != rank) {
                exchange(rank, other);
            }
        }
        for (int root = 0; root < size; root++) {
            float[] values = rank == root ? new float[] {root, root + 0.5f, root + 1} : new float[3];
            MPI.COMM_WORLD.Bcast(values, 0, 3, MPI.FLOAT, root);
            check(Arrays.equals(values, new float[] {root, root + 0.5f, root + 1}));
        }
        double[] sum = new double[2];
        MPI.COMM_WORLD.Allreduce(new double[] {rank, 1}, 0, sum, 0, 2, MPI.DOUBLE, MPI.SUM);
        check(sum[0] == size * (size - 1) / 2.0 && sum[1] == size);
        check(LocateRegistry.getRegistry().list().length == 0);
        MPI.COMM_WORLD.Barrier();
        System.out.println("peer in Java: all as expected");
        MPI.Finalize();
    }

    /** A rank of another language sends and receives different data. Java ranks send both. */
    private static void exchange(int rank, int other) {
        long[] longs = {rank, 1L << 40};
        char[] chars = {'a', '\u00e4', '\u0416'};
        int[] ints = {rank, 1, 2, 3, 4};
        double[] doubles = new double[1000];
        Arrays.setAll(doubles, i -> rank + i / 1000.0);
        boolean javaPeer = Arrays.asList(System.getProperty("java.peers", "").split(",")).contains("" + other);
        Request[] sends = {
            MPI.COMM_WORLD.Isend(longs, 0, 2, MPI.LONG, other, 3),
            MPI.COMM_WORLD.Isend(chars, 0, 3, MPI.CHAR, other, 4),
            javaPeer ? MPI.COMM_WORLD.Isend(ints, 0, 5, MPI.INT, other, 1) : MPI.REQUEST_NULL,
            javaPeer ? MPI.COMM_WORLD.Isend(doubles, 0, 1000, MPI.DOUBLE, other, 2) : MPI.REQUEST_NULL
        };
        int[] gotInts = new int[5];
        double[] gotDoubles = new double[1000];
        MPI.COMM_WORLD.Recv(gotInts, 0, 5, MPI.INT, other, 1);
        MPI.COMM_WORLD.Recv(gotDoubles, 0, 1000, MPI.DOUBLE, other, 2);
        check(Arrays.equals(gotInts, new int[] {other, 1, 2, 3, 4}));
        check(gotDoubles[999] == other + 999 / 1000.0);
        if (javaPeer) {
            MPI.COMM_WORLD.Recv(new long[2], 0, 2, MPI.LONG, other, 3);
            MPI.COMM_WORLD.Recv(new char[3], 0, 3, MPI.CHAR, other, 4);
        }
        Request.Waitall(sends);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("not as expected at rank " + MPI.COMM_WORLD.Rank());
        }
    }
}
