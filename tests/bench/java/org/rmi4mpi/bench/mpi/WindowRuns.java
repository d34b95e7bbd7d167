package org.rmi4mpi.bench.mpi;

import java.nio.ByteBuffer;
import mpi.MPI;
import mpi.Win;

/** Puts to a window of rank 1 and gets from it, each of which is complete at both ranks before the next. */
final class WindowRuns implements AutoCloseable {
    static final int LARGEST = 4 << 20;

    private static final int TARGET = 1;
    private static final int PAGE = 4096;

    private final Win window = new Win(LARGEST, 1, MPI.INFO_NULL, MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE);

    /** Where C's lies in its page: copies between like places of two pages take up to ten times as long. */
    private final ByteBuffer origin =
            ByteBuffer.allocateDirect(LARGEST + 2 * PAGE).alignedSlice(PAGE).position(PAGE / 2).slice();

    void put(int count, int times) {
        if (MPI.COMM_WORLD.Rank() == 0) {
            window.lock(MPI.LOCK_SHARED, TARGET, 0);
            for (int i = 0; i < times; i++) {
                window.put(origin, count, MPI.BYTE, TARGET, 0, count, MPI.BYTE);
                window.flush(TARGET);
            }
            window.unlock(TARGET);
        }
    }

    void get(int count, int times) {
        if (MPI.COMM_WORLD.Rank() == 0) {
            window.lock(MPI.LOCK_SHARED, TARGET, 0);
            for (int i = 0; i < times; i++) {
                window.get(origin, count, MPI.BYTE, TARGET, 0, count, MPI.BYTE);
                window.flush(TARGET);
            }
            window.unlock(TARGET);
        }
    }

    @Override
    public void close() {
        window.free();
    }
}
