package org.rmi4mpi.tests.hostile;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * Rank 0 sends objects that rank 1 cannot take: its memory is too small, it has room for fewer, or they cannot be read.
 * Both ranks count: each message is sent, and each is received or refused.
 */
public final class ObjectsTooLarge {
    private static final int LARGE = 40 << 20;
    private static final int TAG = 1;
    private static final int SMALL_TAG = 2;
    private static final Object[] SMALL = {"small"};

    private static final Tally TALLY = new Tally();

    private ObjectsTooLarge() {}

    /** The kind of throwable that reading the object ends in, after many bytes. */
    private enum Trouble {
        CLASS_NOT_FOUND,
        ERROR,
        UNCHECKED
    }

    private record Large(byte[] bytes) implements Serializable {}

    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1;

        private final Trouble trouble;
        private final byte[] bytes = new byte[1 << 20];

        Unreadable(Trouble trouble) {
            this.trouble = trouble;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            switch (trouble) {
                case CLASS_NOT_FOUND -> throw new ClassNotFoundException("on purpose");
                case ERROR -> throw new NoClassDefFoundError("on purpose");
                default -> throw new IllegalStateException("on purpose");
            }
        }
    }

    /** The messages that rank 0 sends, in the order of rank 1's receives. */
    private static final List<Object[]> SENT = new ArrayList<>();
    private static final List<Callable<?>> RECEIVES = new ArrayList<>();

    private static void exchange(Object[] sent, Callable<?> receive) {
        SENT.add(sent);
        RECEIVES.add(receive);
    }

    private static Object[] received() {
        return new Object[8];
    }

    private static Request irecv(int tag) {
        return MPI.COMM_WORLD.Irecv(received(), 0, 8, MPI.OBJECT, 0, tag);
    }

    private static Status recv() {
        return MPI.COMM_WORLD.Recv(received(), 0, 8, MPI.OBJECT, 0, TAG);
    }

    private static void plan() {
        Object[] large = {MPI.COMM_WORLD.Rank() == 0 ? new Large(new byte[LARGE]) : null};
        Prequest again = MPI.COMM_WORLD.Recv_init(received(), 0, 8, MPI.OBJECT, 0, TAG);
        exchange(large, ObjectsTooLarge::recv);
        exchange(large, () -> tested(irecv(TAG)));
        exchange(large, () -> irecv(TAG).toFuture().get());
        exchange(large, () -> Request.Waitall(new Request[] {null, irecv(MPI.ANY_TAG)}));
        exchange(large, () -> started(again));
        exchange(large, () -> started(again));
        exchange(large, ObjectsTooLarge::probed);
        exchange(large, () -> interrupted(ObjectsTooLarge::recv));
        exchange(new Object[] {new byte[1 << 20], 2, 3},
                () -> MPI.COMM_WORLD.Recv(received(), 0, 1, MPI.OBJECT, 0, TAG));
        for (Trouble trouble : Trouble.values()) {
            exchange(new Object[] {new Unreadable(trouble)}, ObjectsTooLarge::recv);
        }
    }

    private static Status tested(Request request) {
        while (true) {
            Status status = request.Test();
            if (status != null) {
                return status;
            }
        }
    }

    private static Status started(Prequest request) {
        request.Start();
        return request.Wait();
    }

    private static Status probed() {
        Status probed = MPI.COMM_WORLD.Probe(0, TAG);
        if (probed.Get_count(MPI.OBJECT) != 1) {
            throw new IllegalStateException("no object after a probe");
        }
        return recv();
    }

    private static <T> T interrupted(Callable<T> receive) throws Exception {
        Thread.currentThread().interrupt();
        try {
            return receive.call();
        } finally {
            if (!Thread.interrupted()) {
                throw new IllegalStateException("the interrupt is lost");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        plan();
        if (MPI.COMM_WORLD.Rank() == 0) {
            send();
        } else {
            receive();
        }
        MPI.COMM_WORLD.Barrier();
        TALLY.print(MPI.COMM_WORLD.Rank());
        MPI.Finalize();
    }

    private static void send() {
        int ways = 0;
        for (Object[] objects : SENT) {
            boolean synchronously = ways++ % 2 == 1;
            TALLY.call(() -> {
                if (synchronously) {
                    MPI.COMM_WORLD.Ssend(objects, 0, objects.length, MPI.OBJECT, 1, TAG);
                } else {
                    MPI.COMM_WORLD.Send(objects, 0, objects.length, MPI.OBJECT, 1, TAG);
                }
                return true;
            });
            MPI.COMM_WORLD.Send(SMALL, 0, 1, MPI.OBJECT, 1, SMALL_TAG);
        }
        TALLY.call(() -> { // nobody waits for the receive
            MPI.COMM_WORLD.Send(SENT.get(0), 0, 1, MPI.OBJECT, 1, TAG);
            return true;
        });
    }

    private static void receive() {
        for (Callable<?> each : RECEIVES) {
            TALLY.call(() -> refused(each));
            Object[] small = received();
            MPI.COMM_WORLD.Recv(small, 0, 1, MPI.OBJECT, 0, SMALL_TAG);
            if (!small[0].equals(SMALL[0])) {
                throw new IllegalStateException("got " + small[0] + " in place of the small object");
            }
        }
        irecv(TAG);
    }

    /** Tells the first line of each refusal. */
    private static Object refused(Callable<?> receive) throws Exception {
        try {
            return receive.call();
        } catch (Exception | Error e) {
            Throwable told = e instanceof MPIException || e.getCause() == null ? e : e.getCause();
            System.out.println("refused: " + told.getMessage());
            throw e;
        }
    }
}
