package org.rmi4mpi.tests.programs;

import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;
import mpi.Win;

/** A program of two ranks that makes one mistake, which strict mode finds. */
public final class StrictMistakes {
    private StrictMistakes() {}

    /** Leaves what is there. */
    private static final class First extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {}
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        boolean first = rank == 0;
        int[] ints = new int[8];
        Intracomm world = MPI.COMM_WORLD;
        try {
            switch (args[0]) {
                case "none" -> well(world, args[1]);
                case "operation" -> {
                    if (first) {
                        world.barrier();
                    } else {
                        world.allReduce(ints, 1, MPI.INT, MPI.SUM);
                    }
                }
                case "root" -> world.bcast(ints, 8, MPI.INT, rank);
                case "count" -> world.bcast(ints, first ? 8 : 4, MPI.INT, 0);
                case "type" -> world.bcast(first ? ints : new float[8], 8, first ? MPI.INT : MPI.FLOAT, 0);
                case "op" -> world.allReduce(ints, 1, MPI.INT, first ? MPI.SUM : MPI.MAX);
                case "total" -> world.allGather(ints, 2, MPI.INT, new int[8], 4, MPI.INT);
                case "started" -> {
                    if (first) {
                        world.iBarrier().waitFor();
                    } else {
                        world.iAllReduce(ints, new int[1], 1, MPI.INT, MPI.SUM).waitFor();
                    }
                }
                case "forgotten" -> {
                    if (first) {
                        world.barrier();
                    }
                }
                case "duplicate" -> {
                    try (Comm copy = world.dup()) {
                        copy.bcast(ints, 8, MPI.INT, rank);
                    }
                }
                case "unfreed" -> {
                    world.dup();
                    Datatype.createContiguous(3, MPI.INT);
                    world.getGroup();
                    new Op(new First(), true);
                    new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, world);
                    new File(world, args[1], MPI.MODE_RDWR);
                }
                case "request" -> {
                    if (!first) {
                        world.iRecv(ints, 8, MPI.INT, 0, 99);
                    }
                }
                case "unreceived" -> {
                    if (first) {
                        world.send(ints, 8, MPI.INT, 1, 42);
                        world.send(ints, 8, MPI.INT, 1, 43);
                    } else {
                        world.recv(ints, 8, MPI.INT, 0, 43);
                    }
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        } catch (MPIException e) {
            System.err.println("rank " + rank + " catches " + e.getMessage());
            throw e;
        }
        MPI.Finalize();
        System.out.println("ended");
    }

    /**
     * Nothing here is a mistake.
     *
     * @param name of a file that is made and deleted
     */
    private static void well(Intracomm world, String name) {
        int rank = world.getRank();
        int size = world.getSize();
        int next = (rank + 1) % size;
        int[] all = new int[size];
        Object[] text = {rank == 0 ? "text" : null};
        try (Comm copy = world.dup(); Intracomm half = world.split(rank % 2, rank)) {
            ((Intracomm) copy).barrier();
            copy.bcast(text, 1, MPI.OBJECT, 0);
            copy.iBcast(text, 1, MPI.OBJECT, 0).waitFor();
            half.allReduce(new int[1], 1, MPI.INT, MPI.SUM);
            copy.allGather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT);
            world.Gatherv(new int[] {rank}, 0, 1, MPI.INT, all, 0, ones(size), places(size), MPI.INT, 0);
            // One rank starts before it sends what the other waits for before it starts.
            var started = rank == 0 ? world.iBarrier() : null;
            copy.sendRecv(new int[1], 1, MPI.INT, next, 5, new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 5);
            started = started == null ? world.iBarrier() : started;
            started.waitFor();
        }
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        int[] sum = new int[2];
        world.reduce(new int[2], sum, 1, pair, MPI.SUM, 0);
        pair.free();
        try (Win win = new Win(MPI.newIntBuffer(1), 1, 1, new Info(), world)) {
            win.fence(0);
            win.fence(0);
        }
        try (File file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE)) {
            file.writeAt(rank, new byte[1], 1, MPI.BYTE);
        }
        try {
            new File(world, name, MPI.MODE_RDONLY);
        } catch (MPIException e) {
            world.barrier(); // no rank finds it
        }
    }

    private static int[] ones(int size) {
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static int[] places(int size) {
        int[] places = new int[size];
        Arrays.setAll(places, i -> i);
        return places;
    }
}
