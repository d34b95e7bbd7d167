package org.rmi4mpi.doctor;

import java.time.Instant;
import java.util.Arrays;
import mpi.MPI;

/** Measures messages between two ranks. Both ranks call these methods. Stateless. */
final class RoundTrip {
    private static final int TAG = 1;
    private static final int TIMES = 101;
    private static final int SHORT = 8;
    private static final int LONG = 1 << 20;
    private static final int TIMES_LONG = 11;

    private RoundTrip() {}

    /** Returns the times of a round trip of 8 bytes and of 1 MiB, in microseconds. The second rank gets zeros. */
    static double[] between(int first, int second) {
        return new double[] {between(first, second, SHORT, TIMES), between(first, second, LONG, TIMES_LONG)};
    }

    /**
     * The first half warms up. The lower quartile shows the speed of the network even if other processes use the cores.
     */
    private static double between(int first, int second, int bytes, int times) {
        byte[] message = new byte[bytes];
        boolean asks = MPI.COMM_WORLD.Rank() == first;
        double[] us = new double[times];
        for (int i = 0; i < 2 * times; i++) {
            long start = System.nanoTime();
            if (asks) {
                MPI.COMM_WORLD.Send(message, 0, bytes, MPI.BYTE, second, TAG);
                MPI.COMM_WORLD.Recv(message, 0, bytes, MPI.BYTE, second, TAG);
                us[i % times] = (System.nanoTime() - start) / 1e3;
            } else {
                MPI.COMM_WORLD.Recv(message, 0, bytes, MPI.BYTE, first, TAG);
                MPI.COMM_WORLD.Send(message, 0, bytes, MPI.BYTE, first, TAG);
            }
        }
        Arrays.sort(us);
        return us[times / 4];
    }

    /**
     * Compares two clocks by the answer that took the shortest time.
     *
     * @return how many nanoseconds the second rank's clock is ahead, and the largest error of that number; zeros at the
     *     second rank
     */
    static long[] clocks(int first, int second) {
        long[] best = {0, Long.MAX_VALUE};
        long[] time = new long[1];
        for (int i = 0; i < TIMES; i++) {
            if (MPI.COMM_WORLD.Rank() == first) {
                long start = nowNs();
                MPI.COMM_WORLD.Send(time, 0, 1, MPI.LONG, second, TAG);
                MPI.COMM_WORLD.Recv(time, 0, 1, MPI.LONG, second, TAG);
                long half = (nowNs() - start) / 2;
                if (half < best[1]) {
                    best = new long[] {time[0] - (start + half), half};
                }
            } else {
                MPI.COMM_WORLD.Recv(time, 0, 1, MPI.LONG, first, TAG);
                time[0] = nowNs();
                MPI.COMM_WORLD.Send(time, 0, 1, MPI.LONG, first, TAG);
            }
        }
        return best;
    }

    private static long nowNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }
}
