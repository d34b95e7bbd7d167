package org.rmi4mpi.tests.programs;

import mpi.MPI;
import mpi.Status;

/** Sends an array of more than 1 GiB to the next rank and back, and to all. */
public final class LargeMessage {
    private static final int LENGTH = (1 << 30) + 1000;

    private LargeMessage() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        byte[] bytes = new byte[LENGTH];
        if (rank == 0) {
            mark(bytes, 1);
            MPI.COMM_WORLD.Send(bytes, 0, LENGTH, MPI.BYTE, 1, 0);
            mark(bytes, 0);
            MPI.COMM_WORLD.Recv(bytes, 0, LENGTH, MPI.BYTE, 1, 0);
            check(bytes, 2);
        } else {
            Status status = MPI.COMM_WORLD.Recv(bytes, 0, LENGTH, MPI.BYTE, 0, 0);
            if (status.count != LENGTH) {
                throw new IllegalStateException("received " + status.count);
            }
            check(bytes, 1);
            mark(bytes, 2);
            MPI.COMM_WORLD.Send(bytes, 0, LENGTH, MPI.BYTE, 0, 0);
            mark(bytes, 3);
        }
        MPI.COMM_WORLD.Bcast(bytes, 0, LENGTH, MPI.BYTE, 1);
        check(bytes, 3);
        MPI.Finalize();
        System.out.println("all bytes are right");
    }

    private static void mark(byte[] bytes, int first) {
        for (int i = 0; i < LENGTH; i += 999) {
            bytes[i] = (byte) (first + i);
        }
    }

    private static void check(byte[] bytes, int first) {
        for (int i = 0; i < LENGTH; i += 999) {
            if (bytes[i] != (byte) (first + i)) {
                throw new IllegalStateException("byte " + i + " is " + bytes[i]);
            }
        }
    }
}
