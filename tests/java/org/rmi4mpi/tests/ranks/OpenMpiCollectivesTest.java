package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Collective operations in the spelling of Open MPI: blocking, started, in place, in arrays and in direct buffers. */
@RunWith(RankRunner.class)
public class OpenMpiCollectivesTest {
    private final Comm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int size = comm.getSize();
    private final int root = size - 1;
    private final int[] ones = filled(1);
    private final int[] steps = steps(1);

    private int[] filled(int value) {
        int[] values = new int[size];
        Arrays.fill(values, value);
        return values;
    }

    private int[] steps(int step) {
        int[] values = new int[size];
        Arrays.setAll(values, i -> i * step);
        return values;
    }

    private static void done(Request request) throws MPIException {
        request.waitFor();
    }

    @Test
    public void broadcasts() throws MPIException {
        int[] value = {rank == root ? 42 : 0};
        comm.bcast(value, 1, MPI.INT, root);
        assertThat(value[0], is(42));
        IntBuffer direct = MPI.newIntBuffer(1).put(0, rank == root ? 43 : 0);
        done(comm.iBcast(direct, 1, MPI.INT, root));
        assertThat(direct.get(0), is(43));
        done(comm.iBarrier());
    }

    @Test
    public void gathers() throws MPIException {
        for (int form = 0; form < 6; form++) {
            int[] all = rank == root ? filled(-1) : null;
            int[] own = {rank};
            if (rank == root) {
                all[rank] = rank; // where it is in place
            }
            switch (form) {
                case 0 -> comm.gather(own, 1, MPI.INT, all, 1, MPI.INT, root);
                case 1 -> comm.gather(rank == root ? all : own, 1, MPI.INT, root);
                case 2 -> done(comm.iGather(rank == root ? all : own, 1, MPI.INT, root));
                case 3 -> comm.gatherv(own, 1, MPI.INT, all, ones, steps, MPI.INT, root);
                case 4 -> {
                    if (rank == root) {
                        comm.gatherv(all, ones, steps, MPI.INT, root);
                    } else {
                        comm.gatherv(own, 1, MPI.INT, root);
                    }
                }
                default -> done(rank == root ? comm.iGatherv(all, ones, steps, MPI.INT, root)
                        : comm.iGatherv(own, 1, MPI.INT, root));
            }
            if (rank == root) {
                assertThat("form " + form, all, is(steps));
            }
        }
    }

    @Test
    public void scatters() throws MPIException {
        for (int form = 0; form < 6; form++) {
            int[] all = rank == root ? steps(10) : null;
            int[] own = {-1};
            switch (form) {
                case 0 -> comm.scatter(all, 1, MPI.INT, own, 1, MPI.INT, root);
                case 1 -> comm.scatter(rank == root ? all : own, 1, MPI.INT, root);
                case 2 -> done(comm.iScatter(rank == root ? all : own, 1, MPI.INT, root));
                case 3 -> comm.scatterv(all, ones, steps, MPI.INT, own, 1, MPI.INT, root);
                case 4 -> {
                    if (rank == root) {
                        comm.scatterv(all, ones, steps, MPI.INT, root);
                    } else {
                        comm.scatterv(own, 1, MPI.INT, root);
                    }
                }
                default -> done(rank == root ? comm.iScatterv(all, ones, steps, MPI.INT, root)
                        : comm.iScatterv(own, 1, MPI.INT, root));
            }
            if (rank == root) {
                assertThat("form " + form, all, is(steps(10)));
            }
            if (rank != root || form == 0 || form == 3) {
                assertThat("form " + form, own[0], is(10 * rank));
            }
        }
    }

    @Test
    public void gathersForAll() throws MPIException {
        for (int form = 0; form < 7; form++) {
            int[] all = filled(-1);
            all[rank] = rank;
            int[] own = {rank};
            switch (form) {
                case 0 -> comm.allGather(own, 1, MPI.INT, all, 1, MPI.INT);
                case 1 -> comm.allGather(all, 1, MPI.INT);
                case 2 -> done(comm.iAllGather(all, 1, MPI.INT));
                case 3 -> comm.allGatherv(own, 1, MPI.INT, all, ones, steps, MPI.INT);
                case 4 -> comm.allGatherv(all, ones, steps, MPI.INT);
                case 5 -> done(comm.iAllGatherv(all, ones, steps, MPI.INT));
                default -> done(comm.iAllGather(own, 1, MPI.INT, all, 1, MPI.INT));
            }
            assertThat("form " + form, all, is(steps));
        }
    }

    @Test
    public void exchanges() throws MPIException {
        int[] out = new int[size];
        Arrays.setAll(out, i -> 100 * rank + i);
        int[] expected = new int[size];
        Arrays.setAll(expected, i -> 100 * i + rank);
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        int[] bytes = steps(4);
        for (int form = 0; form < 6; form++) {
            int[] in = new int[size];
            switch (form) {
                case 0 -> comm.allToAll(out, 1, MPI.INT, in, 1, MPI.INT);
                case 1 -> done(comm.iAllToAll(out, 1, MPI.INT, in, 1, MPI.INT));
                case 2 -> comm.allToAllv(out, ones, steps, MPI.INT, in, ones, steps, MPI.INT);
                case 3 -> done(comm.iAllToAllv(out, ones, steps, MPI.INT, in, ones, steps, MPI.INT));
                case 4 -> comm.allToAllw(out, ones, bytes, types, in, ones, bytes, types);
                default -> done(comm.iAllToAllw(out, ones, bytes, types, in, ones, bytes, types));
            }
            assertThat("form " + form, in, is(expected));
        }
    }

    @Test
    public void anExchangeOfSeveralTypes() throws MPIException {
        Datatype[] types = new Datatype[size];
        Arrays.setAll(types, i -> i % 2 == 0 ? MPI.LONG : MPI.DOUBLE);
        Datatype[] ownType = new Datatype[size];
        Arrays.fill(ownType, types[rank]);
        ByteBuffer out = MPI.newByteBuffer(8 * size);
        ByteBuffer in = MPI.newByteBuffer(8 * size);
        for (int i = 0; i < size; i++) {
            if (i % 2 == 0) {
                out.putLong(8 * i, rank);
            } else {
                out.putDouble(8 * i, rank + 0.5);
            }
        }
        comm.allToAllw(out, ones, steps(8), types, in, ones, steps(8), ownType);
        for (int i = 0; i < size; i++) {
            if (rank % 2 == 0) {
                assertThat(in.getLong(8 * i), is((long) i));
            } else {
                assertThat(in.getDouble(8 * i), is(i + 0.5));
            }
        }
    }

    @Test
    public void reductions() throws MPIException {
        int sum = size * (size - 1) / 2;
        for (int form = 0; form < 8; form++) {
            int[] own = {rank, 1};
            int[] result = new int[2];
            IntBuffer direct = MPI.newIntBuffer(2).put(0, rank).put(1, 1);
            switch (form) {
                case 0 -> comm.allReduce(own, result, 2, MPI.INT, MPI.SUM);
                case 1 -> comm.allReduce(own, 2, MPI.INT, MPI.SUM);
                case 2 -> done(comm.iAllReduce(own, result, 2, MPI.INT, MPI.SUM));
                case 3 -> done(comm.iAllReduce(direct, 2, MPI.INT, MPI.SUM));
                case 4 -> comm.reduce(own, result, 2, MPI.INT, MPI.SUM, root);
                case 5 -> comm.reduce(own, 2, MPI.INT, MPI.SUM, root);
                case 6 -> done(comm.iReduce(own, result, 2, MPI.INT, MPI.SUM, root));
                default -> done(comm.iReduce(direct, 2, MPI.INT, MPI.SUM, root));
            }
            boolean inPlace = form == 1 || form == 5;
            int[] got = form == 3 || form == 7 ? new int[] {direct.get(0), direct.get(1)} : inPlace ? own : result;
            if (form < 4 || rank == root) {
                assertThat("form " + form, got, is(new int[] {sum, size}));
            }
        }
    }

    @Test
    public void reductionsThatAreScattered() throws MPIException {
        for (int form = 0; form < 8; form++) {
            int[] all = steps(1);
            int[] own = {-1};
            switch (form) {
                case 0 -> comm.reduceScatter(all, own, ones, MPI.INT, MPI.SUM);
                case 1 -> comm.reduceScatter(all, ones, MPI.INT, MPI.SUM);
                case 2 -> done(comm.iReduceScatter(all, own, ones, MPI.INT, MPI.SUM));
                case 3 -> done(comm.iReduceScatter(all, ones, MPI.INT, MPI.SUM));
                case 4 -> comm.reduceScatterBlock(all, own, 1, MPI.INT, MPI.SUM);
                case 5 -> comm.reduceScatterBlock(all, 1, MPI.INT, MPI.SUM);
                case 6 -> done(comm.iReduceScatterBlock(all, own, 1, MPI.INT, MPI.SUM));
                default -> done(comm.iReduceScatterBlock(all, 1, MPI.INT, MPI.SUM));
            }
            assertThat("form " + form, form % 2 == 0 ? own[0] : all[0], is(rank * size));
        }
    }

    @Test
    public void scans() throws MPIException {
        int before = rank * (rank - 1) / 2;
        for (int form = 0; form < 8; form++) {
            int[] own = {rank};
            int[] result = {-1};
            switch (form) {
                case 0 -> MPI.COMM_WORLD.scan(own, result, 1, MPI.INT, MPI.SUM);
                case 1 -> MPI.COMM_WORLD.scan(own, 1, MPI.INT, MPI.SUM);
                case 2 -> done(MPI.COMM_WORLD.iScan(own, result, 1, MPI.INT, MPI.SUM));
                case 3 -> done(MPI.COMM_WORLD.iScan(own, 1, MPI.INT, MPI.SUM));
                case 4 -> MPI.COMM_WORLD.exScan(own, result, 1, MPI.INT, MPI.SUM);
                case 5 -> MPI.COMM_WORLD.exScan(own, 1, MPI.INT, MPI.SUM);
                case 6 -> done(MPI.COMM_WORLD.iExScan(own, result, 1, MPI.INT, MPI.SUM));
                default -> done(MPI.COMM_WORLD.iExScan(own, 1, MPI.INT, MPI.SUM));
            }
            int got = form % 2 == 0 ? result[0] : own[0];
            if (form < 4) {
                assertThat("form " + form, got, is(before + rank));
            } else if (rank > 0) {
                assertThat("form " + form, got, is(before));
            } else {
                assertThat("form " + form + ": the first rank receives nothing", got, is(form % 2 == 0 ? -1 : 0));
            }
        }
    }

    @Test
    public void aFunctionOfArraysOrOfBytes() throws MPIException {
        Op ofArrays = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inout, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    ((int[]) inout)[i] += ((int[]) in)[i];
                }
            }
        }, true);
        Op ofBytes = new Op(new UserFunction() {
            @Override
            public void call(ByteBuffer in, ByteBuffer inout, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    inout.putInt(4 * i, in.getInt(4 * i) + inout.getInt(4 * i));
                }
            }
        }, true);
        for (Op op : new Op[] {ofArrays, ofBytes}) {
            int[] values = {rank, 1};
            comm.allReduce(values, 2, MPI.INT, op);
            assertThat(values, is(new int[] {size * (size - 1) / 2, size}));
            int[] scanned = {1};
            MPI.COMM_WORLD.exScan(scanned, 1, MPI.INT, op);
            assertThat(scanned[0], is(Math.max(1, rank)));
            Comm.reduceLocal(new int[] {1}, scanned, 1, MPI.INT, op);
            assertThat(scanned[0], is(Math.max(1, rank) + 1));
            assertThat(op.isCommutative(), is(true));
            int[] started = {rank, 1};
            Request request = comm.iAllReduce(started, 2, MPI.INT, op);
            request.waitFor();
            request.free();
            assertThat(started, is(new int[] {size * (size - 1) / 2, size}));
        }
        comm.barrier();
    }

    @Test
    public void anOperationThatWasFreedIsNone() throws MPIException {
        Op op = new Op(new UserFunction() {}, true);
        op.free();
        assertThat(op.isNull(), is(true));
        MPIException e = assertThrows(MPIException.class, () -> comm.allReduce(new int[1], 1, MPI.INT, op));
        assertThat(e.getErrorClass(), is(MPI.ERR_OP));
        e = assertThrows(MPIException.class, MPI.SUM::free);
        assertThat(e.getErrorClass(), is(MPI.ERR_OP));
        int[] sum = {1};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertThat(sum[0], is(size));
    }
}
