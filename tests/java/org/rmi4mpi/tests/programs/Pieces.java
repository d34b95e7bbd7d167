package org.rmi4mpi.tests.programs;

import mpi.MPI;

/** Prints lines in pieces, and leaves one unfinished. Its argument says how it ends. */
public final class Pieces {
    /** Lines of each rank, which take less than 4 KiB together: mpirun cuts more where its buffer ends. */
    public static final int LINES = 60;

    private Pieces() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < LINES; i++) {
            System.out.printf("line %d of %s %d: %s, %d%n", i, "rank", rank, "in many pieces", i * i);
            Thread.yield();
        }
        MPI.COMM_WORLD.Barrier();
        switch (args[0]) {
            case "finalize" -> {
                System.out.print("unfinished of rank " + rank + ";");
                MPI.Finalize();
            }
            case "exit" -> {
                MPI.Finalize();
                System.out.print("unfinished of rank " + rank + ";");
                System.exit(0);
            }
            case "hook" -> {
                Runtime.getRuntime().addShutdownHook(
                        new Thread(() -> System.out.print("unfinished of rank " + rank + ";")));
                MPI.Finalize();
            }
            case "abort" -> {
                System.out.print("unfinished of rank " + rank + ";");
                System.out.flush();
                MPI.COMM_WORLD.Barrier();
                MPI.COMM_WORLD.Abort(3);
            }
            case "wait" -> {
                System.out.print("unfinished of rank " + rank + ";");
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, rank, 1); // waits until the job is told to end
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
