package org.rmi4mpi.tests.programs;

import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;
import org.rmi4mpi.rmi.Ranks;

/**
 * Rank 1 gives arrays of a crowded heap to MPI. Its collector moves them before MPI is done with them. Every array must
 * have its own elements afterwards. Two ranks; the argument is a folder for a file.
 */
public final class MovedArrays {
    private static final int LENGTH = CrowdedHeap.LENGTH;
    private static final int SENT = -5;
    private static final int CALLS = 30;
    private static final int READY = 1;
    private static final int ARRAY = 2;

    /** The start of an operation that reads or writes an array. */
    @FunctionalInterface
    private interface Start {
        Request of(int[] array) throws Exception;
    }

    interface Echo extends Remote {
        int[] echo(int[] array) throws RemoteException;

        void last() throws RemoteException;
    }

    private MovedArrays() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        boolean isFirst = world.Rank() == 0;
        messages(world, isFirst);
        collectives(isFirst);
        window(isFirst);
        if (!isFirst) {
            file(Path.of(args[0], "moved"));
        }
        world.Barrier();
        calls(isFirst);
        world.Barrier();
        if (isFirst) {
            System.out.println("all arrays are right");
        }
        MPI.Finalize();
    }

    /** A heap in which only the chosen array is in use by MPI. */
    private static CrowdedHeap crowded() {
        return CrowdedHeap.filled(91, 57);
    }

    /** Starts an operation, has its array moved, tells rank 0, and waits. Returns the heap. */
    private static CrowdedHeap moved(Start operation) throws Exception {
        CrowdedHeap heap = crowded();
        Request request = operation.of(heap.chosen());
        heap.move();
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, READY);
        request.Wait();
        return heap;
    }

    private static void awaitMove() {
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, READY);
    }

    private static void messages(Intracomm world, boolean isFirst) throws Exception {
        if (isFirst) {
            int[] array = CrowdedHeap.filled(SENT);
            awaitMove();
            world.Send(array, 0, LENGTH, MPI.INT, 1, ARRAY);
            awaitMove();
            world.Recv(array, 0, LENGTH, MPI.INT, 1, ARRAY);
            int[] number = new int[1];
            world.Recv(number, 0, 1, MPI.INT, 1, ARRAY);
            CrowdedHeap.checkAll("a message from a moved array", array, number[0]);
        } else {
            moved(array -> world.Irecv(array, 0, LENGTH, MPI.INT, 0, ARRAY)).check("a received message", SENT);
            CrowdedHeap heap = moved(array -> world.Isend(array, 0, LENGTH, MPI.INT, 0, ARRAY));
            heap.check("a sent message", heap.number());
            world.Send(new int[] {heap.number()}, 0, 1, MPI.INT, 0, ARRAY);
        }
    }

    private static void collectives(boolean isFirst) throws Exception {
        int[] counts = {LENGTH, 0};
        int[] displs = {0, 0};
        if (isFirst) {
            int[] array = CrowdedHeap.filled(SENT);
            awaitMove();
            MPI.COMM_WORLD.iBcast(array, LENGTH, MPI.INT, 0).Wait();
            awaitMove();
            MPI.COMM_WORLD.iAllGatherv(array, LENGTH, MPI.INT, new int[LENGTH], counts, displs, MPI.INT).Wait();
        } else {
            moved(array -> MPI.COMM_WORLD.iBcast(array, LENGTH, MPI.INT, 0)).check("a broadcast", SENT);
            moved(array -> MPI.COMM_WORLD.iAllGatherv(new int[0], 0, MPI.INT, array, counts, displs, MPI.INT))
                    .check("a gathered piece", SENT);
        }
    }

    private static void window(boolean isFirst) throws Exception {
        Win window = new Win(MPI.newIntBuffer(LENGTH), LENGTH, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        window.fence(0);
        if (isFirst) {
            window.fence(0);
            window.fence(0);
        } else {
            get(window, put(window));
        }
        window.free();
    }

    private static int put(Win window) throws Exception {
        CrowdedHeap heap = crowded();
        window.put(heap.chosen(), LENGTH, MPI.INT, 0, 0, LENGTH, MPI.INT);
        heap.move();
        window.fence(0);
        heap.check("put", heap.number());
        return heap.number();
    }

    private static void get(Win window, int expected) throws Exception {
        CrowdedHeap heap = crowded();
        Arrays.fill(heap.chosen(), SENT);
        window.get(heap.chosen(), LENGTH, MPI.INT, 0, 0, LENGTH, MPI.INT);
        heap.move();
        window.fence(0);
        heap.check("got", expected);
    }

    private static void file(Path path) throws Exception {
        File file = new File(MPI.COMM_SELF, path.toString(),
                MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        read(file, write(file));
        file.close();
    }

    private static int write(File file) throws Exception {
        CrowdedHeap heap = crowded();
        Request write = file.iWriteAt(0, heap.chosen(), LENGTH, MPI.INT);
        heap.move();
        write.Wait();
        heap.check("written", heap.number());
        return heap.number();
    }

    private static void read(File file, int expected) throws Exception {
        CrowdedHeap heap = crowded();
        Arrays.fill(heap.chosen(), SENT);
        Request read = file.iReadAt(0, heap.chosen(), LENGTH, MPI.INT);
        heap.move();
        read.Wait();
        heap.check("read", expected);
    }

    /** Arguments and results of calls, while the collector works. */
    private static void calls(boolean isFirst) throws Exception {
        AtomicBoolean isLast = new AtomicBoolean();
        Echo next = Ranks.each(Echo.class, new Echo() {
            @Override
            public int[] echo(int[] array) {
                return array;
            }

            @Override
            public void last() {
                isLast.set(true);
            }
        }).get(1);
        if (!isFirst) {
            while (!isLast.get()) {
                CrowdedHeap heap = CrowdedHeap.filled(60, 70);
                heap.move();
                heap.check("beside calls", heap.number());
            }
            return;
        }
        for (int i = 0; i < CALLS; i++) {
            CrowdedHeap.checkAll("an echo", next.echo(CrowdedHeap.filled(i)), i);
        }
        next.last();
    }
}
