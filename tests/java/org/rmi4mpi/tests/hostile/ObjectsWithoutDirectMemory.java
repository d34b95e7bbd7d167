package org.rmi4mpi.tests.hostile;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/** Collective operations of a few objects, where the program has left the last rank no direct memory. */
public final class ObjectsWithoutDirectMemory {
    private static final int LENGTH = 18_000;
    private static final int SMALLEST = 1 << 10;

    private static final Tally TALLY = new Tally();

    private ObjectsWithoutDirectMemory() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm all = MPI.COMM_WORLD;
        int size = all.Size();
        int last = size - 1;
        Object[] sent = new Object[size];
        Arrays.fill(sent, new byte[LENGTH]);
        Object[] got = new Object[size];
        List<ByteBuffer> taken = all.Rank() == last ? takeAll() : List.of();
        attempt(() -> all.Bcast(all.Rank() == last ? sent : got, 0, 1, MPI.OBJECT, last));
        attempt(() -> all.Bcast(all.Rank() == 0 ? sent : got, 0, 1, MPI.OBJECT, 0));
        attempt(() -> all.Gather(sent, 0, 1, MPI.OBJECT, got, 0, 1, MPI.OBJECT, last));
        attempt(() -> all.Allgather(sent, 0, 1, MPI.OBJECT, got, 0, 1, MPI.OBJECT));
        attempt(() -> all.Scatter(sent, 0, 1, MPI.OBJECT, got, 0, 1, MPI.OBJECT, last));
        TALLY.print(all.Rank());
        MPI.Finalize();
        System.out.println(taken.size() + " buffers were held until here");
    }

    private static List<ByteBuffer> takeAll() {
        List<ByteBuffer> taken = new ArrayList<>();
        for (int length = 1 << 20; length >= SMALLEST; length /= 4) {
            try {
                while (true) {
                    taken.add(ByteBuffer.allocateDirect(length));
                }
            } catch (OutOfMemoryError e) {
                // as it should be
            }
        }
        return taken;
    }

    private static void attempt(Runnable collective) {
        TALLY.call(() -> {
            collective.run();
            return true;
        });
    }
}
