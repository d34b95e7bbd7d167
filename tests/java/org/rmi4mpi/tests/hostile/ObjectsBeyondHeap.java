package org.rmi4mpi.tests.hostile;

import java.util.List;
import java.util.concurrent.Callable;
import mpi.MPI;
import mpi.MPIException;

/** Rank 0 sends objects whose bytes do not fit into its heap, and after each failure an object that fits. Both ranks count. */
public final class ObjectsBeyondHeap {
    private static final int LARGE = 36 << 20;
    private static final int TAG = 1;

    private static final Tally TALLY = new Tally();

    private ObjectsBeyondHeap() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Object[] large = {new byte[LARGE]};
        Object[] small = {"small"};
        MPI.Buffer_attach(new byte[1 << 16]);
        boolean sends = MPI.COMM_WORLD.Rank() == 0;
        List<Callable<?>> calls = sends
                ? List.of(() -> done(() -> MPI.COMM_WORLD.Send(large, 0, 1, MPI.OBJECT, 1, TAG)),
                        () -> done(() -> MPI.COMM_WORLD.Ssend(large, 0, 1, MPI.OBJECT, 1, TAG)),
                        () -> MPI.COMM_WORLD.Isend(large, 0, 1, MPI.OBJECT, 1, TAG).Wait(),
                        () -> done(() -> MPI.COMM_WORLD.Bsend(large, 0, 1, MPI.OBJECT, 1, TAG)),
                        () -> MPI.COMM_WORLD.Sendrecv(large, 0, 1, MPI.OBJECT, 1, TAG, new Object[1], 0, 1, MPI.OBJECT,
                                MPI.PROC_NULL, TAG))
                : List.of(ObjectsBeyondHeap::received, ObjectsBeyondHeap::received,
                        () -> MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, 0, TAG).Wait(), () -> {
                            MPI.COMM_WORLD.Probe(0, TAG);
                            return received();
                        }, ObjectsBeyondHeap::received);
        for (Callable<?> call : calls) {
            TALLY.call(() -> told(call));
            TALLY.call(() -> sends ? done(() -> MPI.COMM_WORLD.Send(small, 0, 1, MPI.OBJECT, 1, TAG)) : received());
        }
        TALLY.print(MPI.COMM_WORLD.Rank());
        MPI.Finalize();
    }

    private static boolean done(Runnable call) {
        call.run();
        return true;
    }

    private static Object received() {
        return MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, TAG);
    }

    private static Object told(Callable<?> call) throws Exception {
        try {
            return call.call();
        } catch (MPIException e) {
            System.out.println("refused: " + e.getMessage());
            throw e;
        }
    }
}
