package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.lang.reflect.Array;
import mpi.MPI;
import mpi.Op;
import org.junit.Test;

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
}
