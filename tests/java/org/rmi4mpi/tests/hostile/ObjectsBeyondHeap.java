package org.rmi4mpi.tests.hostile;

import java.util.List;
import java.util.concurrent.Callable;
import mpi.MPI;
import mpi.MPIException;

/**
 * Rank 0 sends objects that fit into its heap, while they do not fit together with their bytes. After each message it sends
 * an object that is short. Rank 1 takes nothing of a message that rank 0 keeps before rank 0 has made the call. Both ranks
 * count.
 */
public final class ObjectsBeyondHeap {
    private static final int ARRAYS = 400;
    private static final int LENGTH = 90_000;
    private static final int TAG = 1;
    private static final int MADE_TAG = 2;

    private static final Tally TALLY = new Tally();

    private ObjectsBeyondHeap() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Object[] small = {"small"};
        MPI.Buffer_attach(new byte[1 << 16]);
        boolean sends = MPI.COMM_WORLD.Rank() == 0;
        Object[] large = {sends ? new byte[ARRAYS][LENGTH] : null};
        List<Callable<?>> calls = sends
                ? List.of(() -> done(() -> MPI.COMM_WORLD.Send(large, 0, 1, MPI.OBJECT, 1, TAG)),
                        () -> done(() -> MPI.COMM_WORLD.Ssend(large, 0, 1, MPI.OBJECT, 1, TAG)),
                        () -> made(() -> MPI.COMM_WORLD.Isend(large, 0, 1, MPI.OBJECT, 1, TAG).Wait()),
                        () -> done(() -> MPI.COMM_WORLD.Bsend(large, 0, 1, MPI.OBJECT, 1, TAG)),
                        () -> made(() -> MPI.COMM_WORLD.Sendrecv(large, 0, 1, MPI.OBJECT, 1, TAG, new Object[1], 0, 1,
                                MPI.OBJECT, MPI.PROC_NULL, TAG)))
                : List.of(ObjectsBeyondHeap::received, ObjectsBeyondHeap::received, () -> {
                    awaitMade();
                    return MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, 0, TAG).Wait();
                }, () -> {
                    MPI.COMM_WORLD.Probe(0, TAG);
                    return received();
                }, () -> {
                    awaitMade();
                    return received();
                });
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

    /** Makes a call, and tells rank 1 that it was made. */
    private static Object made(Callable<?> call) throws Exception {
        try {
            return call.call();
        } finally {
            MPI.COMM_WORLD.Send(new byte[1], 0, 1, MPI.BYTE, 1, MADE_TAG);
        }
    }

    private static void awaitMade() {
        MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, 0, MADE_TAG);
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
