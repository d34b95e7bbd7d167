package org.rmi4mpi.bench.mpi;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import mpi.File;
import mpi.MPI;
import mpi.Win;

/** Makes communicators, windows and files, uses them once, and frees them. All ranks do so together. */
final class MakerRuns {
    private static final String NAME = "build/bench/made.data";

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int next = (rank + 1) % MPI.COMM_WORLD.Size();

    void communicators(int bytes, int times) {
        for (int i = 0; i < times; i++) {
            MPI.COMM_WORLD.dup().free();
        }
    }

    void windows(int bytes, int times) {
        LongBuffer one = MPI.newLongBuffer(1);
        for (int i = 0; i < times; i++) {
            Win window = new Win(bytes, 1, MPI.INFO_NULL, MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE);
            window.fence(0);
            window.put(one, 1, MPI.LONG, next, 0, 1, MPI.LONG);
            window.fence(MPI.MODE_NOSUCCEED);
            window.free();
        }
    }

    void files(int bytes, int times) {
        ByteBuffer part = MPI.newByteBuffer(bytes);
        for (int i = 0; i < times; i++) {
            File file = new File(MPI.COMM_WORLD, NAME, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
            file.writeAtAll((long) rank * bytes, part, bytes, MPI.BYTE);
            file.close();
        }
    }
}
