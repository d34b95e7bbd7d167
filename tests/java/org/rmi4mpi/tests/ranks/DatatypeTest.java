package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpjbuf.Buffer;
import mpjbuf.BufferFactory;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

@RunWith(RankRunner.class)
public class DatatypeTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    private static int[] counting(int length) {
        int[] array = new int[length];
        Arrays.setAll(array, i -> i);
        return array;
    }

    /** Sends from one shape into another. Both hold the same number of elements. */
    private int[] passed(int[] from, int offset, int count, Datatype sent, int toLength, int at, int n, Datatype got) {
        int[] to = new int[toLength];
        Arrays.fill(to, -1);
        Request send = MPI.COMM_WORLD.Isend(from, offset, count, sent, next, 3);
        Status status = MPI.COMM_WORLD.Recv(to, at, n, got, previous, 3);
        send.Wait();
        assertThat(status.Get_elements(got), is(count * sent.Size()));
        return to;
    }

    @Test
    public void sizesAndBounds() {
        Datatype vector = Datatype.Vector(3, 2, 4, MPI.INT);
        assertThat(vector.Size(), is(6));
        assertThat(vector.Extent(), is(10));
        Datatype indexed = Datatype.Indexed(new int[] {2, 1}, new int[] {3, 7}, MPI.INT);
        assertThat(indexed.Size(), is(3));
        assertThat(indexed.Lb(), is(3));
        assertThat(indexed.Ub(), is(8));
        assertThat(indexed.Extent(), is(5));
        Datatype bounded = Datatype.Struct(new int[] {1, 2, 1}, new int[] {0, 1, 10},
                new Datatype[] {MPI.LB, MPI.INT, MPI.UB});
        assertThat(bounded.Size(), is(2));
        assertThat(bounded.Lb(), is(0));
        assertThat(bounded.Extent(), is(10));
        assertThat(MPI.DOUBLE2.Size(), is(2));
        assertThat(Datatype.Struct(new int[0], new int[0], new Datatype[0]).Size(), is(0));
    }

    /** The examples of MPI 1.1, 3.12.3. */
    @Test
    public void boundsThatWereSetStaySet() {
        Datatype bounded = Datatype.Struct(new int[] {1, 1, 1}, new int[] {-3, 0, 6},
                new Datatype[] {MPI.LB, MPI.INT, MPI.UB});
        assertThat(bounded.Lb(), is(-3));
        assertThat(bounded.Ub(), is(6));
        Datatype twice = Datatype.Contiguous(2, bounded);
        assertThat(twice.Lb(), is(-3));
        assertThat(twice.Ub(), is(15));
        Datatype more = Datatype.Struct(new int[] {1, 1}, new int[] {0, 20}, new Datatype[] {twice, MPI.INT});
        assertThat(more.Lb(), is(-3));
        assertThat(more.Ub(), is(15));
        Datatype shifted = Datatype.Hindexed(new int[] {1, 1}, new int[] {4, 1}, more);
        assertThat(shifted.Lb(), is(-2));
        assertThat(shifted.Ub(), is(19));
        Datatype lower = Datatype.Struct(new int[] {1, 1}, new int[] {0, 20}, new Datatype[] {
            Datatype.Struct(new int[] {1, 1}, new int[] {-2, 0}, new Datatype[] {MPI.LB, MPI.OBJECT}), MPI.OBJECT
        });
        assertThat(lower.Lb(), is(-2));
        assertThat(lower.Ub(), is(21));
    }

    @Test
    public void aColumnTravelsIntoARow() {
        int[] matrix = counting(12); // 3 rows of 4
        Datatype column = Datatype.Vector(3, 1, 4, MPI.INT);
        column.Commit();
        assertThat(passed(matrix, 1, 1, column, 4, 0, 3, MPI.INT), equalTo(new int[] {1, 5, 9, -1}));
        assertThat(passed(matrix, 0, 3, MPI.INT, 12, 2, 1, column),
                equalTo(new int[] {-1, -1, 0, -1, -1, -1, 1, -1, -1, -1, 2, -1}));
    }

    @Test
    public void severalCopiesLieAnExtentApart() {
        Datatype pair = Datatype.Vector(2, 1, 3, MPI.INT); // x..x, extent 4
        assertThat(passed(counting(20), 0, 3, pair, 6, 0, 6, MPI.INT), equalTo(new int[] {0, 3, 4, 7, 8, 11}));
    }

    @Test
    public void everyConstructorOverEveryShape() {
        Datatype contiguous = Datatype.Contiguous(3, MPI.INT);
        Datatype hvector = Datatype.Hvector(2, 1, 5, contiguous);
        assertThat(passed(counting(20), 1, 1, hvector, 6, 0, 6, MPI.INT), equalTo(new int[] {1, 2, 3, 6, 7, 8}));
        Datatype hindexed = Datatype.Hindexed(new int[] {1, 2}, new int[] {6, 0}, MPI.INT);
        assertThat(passed(counting(20), 1, 1, hindexed, 3, 0, 3, MPI.INT), equalTo(new int[] {7, 1, 2}));
        Datatype nested = Datatype.Indexed(new int[] {1, 1}, new int[] {0, 1}, Datatype.Vector(2, 1, 2, MPI.INT));
        assertThat(passed(counting(20), 0, 1, nested, 4, 0, 4, MPI.INT), equalTo(new int[] {0, 2, 3, 5}));
        Datatype struct = Datatype.Struct(new int[] {1, 2}, new int[] {4, 0},
                new Datatype[] {contiguous, MPI.INT});
        assertThat(passed(counting(20), 0, 1, struct, 5, 0, 5, MPI.INT), equalTo(new int[] {4, 5, 6, 0, 1}));
    }

    @Test
    public void anUpperBoundSpreadsTheCopies() {
        Datatype spaced = Datatype.Struct(new int[] {1, 1}, new int[] {0, 5}, new Datatype[] {MPI.INT, MPI.UB});
        assertThat(passed(counting(20), 0, 3, spaced, 3, 0, 3, MPI.INT), equalTo(new int[] {0, 5, 10}));
    }

    @Test
    public void anUpperBoundBelowTheDataLetsTheCopiesOverlap() {
        Datatype type = Datatype.Struct(new int[] {1, 1, 1}, new int[] {0, 4, 1},
                new Datatype[] {MPI.SHORT, MPI.SHORT, MPI.UB});
        assertThat(type.Extent(), is(1));
        short[] out = {0, 1, 2, 3, 4, 5, 6, 7};
        short[] in = new short[8];
        MPI.COMM_WORLD.Sendrecv(out, 0, 4, type, next, 0, in, 0, 4, type, previous, 0);
        assertThat(in, equalTo(out));
        short[] gathered = new short[8];
        MPI.COMM_SELF.Gather(out, 0, 4, type, gathered, 0, 8, MPI.SHORT, 0);
        assertThat(gathered, equalTo(new short[] {0, 4, 1, 5, 2, 6, 3, 7}));
    }

    @Test
    public void derivedTypesOfStructures() {
        Datatype pair = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.BYTE});
        Datatype spaced = Datatype.Struct(new int[] {1, 2}, new int[] {12, 0}, new Datatype[] {MPI.UB, pair});
        Datatype vector = Datatype.Vector(2, 1, 2, pair);
        assertThat(pair.Extent(), is(8));
        assertThat(spaced.Extent(), is(12));
        assertThat(vector.Extent(), is(24));
        byte[] out = new byte[24];
        for (int i = 0; i < 24; i++) {
            out[i] = (byte) i;
        }
        byte[] packed = new byte[10];
        MPI.COMM_SELF.Pack(out, 0, 1, vector, packed, 0);
        assertThat(packed, equalTo(new byte[] {0, 1, 2, 3, 4, 16, 17, 18, 19, 20}));
    }

    @Test
    public void negativeDisplacementsReachBeforeTheOffset() {
        Datatype before = Datatype.Indexed(new int[] {1, 1}, new int[] {-2, 0}, MPI.INT);
        assertThat(passed(counting(10), 5, 1, before, 2, 0, 2, MPI.INT), equalTo(new int[] {3, 5}));
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Send(new int[5], 1, 1, before, next, 0));
        assertThat(e.getMessage(), containsString("the datatype begins at index -"));
    }

    @Test
    public void aShapeThatDoesNotFitIsRefused() {
        Datatype vector = Datatype.Vector(3, 1, 4, MPI.INT);
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Send(new int[8], 0, 1, vector, next, 0));
        assertThat(e.getMessage(), containsString("length 8"));
        assertThrows(MPIException.class, () -> Datatype.Vector(-1, 1, 1, MPI.INT));
        assertThrows(MPIException.class, () -> Datatype.Contiguous(1, null));
        assertThrows(MPIException.class, () -> Datatype.Contiguous(Integer.MAX_VALUE, Datatype.Contiguous(2, MPI.INT)));
        assertThrows(MPIException.class, () -> Datatype.Struct(
                new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.DOUBLE}));
        assertThrows(MPIException.class, () -> Datatype.Indexed(new int[2], new int[1], MPI.INT));
    }

    @Test
    public void derivedTypesInCollectives() {
        Datatype column = Datatype.Vector(3, 1, 3, MPI.DOUBLE);
        double[] matrix = new double[9];
        if (rank == 0) {
            Arrays.setAll(matrix, i -> i);
        }
        MPI.COMM_WORLD.Bcast(matrix, 1, 1, column, 0);
        double[] expected = rank == 0
                ? new double[] {0, 1, 2, 3, 4, 5, 6, 7, 8}
                : new double[] {0, 1, 0, 0, 4, 0, 0, 7, 0};
        assertThat(matrix, equalTo(expected));

        int[] gathered = new int[2 * size];
        Datatype every2nd = Datatype.Struct(new int[] {1, 1}, new int[] {0, 2}, new Datatype[] {MPI.INT, MPI.UB});
        MPI.COMM_WORLD.Allgather(new int[] {rank + 1}, 0, 1, MPI.INT, gathered, 0, 1, every2nd);
        int[] all = new int[2 * size];
        Arrays.setAll(all, i -> i % 2 == 0 ? i / 2 + 1 : 0);
        assertThat(gathered, equalTo(all));
    }

    @Test
    public void aDatatypeWithoutElementsIsSentFromAnyBuffer() {
        Datatype empty = Datatype.Struct(new int[0], new int[0], new Datatype[0]);
        int[] got = {7};
        Status status = MPI.COMM_WORLD.Sendrecv(
                new int[1], 0, 100, empty, next, 5, got, 0, 100, empty, previous, 5);
        assertThat(got[0], is(7));
        assertThat("as in C", status.Get_count(empty), is(0));
        assertThat(status.Get_elements(empty), is(0));
        assertThat(status.Get_count(MPI.INT), is(0));
    }

    @Test
    public void packIntoABufferOfMpjExpress() {
        Buffer packed = new Buffer(BufferFactory.create(100 + MPI.SEND_OVERHEAD), MPI.SEND_OVERHEAD, 100);
        Buffer got = new Buffer(BufferFactory.create(100 + MPI.RECV_OVERHEAD), MPI.RECV_OVERHEAD, 100);
        int position = MPI.COMM_WORLD.Pack(new int[] {rank}, 0, 1, MPI.INT, packed, 0);
        position = MPI.COMM_WORLD.Pack(new Object[] {"text"}, 0, 1, MPI.OBJECT, packed, position);
        MPI.COMM_WORLD.Sendrecv(packed, 0, position, MPI.PACKED, next, 4, got, 0, position, MPI.PACKED, previous, 4);
        int[] i = new int[1];
        Object[] o = new Object[1];
        int at = MPI.COMM_WORLD.Unpack(got, 0, i, 0, 1, MPI.INT);
        assertThat(MPI.COMM_WORLD.Unpack(got, at, o, 0, 1, MPI.OBJECT), is(position));
        assertThat(i[0], is(previous));
        assertThat(o[0], equalTo("text"));
        BufferFactory.destroy(got.getStaticBuffer());
    }

    @Test
    public void packAndUnpack() {
        byte[] packed = new byte[200];
        int position = MPI.COMM_WORLD.Pack(new double[] {1.5, 2.5}, 0, 2, MPI.DOUBLE, packed, 0);
        position = MPI.COMM_WORLD.Pack(new int[] {7, 8, 9}, 1, 2, MPI.INT, packed, position);
        position = MPI.COMM_WORLD.Pack(new Object[] {"text"}, 0, 1, MPI.OBJECT, packed, position);
        position = MPI.COMM_WORLD.Pack(counting(12), 0, 1, Datatype.Vector(2, 1, 4, MPI.INT), packed, position);
        assertThat(MPI.COMM_WORLD.Pack_size(2, MPI.DOUBLE), is(16));

        byte[] got = new byte[200];
        MPI.COMM_WORLD.Sendrecv(packed, 0, position, MPI.PACKED, next, 4, got, 0, 200, MPI.PACKED, previous, 4);
        double[] d = new double[2];
        int[] i = new int[2];
        Object[] o = new Object[1];
        int[] v = new int[2];
        int at = MPI.COMM_WORLD.Unpack(got, 0, d, 0, 2, MPI.DOUBLE);
        at = MPI.COMM_WORLD.Unpack(got, at, i, 0, 2, MPI.INT);
        at = MPI.COMM_WORLD.Unpack(got, at, o, 0, 1, MPI.OBJECT);
        at = MPI.COMM_WORLD.Unpack(got, at, v, 0, 2, MPI.INT);
        assertThat(at, is(position));
        assertThat(d, equalTo(new double[] {1.5, 2.5}));
        assertThat(i, equalTo(new int[] {8, 9}));
        assertThat(o[0], equalTo("text"));
        assertThat(v, equalTo(new int[] {0, 4}));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Pack(new int[9], 0, 9, MPI.INT, new byte[10], 0));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Unpack(new byte[10], 8, new int[1], 0, 1, MPI.INT));
    }
}
