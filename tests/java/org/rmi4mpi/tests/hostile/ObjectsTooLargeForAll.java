package org.rmi4mpi.tests.hostile;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Collective operations of objects for which one rank has no memory, or that it cannot write. They fail at every rank,
 * and the next ones succeed.
 */
public final class ObjectsTooLargeForAll {
    private static final int LARGE = 24 << 20;

    private static final Tally TALLY = new Tally();

    private ObjectsTooLargeForAll() {}

    private record Large(byte[] bytes) implements Serializable {}

    private static final class Unwritable implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IOException("on purpose");
        }
    }

    private interface Collective {
        void run(Object[] sent, Object[] received);
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm all = MPI.COMM_WORLD;
        int size = all.Size();
        Collective[] collectives = {
            (sent, received) -> all.Bcast(all.Rank() == 0 ? sent : received, 0, 1, MPI.OBJECT, 0),
            (sent, received) -> all.Gather(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT, size - 1),
            (sent, received) -> all.Allgather(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT),
            (sent, received) -> all.Scatter(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT, 0),
            (sent, received) -> all.Alltoall(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT)
        };
        boolean isRoot = all.Rank() == 0;
        for (Collective each : collectives) {
            attempt(each, isRoot ? new Large(new byte[LARGE]) : "small");
            attempt(each, "well");
            attempt(each, isRoot ? new Unwritable() : "small");
            attempt(each, "well");
        }
        TALLY.print(all.Rank());
        MPI.Finalize();
    }

    private static void attempt(Collective collective, Object element) {
        Object[] sent = new Object[MPI.COMM_WORLD.Size()];
        Arrays.fill(sent, element);
        TALLY.call(() -> {
            try {
                collective.run(sent, new Object[MPI.COMM_WORLD.Size()]);
                return true;
            } catch (RuntimeException e) {
                System.out.println("refused: " + e.getMessage());
                throw e;
            }
        });
    }
}
