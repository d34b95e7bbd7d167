package org.rmi4mpi.tests.hostile;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.concurrent.atomic.AtomicLong;
import mpi.MPI;
import org.rmi4mpi.rmi.Batch;
import org.rmi4mpi.rmi.Calls;
import org.rmi4mpi.rmi.Ranks;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/** A batch grows until a call finds no memory. The calls before it remain in the batch, and later batches pass. */
final class LongBatch {
    private static final int LENGTH = 1 << 20;

    private LongBatch() {}

    interface Sink extends Remote {
        void take(byte[] bytes) throws RemoteException;

        long taken() throws RemoteException;
    }

    private static final class RankSink extends UnicastRemoteObject implements Sink {
        private static final long serialVersionUID = 1L;
        private final transient AtomicLong taken = new AtomicLong();

        RankSink() throws RemoteException {}

        @Override
        public void take(byte[] bytes) {
            taken.addAndGet(bytes.length);
        }

        @Override
        public long taken() {
            return taken.get();
        }
    }

    /** @param args calls of the batch; MiB of direct memory that rank 1 takes itself */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Tally tally = new Tally();
        Sink sink = Ranks.each(Sink.class, new RankSink()).get(1);
        ByteBuffer taken = rank == 1 ? ByteBuffer.allocateDirect(Integer.parseInt(args[1]) << 20) : null;
        MPI.COMM_WORLD.Barrier();
        if (rank == 0) {
            attack(tally, sink, Integer.parseInt(args[0]));
        }
        MPI.COMM_WORLD.Barrier();
        tally.print(rank);
        Reference.reachabilityFence(taken);
        MPI.Finalize();
    }

    private static void attack(Tally tally, Sink sink, int calls) throws RemoteException {
        Batch<Sink> batch = Calls.batch(sink);
        boolean fits = true;
        while (fits && batch.size() < calls) {
            fits = succeeds(tally, () -> batch.stub().take(new byte[LENGTH]));
        }
        int size = batch.size();
        long taken = succeeds(tally, batch::send) ? size : 0;
        check(sink.taken(), taken * LENGTH);
        batch.stub().take(new byte[LENGTH]);
        check(batch.size(), 1);
        batch.send();
        check(sink.taken(), (taken + 1) * LENGTH);
    }

    private interface Step {
        void run() throws RemoteException;
    }

    private static boolean succeeds(Tally tally, Step step) {
        return tally.call(() -> {
            try {
                step.run();
                return true;
            } catch (RemoteException e) {
                System.out.println(e);
                throw e;
            }
        }) != null;
    }

    private static void check(long found, long expected) {
        if (found != expected) {
            throw new IllegalStateException(found + ", not " + expected);
        }
    }
}
