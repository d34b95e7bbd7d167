package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.lang.reflect.Array;
import mpi.MPI;
import mpi.Op;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.RankRunner;

@RunWith(RankRunner.class)
@InCheck
public class CollectiveTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();

    @Test
    public void bcastFromEveryRootOfEveryType() {
        for (Arrays8 kind : Arrays8.values()) {
            for (int root = 0; root < size; root++) {
                Object buf = rank == root ? kind.filled(9, root) : kind.zeros(9);
                MPI.COMM_WORLD.Bcast(buf, 2, 5, kind.type, root);
                Object expected = kind.zeros(9);
                System.arraycopy(kind.filled(9, root), 2, expected, 2, 5);
                if (rank == root) {
                    expected = kind.filled(9, root);
                }
                assertThat(kind + " from " + root, buf, equalTo(expected));
            }
        }
    }

    @Test
    public void allreduceOfEveryNumber() {
        for (Arrays8 kind : Arrays8.NUMBERS) {
            Object mine = kind.zeros(3);
            for (int i = 0; i < 3; i++) {
                setNumber(mine, i, rank + i + 1);
            }
            Object got = kind.zeros(5);
            MPI.COMM_WORLD.Allreduce(mine, 0, got, 1, 3, kind.type, MPI.SUM);
            for (int i = 0; i < 3; i++) {
                assertThat(kind.name(), number(got, 1 + i), is((double) (size * (size - 1) / 2 + size * (i + 1))));
            }
            MPI.COMM_WORLD.Allreduce(mine, 0, got, 1, 3, kind.type, MPI.MAX);
            assertThat(kind.name(), number(got, 1), is((double) size));
            MPI.COMM_WORLD.Allreduce(mine, 0, got, 1, 3, kind.type, MPI.MIN);
            assertThat(kind.name(), number(got, 1), is(1.0));
            MPI.COMM_WORLD.Allreduce(mine, 0, got, 1, 3, kind.type, MPI.PROD);
            int factorial = 1;
            for (int k = 2; k <= size; k++) {
                factorial *= k;
            }
            assertThat(kind.name(), number(got, 1), is((double) factorial));
        }
    }

    private static void setNumber(Object array, int i, int value) {
        if (array instanceof byte[] bytes) {
            bytes[i] = (byte) value;
        } else if (array instanceof short[] shorts) {
            shorts[i] = (short) value;
        } else {
            Array.setInt(array, i, value); // widens
        }
    }

    private static double number(Object array, int i) {
        return Array.getDouble(array, i);
    }

    @Test
    public void logicalAndBitwiseOperations() {
        boolean[] only0 = {rank == 0, true, false};
        assertThat(reduced(only0, MPI.LAND), equalTo(new boolean[] {size == 1, true, false}));
        assertThat(reduced(only0, MPI.LOR), equalTo(new boolean[] {true, true, false}));
        assertThat(reduced(only0, MPI.LXOR), equalTo(new boolean[] {true, size % 2 == 1, false}));

        assertThat(reduced(only0, MPI.BOR), equalTo(new boolean[] {true, true, false}));

        int[] bits = {1 << rank, 0b1111};
        int all = (1 << size) - 1;
        assertThat(reduced(bits, MPI.BOR), equalTo(new int[] {all, 0b1111}));
        assertThat(reduced(bits, MPI.BXOR), equalTo(new int[] {all, size % 2 == 1 ? 0b1111 : 0}));
        assertThat(reduced(bits, MPI.BAND), equalTo(new int[] {size == 1 ? 1 : 0, 0b1111}));
    }

    private static boolean[] reduced(boolean[] mine, Op op) {
        boolean[] got = new boolean[mine.length];
        MPI.COMM_WORLD.Allreduce(mine, 0, got, 0, mine.length, MPI.BOOLEAN, op);
        return got;
    }

    private static int[] reduced(int[] mine, Op op) {
        int[] got = new int[mine.length];
        MPI.COMM_WORLD.Allreduce(mine, 0, got, 0, mine.length, MPI.INT, op);
        return got;
    }

    @Test
    public void reduceGivesTheResultToItsRootAlone() {
        for (int root = 0; root < size; root++) {
            long[] got = {-1, -1};
            MPI.COMM_WORLD.Reduce(new long[] {rank, 1}, 0, rank == root ? got : null, 0, 2, MPI.LONG, MPI.SUM, root);
            long[] expected = rank == root ? new long[] {(long) size * (size - 1) / 2, size} : new long[] {-1, -1};
            assertThat(got, equalTo(expected));
        }
    }

    @Test
    public void nobodyLeavesTheBarrierBeforeTheLastHasCome() {
        for (int late = 0; late < size; late++) {
            int[] arrived = new int[1];
            if (rank == late) {
                for (int other = 0; other < size; other++) {
                    if (other != late) {
                        MPI.COMM_WORLD.Send(new int[] {1}, 0, 1, MPI.INT, other, 44);
                    }
                }
            }
            MPI.COMM_WORLD.Barrier();
            if (rank != late) {
                assertThat(MPI.COMM_WORLD.Probe(late, 44).tag, is(44));
                MPI.COMM_WORLD.Recv(arrived, 0, 1, MPI.INT, late, 44);
            }
        }
    }

    @Test
    public void largeArraysAreReduced() {
        int length = 300_000;
        double[] mine = new double[length];
        java.util.Arrays.fill(mine, rank);
        double[] got = new double[length];
        MPI.COMM_WORLD.Allreduce(mine, 0, got, 0, length, MPI.DOUBLE, MPI.SUM);
        assertThat(got[0], is(size * (size - 1) / 2.0));
        assertThat(got[length - 1], is(size * (size - 1) / 2.0));
    }

    @Test
    public void gatherScatterAndAlltoallOfEveryType() {
        for (Arrays8 kind : Arrays8.values()) {
            for (int root = 0; root < size; root++) {
                Object all = kind.zeros(3 * size + 1);
                MPI.COMM_WORLD.Gather(kind.filled(4, 10 * rank), 1, 3, kind.type, all, 1, 3, kind.type, root);
                Object expected = kind.zeros(3 * size + 1);
                for (int i = 0; i < size && rank == root; i++) {
                    System.arraycopy(kind.filled(4, 10 * i), 1, expected, 1 + 3 * i, 3);
                }
                assertThat(kind + " to " + root, all, equalTo(expected));

                Object mine = kind.zeros(2);
                Object sent = rank == root ? kind.filled(2 * size, 5) : null;
                MPI.COMM_WORLD.Scatter(sent, 0, 2, kind.type, mine, 0, 2, kind.type, root);
                Object part = kind.zeros(2);
                System.arraycopy(kind.filled(2 * size, 5), 2 * rank, part, 0, 2);
                assertThat(kind + " from " + root, mine, equalTo(part));
            }
            Object got = kind.zeros(size);
            MPI.COMM_WORLD.Alltoall(kind.filled(size, 10 * rank), 0, 1, kind.type, got, 0, 1, kind.type);
            Object meant = kind.zeros(size);
            for (int i = 0; i < size; i++) {
                Array.set(meant, i, kind.value(10 * i + rank));
            }
            assertThat(kind.name(), got, equalTo(meant));
        }
    }

    @Test
    public void variableCountsWithGaps() {
        int[] counts = new int[size];
        int[] displs = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = i + 1;
            displs[i] = (size - 1 - i) * (size + 2); // in the opposite order, with gaps
        }
        int[] mine = new int[rank + 1];
        java.util.Arrays.fill(mine, rank + 1);
        int[] expected = new int[size * (size + 2)];
        for (int i = 0; i < size; i++) {
            java.util.Arrays.fill(expected, displs[i], displs[i] + counts[i], i + 1);
        }
        int[] all = new int[size * (size + 2)];
        MPI.COMM_WORLD.Allgatherv(mine, 0, mine.length, MPI.INT, all, 0, counts, displs, MPI.INT);
        assertThat(all, equalTo(expected));
        int[] atRoot = new int[size * (size + 2)];
        MPI.COMM_WORLD.Gatherv(mine, 0, mine.length, MPI.INT, atRoot, 0, counts, displs, MPI.INT, 0);
        assertThat(atRoot, equalTo(rank == 0 ? expected : new int[size * (size + 2)]));
        int[] back = new int[rank + 1];
        MPI.COMM_WORLD.Scatterv(all, 0, counts, displs, MPI.INT, back, 0, rank + 1, MPI.INT, size - 1);
        assertThat(back, equalTo(mine));

        int[] sendcounts = new int[size];
        int[] steps = new int[size];
        int[] recvcounts = new int[size];
        for (int i = 0; i < size; i++) {
            sendcounts[i] = i;
            steps[i] = i * size;
            recvcounts[i] = rank;
        }
        int[] sent = new int[size * size];
        java.util.Arrays.fill(sent, rank);
        int[] got = new int[size * size];
        java.util.Arrays.fill(got, -1);
        MPI.COMM_WORLD.Alltoallv(sent, 0, sendcounts, steps, MPI.INT, got, 0, recvcounts, steps, MPI.INT);
        for (int i = 0; i < size * size; i++) {
            assertThat(got[i], is(i % size < rank ? i / size : -1));
        }
    }

    @Test
    public void arraysOfCountsMayBeLongerThanTheRanks() {
        int[] counts = {1, 1, 1, 1, 1, 9, 9};
        int[] displs = {0, 1, 2, 3, 4, 99, 99};
        int[] all = new int[size];
        MPI.COMM_WORLD.Allgatherv(new int[] {rank}, 0, 1, MPI.INT, all, 0, counts, displs, MPI.INT);
        assertThat(all, equalTo(java.util.stream.IntStream.range(0, size).toArray()));
        int[] got = new int[1];
        MPI.COMM_WORLD.Scatterv(all, 0, counts, displs, MPI.INT, got, 0, 1, MPI.INT, 0);
        assertThat(got[0], is(rank));
        MPI.COMM_WORLD.Alltoallv(all, 0, counts, displs, MPI.INT, all, 0, counts, displs, MPI.INT);
        java.util.Arrays.fill(all, 1);
        MPI.COMM_WORLD.Reduce_scatter(all, 0, got, 0, counts, MPI.INT, MPI.SUM);
        assertThat(got[0], is(size));
        Object[] objects = new Object[size];
        MPI.COMM_WORLD.Gatherv(new Object[] {rank}, 0, 1, MPI.OBJECT, objects, 0, counts, displs, MPI.OBJECT, 0);
        assertThat(objects[size - 1], is(rank == 0 ? (Object) (size - 1) : null));
    }

    /** The MPI standard does not require this. MPICH computes with the receivers' counts, and gives wrong results. */
    @Test
    public void piecesMayBeShorterThanTheirBuffer() throws Exception {
        String libraries = java.nio.file.Files.readString(java.nio.file.Path.of("/proc/self/maps"));
        org.junit.Assume.assumeTrue("MPICH wants equal counts", !libraries.contains("mpich"));
        for (int length : new int[] {2, 3_000, 100_000}) {
            int room = 2 * length;
            int[] all = filled(length * size, 7);
            int[] own = filled(length, 7);
            int[] lengths = filled(size, length);
            int[] rooms = filled(size, room);
            int[] displs = new int[size];
            java.util.Arrays.setAll(displs, i -> i * room);
            int last = size - 1;

            int[] got = filled(room, -1);
            MPI.COMM_WORLD.Scatter(all, 0, length, MPI.INT, got, 0, room, MPI.INT, 0);
            assertThat(got, equalTo(halves(1, length)));
            got = filled(room, -1);
            MPI.COMM_WORLD.Scatterv(all, 0, lengths, new int[size], MPI.INT, got, 0, room, MPI.INT, last);
            assertThat(got, equalTo(halves(1, length)));
            got = filled(room, rank == 0 ? 7 : -1);
            MPI.COMM_WORLD.Bcast(got, 0, rank == 0 ? length : room, MPI.INT, 0);
            assertThat(got, equalTo(rank == 0 ? filled(room, 7) : halves(1, length)));

            int[] parts = filled(room * size, -1);
            MPI.COMM_WORLD.Gather(own, 0, length, MPI.INT, parts, 0, room, MPI.INT, last);
            assertThat(parts, equalTo(rank == last ? halves(size, length) : filled(room * size, -1)));
            parts = filled(room * size, -1);
            MPI.COMM_WORLD.Gatherv(own, 0, length, MPI.INT, parts, 0, rooms, displs, MPI.INT, 0);
            assertThat(parts, equalTo(rank == 0 ? halves(size, length) : filled(room * size, -1)));
            parts = filled(room * size, -1);
            MPI.COMM_WORLD.Allgather(own, 0, length, MPI.INT, parts, 0, room, MPI.INT);
            assertThat(parts, equalTo(halves(size, length)));
            parts = filled(room * size, -1);
            MPI.COMM_WORLD.Allgatherv(own, 0, length, MPI.INT, parts, 0, rooms, displs, MPI.INT);
            assertThat(parts, equalTo(halves(size, length)));
        }
    }

    private static int[] filled(int length, int value) {
        int[] array = new int[length];
        java.util.Arrays.fill(array, value);
        return array;
    }

    /** Returns pieces of which the first half has arrived. */
    private static int[] halves(int pieces, int length) {
        int[] array = new int[2 * length * pieces];
        java.util.Arrays.setAll(array, i -> i % (2 * length) < length ? 7 : -1);
        return array;
    }

    @Test
    public void scanAndReduceScatter() {
        int[] prefix = new int[2];
        MPI.COMM_WORLD.Scan(new int[] {rank, 1}, 0, prefix, 0, 2, MPI.INT, MPI.SUM);
        assertThat(prefix, equalTo(new int[] {rank * (rank + 1) / 2, rank + 1}));
        int[] counts = new int[size];
        int total = 0;
        for (int i = 0; i < size; i++) {
            counts[i] = i % 2 + 1;
            total += counts[i];
        }
        int[] sent = new int[total];
        java.util.Arrays.setAll(sent, i -> i + rank);
        int[] own = new int[counts[rank]];
        MPI.COMM_WORLD.Reduce_scatter(sent, 0, own, 0, counts, MPI.INT, MPI.SUM);
        int before = java.util.stream.IntStream.range(0, rank).map(i -> counts[i]).sum();
        for (int i = 0; i < own.length; i++) {
            assertThat(own[i], is(size * (before + i) + size * (size - 1) / 2));
        }
        int[] inout = {1, 2};
        MPI.COMM_WORLD.Reduce_local(new int[] {10, 20}, inout, 2, MPI.INT, MPI.SUM);
        assertThat(inout, equalTo(new int[] {11, 22}));
    }

    @Test
    public void extremesAndTheirPlaces() {
        double[] mine = {rank % 2, rank, -rank, rank};
        double[] got = new double[4];
        MPI.COMM_WORLD.Allreduce(mine, 0, got, 0, 2, MPI.DOUBLE2, MPI.MAXLOC);
        assertThat(got, equalTo(new double[] {size > 1 ? 1 : 0, size > 1 ? 1 : 0, 0, 0}));
        int[] ints = {10 - rank, rank};
        int[] least = new int[2];
        MPI.COMM_WORLD.Reduce(ints, 0, least, 0, 1, MPI.INT2, MPI.MINLOC, 0);
        assertThat(least, equalTo(rank == 0 ? new int[] {11 - size, size - 1} : new int[2]));
    }

    @Test
    public void aFunctionThatDoesNotCommuteSeesTheRanksInOrder() {
        // 2 x 2 matrices, multiplied from the left to the right
        Op multiply = new Op(new mpi.User_function() {
            @Override
            public void Call(Object in, int i, Object inout, int j, int count, mpi.Datatype type) {
                long[] a = (long[]) in;
                long[] b = (long[]) inout;
                for (int k = 0; k < count * type.Size(); k += 4, i += 4, j += 4) {
                    long p = a[i] * b[j] + a[i + 1] * b[j + 2];
                    long q = a[i] * b[j + 1] + a[i + 1] * b[j + 3];
                    long r = a[i + 2] * b[j] + a[i + 3] * b[j + 2];
                    long s = a[i + 2] * b[j + 1] + a[i + 3] * b[j + 3];
                    b[j] = p;
                    b[j + 1] = q;
                    b[j + 2] = r;
                    b[j + 3] = s;
                }
            }
        }, false);
        long[] expected = {1, 0, 0, 1};
        for (int i = 0; i < size; i++) {
            expected = new long[] {
                expected[0] * (i + 1) + expected[1], expected[0] + expected[1] * 2, expected[2] * (i + 1) + expected[3],
                expected[2] + expected[3] * 2
            };
        }
        mpi.Datatype matrix = mpi.Datatype.Contiguous(4, MPI.LONG);
        long[] got = new long[5];
        MPI.COMM_WORLD.Allreduce(new long[] {rank + 1, 1, 1, 2}, 0, got, 1, 1, matrix, multiply);
        assertThat(java.util.Arrays.copyOfRange(got, 1, 5), equalTo(expected));
    }
}
