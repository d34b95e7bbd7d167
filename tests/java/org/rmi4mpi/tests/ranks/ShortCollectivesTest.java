package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.RankRunner;

/** Collective operations of any length, many on each communicator: after the first ones short data take another way. */
@RunWith(RankRunner.class)
@InCheck
public class ShortCollectivesTest {
    /** More than the calls after which a communicator has its own memory. */
    private static final int MANY = 20;
    /** Lengths in ints around the longest that takes this way, and others. */
    private static final int[] LENGTHS = {0, 1, 3, 1_000, 4_095, 4_096, 4_097, 20_000};

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int last = size - 1;

    private static int[] values(int length, int seed) {
        return new Random(seed).ints(length, -1000, 1000).toArray();
    }

    private static int[] together(int parts, int length, int round) {
        return IntStream.range(0, parts).flatMap(i -> Arrays.stream(values(length, i + 100 * round))).toArray();
    }

    private static void assertEqual(String where, int[] got, int[] expected) {
        assertThat(where + ": first index that differs", Arrays.mismatch(got, expected), is(-1));
    }

    @Test
    public void dataOfAnyLengthArrive() {
        for (int round = 0; round < MANY; round++) {
            for (int length : LENGTHS) {
                int[] own = values(length, rank + 100 * round);
                int[] all = together(size, length, round);
                String where = "round " + round + ", length " + length;

                int[] got = rank == last ? own.clone() : new int[length];
                MPI.COMM_WORLD.Bcast(got, 0, length, MPI.INT, last);
                assertEqual(where, got, values(length, last + 100 * round));
                int[] parts = new int[length * size];
                MPI.COMM_WORLD.Gather(own, 0, length, MPI.INT, parts, 0, length, MPI.INT, 0);
                assertEqual(where, parts, rank == 0 ? all : new int[length * size]);
                got = new int[length];
                MPI.COMM_WORLD.Scatter(all, 0, length, MPI.INT, got, 0, length, MPI.INT, last);
                assertEqual(where, got, own);
                parts = new int[length * size];
                MPI.COMM_WORLD.Allgather(own, 0, length, MPI.INT, parts, 0, length, MPI.INT);
                assertEqual(where, parts, all);
                System.arraycopy(own, 0, parts = new int[length * size], rank * length, length);
                MPI.COMM_WORLD.allGather(parts, length, MPI.INT);
                assertEqual(where, parts, all);
                parts = new int[length * size];
                MPI.COMM_WORLD.Alltoall(together(size, length, rank), 0, length, MPI.INT, parts, 0, length, MPI.INT);
                int[] mine =
                        IntStream.range(0, size).flatMap(i -> Arrays.stream(values(length, rank + 100 * i))).toArray();
                assertEqual(where, parts, mine);
            }
        }
    }

    @Test
    public void dataOfAnyLengthAreCombined() {
        for (int round = 0; round < MANY; round++) {
            for (int length : LENGTHS) {
                int[][] each = new int[size][];
                Arrays.setAll(each, i -> values(length, i));
                int[] own = each[rank];
                String where = "round " + round + ", length " + length;
                int[] got = new int[length];
                MPI.COMM_WORLD.Allreduce(own, 0, got, 0, length, MPI.INT, MPI.SUM);
                assertEqual(where, got, sum(each, size, length));
                got = own.clone();
                MPI.COMM_WORLD.allReduce(got, length, MPI.INT, MPI.SUM);
                assertEqual(where, got, sum(each, size, length));
                got = new int[length];
                MPI.COMM_WORLD.Reduce(own, 0, got, 0, length, MPI.INT, MPI.SUM, last);
                assertEqual(where, got, rank == last ? sum(each, size, length) : new int[length]);
                got = new int[length];
                MPI.COMM_WORLD.Scan(own, 0, got, 0, length, MPI.INT, MPI.SUM);
                assertEqual(where, got, sum(each, rank + 1, length));
                got = new int[length];
                MPI.COMM_WORLD.exScan(own, got, length, MPI.INT, MPI.SUM);
                assertEqual(where, got, sum(each, rank, length));
                int[] counts = IntStream.range(0, size).map(i -> i == 0 ? length : 0).toArray();
                got = new int[length];
                MPI.COMM_WORLD.Reduce_scatter(own, 0, got, 0, counts, MPI.INT, MPI.SUM);
                assertEqual(where, got, rank == 0 ? sum(each, size, length) : new int[length]);
            }
        }
    }

    /** Elements that a rank gives to another one: none, few, or more than goes this way, and others in each round. */
    private static int count(int from, int to, int round) {
        return LENGTHS[(3 * from + 2 * to + round) % LENGTHS.length];
    }

    /** The pieces lie in turn from the end, with a gap of one element between them. */
    private static int[] displacements(int[] counts) {
        int[] displs = new int[counts.length];
        int end = Arrays.stream(counts).sum() + counts.length;
        for (int i = 0; i < counts.length; i++) {
            displs[i] = end -= counts[i] + 1;
        }
        return displs;
    }

    private static int room(int[] counts) {
        return Arrays.stream(counts).sum() + counts.length;
    }

    private static int[] seeded(int from, int to, int round) {
        return values(count(from, to, round), 31 * from + 7 * to + round);
    }

    /** Room with the pieces in their places. */
    private static int[] placed(int[] counts, int[] displs, IntFunction<int[]> pieces) {
        int[] all = new int[room(counts)];
        for (int i = 0; i < counts.length; i++) {
            System.arraycopy(pieces.apply(i), 0, all, displs[i], counts[i]);
        }
        return all;
    }

    private int[] counts(IntUnaryOperator count) {
        return IntStream.range(0, size).map(count).toArray();
    }

    @Test
    public void piecesOfAnyLengthsArrive() {
        Intracomm copy = MPI.COMM_WORLD.clone();
        for (int i = 0; i < 3 * MANY; i++) {
            int round = i;
            String where = "round " + round;
            int[] all = counts(r -> count(r, 0, round));
            int[] displs = displacements(all);
            int[] own = seeded(rank, 0, round);
            int[] together = placed(all, displs, r -> seeded(r, 0, round));

            int[] got = new int[room(all)];
            copy.Gatherv(own, 0, own.length, MPI.INT, got, 0, all, displs, MPI.INT, last);
            assertEqual(where, got, rank == last ? together : new int[room(all)]);
            got = new int[room(all)];
            copy.Allgatherv(own, 0, own.length, MPI.INT, got, 0, all, displs, MPI.INT);
            assertEqual(where, got, together);
            System.arraycopy(own, 0, got = new int[room(all)], displs[rank], own.length);
            copy.allGatherv(got, all, displs, MPI.INT);
            assertEqual(where, got, together);
            got = new int[own.length];
            copy.Scatterv(together, 0, all, displs, MPI.INT, got, 0, own.length, MPI.INT, 0);
            assertEqual(where, got, own);
            int[] out = counts(r -> count(rank, r, round));
            int[] in = counts(r -> count(r, rank, round));
            got = new int[room(in)];
            copy.Alltoallv(placed(out, displacements(out), r -> seeded(rank, r, round)), 0, out, displacements(out),
                    MPI.INT, got, 0, in, displacements(in), MPI.INT);
            assertEqual(where, got, placed(in, displacements(in), r -> seeded(r, rank, round)));
        }
        copy.Free();
    }

    /** Every second int of a direct buffer goes to arrays without gaps, and back. */
    @Test
    public void piecesOfOtherLayoutsArrive() {
        Datatype everySecond = Datatype.createResized(Datatype.Vector(3, 1, 2, MPI.INT), 0, 24);
        everySecond.Commit();
        int[] ones = counts(r -> 1);
        int[] steps = counts(r -> r);
        int[] threes = counts(r -> 3);
        int[] gaps = counts(r -> 4 * r);
        for (int i = 0; i < MANY; i++) {
            IntBuffer direct = ByteBuffer.allocateDirect(24 * size).order(ByteOrder.nativeOrder()).asIntBuffer();
            for (int k = 0; k < 6 * size; k++) {
                direct.put(k, 100 * rank + k);
            }
            int[] got = new int[4 * size];
            MPI.COMM_WORLD.Alltoallv(direct, 0, ones, steps, everySecond, got, 0, threes, gaps, MPI.INT);
            for (int k = 0; k < got.length; k++) {
                assertThat(got[k], is(k % 4 == 3 ? 0 : 100 * (k / 4) + 6 * rank + 2 * (k % 4)));
            }
            IntBuffer back = ByteBuffer.allocateDirect(24 * size).order(ByteOrder.nativeOrder()).asIntBuffer();
            MPI.COMM_WORLD.Alltoallv(got, 0, threes, gaps, MPI.INT, back, 0, ones, steps, everySecond);
            for (int k = 0; k < 6 * size; k++) {
                assertThat(back.get(k), is(k % 2 == 1 ? 0 : 100 * rank + k));
            }
        }
        everySecond.free();
    }

    /** A rank that gives more than the room for it fails its receiver alone. */
    @Test
    public void aPieceThatIsTooLongIsAnError() {
        if (size == 1) {
            return;
        }
        Intracomm copy = MPI.COMM_WORLD.clone();
        for (int i = 0; i < MANY; i++) {
            copy.Barrier();
        }
        for (int n : new int[] {10, 50_000}) { // the latter by MPI
            int[] displs = counts(r -> n * r);
            int[] own = values(n, rank);
            int[] rooms = counts(r -> r == 1 ? n / 2 : n);
            int[] got = new int[n * size];
            boolean isRefused = false;
            try {
                copy.Gatherv(own, 0, n, MPI.INT, got, 0, rooms, displs, MPI.INT, 0);
            } catch (MPIException e) {
                isRefused = true;
                assertThat(e.getErrorClass(), is(MPI.ERR_TRUNCATE));
            }
            if (rank > 0 || n == 10) { // MPICH drops the end of a long piece without an error
                assertThat(isRefused, is(rank == 0));
            }
            copy.Allgatherv(own, 0, n, MPI.INT, got, 0, counts(r -> n), displs, MPI.INT);
            assertEqual("the next call", got, together(size, n, 0));
        }
        copy.Free();
    }

    private static int[] sum(int[][] each, int ranks, int length) {
        return IntStream.range(0, length).map(i -> Arrays.stream(each, 0, ranks).mapToInt(values -> values[i]).sum())
                .toArray();
    }

    /** Roundings would differ between ranks that combine in different orders. */
    @Test
    public void allRanksGetTheSameBits() {
        for (int i = 0; i < MANY; i++) {
            double[] own = new Random(31 * rank + i).doubles(50).map(x -> x * Math.pow(10, rank)).toArray();
            double[] sums = new double[50];
            MPI.COMM_WORLD.Allreduce(own, 0, sums, 0, 50, MPI.DOUBLE, MPI.SUM);
            double[] all = new double[50 * size];
            MPI.COMM_WORLD.Allgather(sums, 0, 50, MPI.DOUBLE, all, 0, 50, MPI.DOUBLE);
            for (int k = 0; k < all.length; k++) {
                assertThat(all[k], is(sums[k % 50]));
            }
        }
    }

    /** The same message may have different layouts, and kinds of buffers, at two ranks. */
    @Test
    public void layoutsMayDiffer() {
        Datatype everySecond = Datatype.Vector(100, 1, 2, MPI.INT);
        everySecond.Commit();
        IntBuffer direct = ByteBuffer.allocateDirect(400).order(ByteOrder.nativeOrder()).asIntBuffer();
        for (int i = 0; i < MANY; i++) {
            int[] sent = values(100, i);
            if (rank == 0) {
                direct.put(0, sent);
                MPI.COMM_WORLD.Bcast(direct, 0, 100, MPI.INT, 0);
            } else {
                int[] got = new int[200];
                Arrays.fill(got, 7);
                MPI.COMM_WORLD.Bcast(got, 0, 1, everySecond, 0);
                for (int k = 0; k < 200; k++) {
                    assertThat(got[k], is(k % 2 == 0 ? sent[k / 2] : 7));
                }
            }
        }
        everySecond.free();
    }

    @Test
    public void booleansAndPairsAreCombined() {
        for (int i = 0; i < MANY; i++) {
            boolean[] all = new boolean[3];
            MPI.COMM_WORLD.Allreduce(new boolean[] {true, rank == 0, false}, 0, all, 0, 3, MPI.BOOLEAN, MPI.LAND);
            assertThat(all, equalTo(new boolean[] {true, size == 1, false}));
            int[] most = new int[2];
            MPI.COMM_WORLD.Allreduce(new int[] {rank * i, rank}, 0, most, 0, 1, MPI.INT2, MPI.MAXLOC);
            assertThat(most, equalTo(new int[] {last * i, i == 0 ? 0 : last}));
        }
    }

    @Test
    public void partsOfTheRanksAndDuplicatesHaveTheirOwn() {
        for (int k = 0; k < 5; k++) {
            Intracomm half = MPI.COMM_WORLD.Split(rank % 2, rank);
            Intracomm copy = MPI.COMM_WORLD.clone();
            for (int i = 0; i < MANY; i++) {
                int more = i;
                int[] sum = new int[1];
                half.Allreduce(new int[] {rank + more}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                assertThat(sum[0],
                        is(IntStream.range(0, size).filter(r -> r % 2 == rank % 2).map(r -> r + more).sum()));
                copy.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                assertThat(sum[0], is(size * (size - 1) / 2));
            }
            half.Free();
            copy.Free();
        }
    }

    /** A rank may be far ahead of ranks that give it nothing, but not without end. */
    @Test
    public void aRootDoesNotOverrunTheOthers() {
        int[] got = new int[1];
        for (int i = 0; i < 5_000; i++) {
            got[0] = rank == 0 ? i : -1;
            MPI.COMM_WORLD.Bcast(got, 0, 1, MPI.INT, 0);
            assertThat(got[0], is(i));
        }
    }

    interface Counter extends Remote {
        int next() throws RemoteException;
    }

    static final class RankCounter extends UnicastRemoteObject implements Counter {
        private static final long serialVersionUID = 1L;
        private int count;

        RankCounter() throws RemoteException {}

        @Override
        public synchronized int next() {
            return ++count;
        }
    }

    /** The others wait for the last rank, which comes when they have served its calls. */
    @Test
    public void ranksThatWaitServeCalls() throws Exception {
        String name = "ranksThatWaitServeCalls";
        if (rank == 0) {
            Naming.rebind(name, new RankCounter());
        }
        for (int i = 1; i <= MANY; i++) {
            MPI.COMM_WORLD.Barrier();
            if (rank == last) {
                Counter counter = (Counter) Naming.lookup(name);
                for (int k = 0; k < 300; k++) {
                    counter.next();
                }
            }
            int count = i % 2 == 0 ? 1 : 100_000; // the latter by MPI
            int[] own = new int[count];
            Arrays.fill(own, rank);
            int[] sum = new int[count];
            MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, count, MPI.INT, MPI.SUM);
            assertThat(sum[count - 1], is(size * (size - 1) / 2));
        }
    }

    /** Messages that are under way when a rank waits in a collective operation arrive. */
    @Test
    public void messagesGoOnMeanwhile() {
        double[] sent = new double[200_000];
        double[] got = new double[200_000];
        for (int i = 0; i < MANY; i++) {
            sent[100] = rank + i;
            mpi.Request send = MPI.COMM_WORLD.Isend(sent, 0, sent.length, MPI.DOUBLE, (rank + 1) % size, 5);
            if (rank == 0) {
                MPI.COMM_WORLD.Recv(got, 0, got.length, MPI.DOUBLE, last, 5);
                MPI.COMM_WORLD.Barrier();
            } else {
                mpi.Request receive = MPI.COMM_WORLD.Irecv(got, 0, got.length, MPI.DOUBLE, rank - 1, 5);
                MPI.COMM_WORLD.Barrier();
                receive.Wait();
            }
            send.Wait();
            assertThat(got[100], is((double) (rank + size - 1) % size + i));
        }
    }

    @Test
    public void moreThanTheRoomIsAnError() {
        if (size == 1) {
            return;
        }
        Intracomm copy = MPI.COMM_WORLD.clone();
        for (int i = 0; i < MANY; i++) {
            copy.Barrier();
        }
        int[] buf = new int[10];
        if (rank == 0) {
            copy.Bcast(buf, 0, 10, MPI.INT, 0);
        } else {
            MPIException e = assertThrows(MPIException.class, () -> copy.Bcast(buf, 0, 5, MPI.INT, 0));
            assertThat(e.getErrorClass(), is(MPI.ERR_TRUNCATE));
        }
        copy.Free();
    }
}
