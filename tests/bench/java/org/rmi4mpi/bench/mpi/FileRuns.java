package org.rmi4mpi.bench.mpi;

import mpi.File;
import mpi.MPI;

/** Writes and reads of a file, of which each rank has its part. A part is too long for one buffer. */
final class FileRuns implements AutoCloseable {
    static final int BYTES = 256 << 20;

    private static final String NAME = "build/bench/mpi.data";

    private final File file =
            new File(MPI.COMM_WORLD, NAME, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);

    void write(Object out, int bytes, int times, int largestPiece) {
        transfer(bytes, times, largestPiece, (place, count) -> file.writeAt(place, out, count, MPI.BYTE));
    }

    void read(Object in, int bytes, int times, int largestPiece) {
        transfer(bytes, times, largestPiece, (place, count) -> file.readAt(place, in, count, MPI.BYTE));
    }

    @FunctionalInterface
    private interface Transfer {
        void at(long place, int count);
    }

    private static void transfer(int bytes, int times, int largestPiece, Transfer transfer) {
        int part = bytes / MPI.COMM_WORLD.Size();
        int piece = Math.min(part, largestPiece);
        for (int i = 0; i < times; i++) {
            for (int done = 0; done < part; done += piece) {
                transfer.at((long) MPI.COMM_WORLD.Rank() * part + done, piece);
            }
        }
        MPI.COMM_WORLD.Barrier();
    }

    @Override
    public void close() {
        file.close();
    }
}
