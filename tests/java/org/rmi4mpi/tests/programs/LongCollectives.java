package org.rmi4mpi.tests.programs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Two threads of each rank make long collective calls, each on a communicator of its own, while others make garbage. So collections
 * begin while both are in MPI. Two ranks or more.
 */
public final class LongCollectives {
    private static final int LENGTH = 150_000;
    /** The arrays are used from here on, and have more elements behind. */
    private static final int OFFSET = 77;
    private static final int UNTOUCHED = -9;

    private static volatile Object garbage;
    private static volatile boolean ends;
    private static int rounds;

    private LongCollectives() {}

    /** @param args the number of rounds of each thread */
    public static void main(String[] args) throws Exception {
        rounds = Integer.parseInt(args[0]);
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        Thread maker = new Thread(() -> {
            while (!ends) {
                garbage = new byte[50_000];
            }
        });
        maker.setDaemon(true);
        maker.start();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] callers = new Thread[2];
        for (int i = 0; i < callers.length; i++) {
            Intracomm comm = MPI.COMM_WORLD.dup();
            callers[i] = new Thread(() -> call(comm));
            callers[i].setUncaughtExceptionHandler((thread, e) -> failure.compareAndSet(null, e));
            callers[i].start();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        ends = true;
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        System.out.println("all calls are right");
        MPI.Finalize();
    }

    private static void call(Intracomm comm) {
        int rank = comm.getRank();
        int size = comm.getSize();
        Datatype everySecond = Datatype.createVector(LENGTH / 2, 1, 2, MPI.INT);
        everySecond.commit();
        for (int i = 0; i < rounds; i++) {
            int[] own = filled(LENGTH, 10 * i + rank);
            int[] sum = filled(LENGTH, UNTOUCHED);
            comm.Allreduce(own, OFFSET, sum, OFFSET, LENGTH, MPI.INT, MPI.SUM);
            check("Allreduce", sum, OFFSET, LENGTH, size * 10 * i + size * (size - 1) / 2);

            int[] from = filled(LENGTH, rank == 1 ? i : UNTOUCHED);
            comm.Bcast(from, OFFSET, LENGTH, MPI.INT, 1);
            check("Bcast", from, OFFSET, LENGTH, i);

            int[] all = filled(size * LENGTH, UNTOUCHED);
            comm.Allgather(own, OFFSET, LENGTH, MPI.INT, all, OFFSET, LENGTH, MPI.INT);
            for (int r = 0; r < size; r++) {
                for (int k = 0; k < LENGTH; k += 1000) {
                    expect("Allgather", all[OFFSET + r * LENGTH + k], 10 * i + r);
                }
            }
            movePieces(comm, i);
            // One rank has another layout, and the other one direct memory.
            if (rank == 0) {
                int[] gaps = filled(LENGTH, UNTOUCHED);
                comm.Bcast(gaps, OFFSET, 1, everySecond, 1);
                for (int k = 0; k < LENGTH; k++) {
                    expect("Bcast of a vector", gaps[OFFSET + k], k % 2 == 0 ? k / 2 : UNTOUCHED);
                }
            } else {
                IntBuffer direct = ByteBuffer.allocateDirect(2 * LENGTH).order(ByteOrder.nativeOrder()).asIntBuffer();
                for (int k = 0; k < LENGTH / 2; k++) {
                    direct.put(k, k);
                }
                comm.bcast(direct, LENGTH / 2, MPI.INT, 1);
            }
        }
        everySecond.free();
    }

    /** Rank r gives r + k + 1 parts to rank k. There are gaps between what is received. */
    private static void movePieces(Intracomm comm, int round) {
        int rank = comm.getRank();
        int size = comm.getSize();
        int part = LENGTH / 8;
        int[] given = new int[size];
        int[] from = new int[size];
        int[] own = new int[size];
        int[] places = new int[size];
        int end = 0;
        for (int k = 0; k < size; k++) {
            given[k] = (rank + k + 1) * part; // as much as rank k gives to this one
            from[k] = 1 + k * part;
            own[k] = (k + 1) * part;
            places[k] = end + part / 2;
            end = places[k] + given[k];
        }
        int[] out = filled(3 * size * part, 100 * round + rank);
        int[] in = filled(end, UNTOUCHED);
        comm.Alltoallv(out, OFFSET, given, from, MPI.INT, in, OFFSET, given, places, MPI.INT);
        checkPieces("Alltoallv", in, given, places, round);
        in = filled(end, UNTOUCHED);
        comm.Gatherv(out, OFFSET, own[rank], MPI.INT, in, OFFSET, own, places, MPI.INT, 1);
        checkPieces("Gatherv", in, rank == 1 ? own : new int[size], places, round);
    }

    private static void checkPieces(String call, int[] got, int[] lengths, int[] places, int round) {
        int[] expected = filled(got.length - 2 * OFFSET, UNTOUCHED);
        for (int giver = 0; giver < places.length; giver++) {
            int from = OFFSET + places[giver];
            Arrays.fill(expected, from, from + lengths[giver], 100 * round + giver);
        }
        for (int k = 0; k < got.length; k++) {
            if (got[k] != expected[k]) {
                expect(call + " at " + (k - OFFSET), got[k], expected[k]);
            }
        }
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[OFFSET + length + OFFSET];
        Arrays.fill(array, value);
        return array;
    }

    private static void check(String call, int[] array, int from, int length, int value) {
        for (int k = 0; k < length; k++) {
            expect(call, array[from + k], value);
        }
        expect(call + ", before", array[from - 1], call.equals("Bcast") ? array[0] : UNTOUCHED);
        expect(call + ", behind", array[from + length], call.equals("Bcast") ? array[0] : UNTOUCHED);
    }

    private static void expect(String call, int got, int expected) {
        if (got != expected) {
            throw new IllegalStateException(call + " gave " + got + ", not " + expected);
        }
    }
}
