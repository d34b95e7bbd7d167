package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Buffers in Open MPI's spelling that are taken for their memory: arrays of another type, and what is before a slice. */
@RunWith(RankRunner.class)
public class OpenMpiMemoryTest {
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    private static int[] ints(int length) {
        int[] ints = new int[length];
        Arrays.setAll(ints, i -> 0x04030201 + i * 0x10101010);
        return ints;
    }

    private static byte[] bytes(int[] ints) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * ints.length).order(ByteOrder.nativeOrder());
        bytes.asIntBuffer().put(ints);
        return bytes.array();
    }

    @Test
    public void anArrayOfAnotherTypeIsTakenForItsMemory() throws MPIException {
        Datatype[] types = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.FLOAT, MPI.LONG, MPI.DOUBLE, MPI.PACKED};
        for (Datatype type : types) {
            int[] out = ints(20);
            int[] in = new int[20];
            Request send = MPI.COMM_WORLD.iSend(IntBuffer.wrap(out), 5, type, next, 1);
            assertThat(MPI.COMM_WORLD.recv(in, 5, type, previous, 1).getCount(type), is(5));
            send.waitFor();
            byte[] expected = bytes(out);
            Arrays.fill(expected, 5 * type.getSize(), expected.length, (byte) 0);
            assertThat(type + "", bytes(in), is(expected));
        }
    }

    @Test
    public void theOtherBytesOfAnElementStay() throws MPIException {
        byte[] out = {1, 2, 3, 4, 5};
        int[] in = {-1, -1, -1};
        MPI.COMM_WORLD.sendRecv(out, 5, MPI.BYTE, next, 1, MPI.slice(in, 1), 5, MPI.BYTE, previous, 1);
        assertThat(bytes(in), is(new byte[] {-1, -1, -1, -1, 1, 2, 3, 4, 5, -1, -1, -1}));
        Datatype everyOther = Datatype.createVector(3, 1, 2, MPI.BYTE);
        short[] gaps = {-1, -1, -1};
        MPI.COMM_WORLD.sendRecv(out, 3, MPI.BYTE, next, 1, gaps, 1, everyOther, previous, 1);
        ByteBuffer got = ByteBuffer.allocate(6).order(ByteOrder.nativeOrder());
        got.asShortBuffer().put(gaps);
        assertThat(got.array(), is(new byte[] {1, -1, 2, -1, 3, -1}));
        boolean[] flags = new boolean[5];
        MPI.COMM_WORLD.sendRecv(new byte[] {0, 7, 0, -1, 1}, 5, MPI.BYTE, next, 1, flags, 5, MPI.BYTE, previous, 1);
        assertThat(flags, is(new boolean[] {false, true, false, true, true}));
    }

    @Test
    public void largeArraysOfAnotherTypeTravel() throws MPIException {
        int[] out = ints(50_001);
        byte[] in = new byte[4 * out.length];
        out[50_000] = rank;
        MPI.COMM_WORLD.sendRecv(out, in.length, MPI.BYTE, next, 1, in, out.length, MPI.INT, previous, 1);
        out[50_000] = previous;
        assertThat(Arrays.equals(in, bytes(out)), is(true));
        int[] all = new int[2 * size];
        MPI.COMM_WORLD.allGather(new double[] {rank}, 1, MPI.DOUBLE, all, 8, MPI.BYTE);
        ByteBuffer doubles = ByteBuffer.wrap(bytes(all)).order(ByteOrder.nativeOrder());
        assertThat(doubles.getDouble(8 * previous), is((double) previous));
    }

    @Test
    public void nothingBeyondTheEndIsReached() {
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.send(new int[3], 2, MPI.DOUBLE, rank, 0));
        assertThat(e.getErrorClass(), is(MPI.ERR_COUNT));
        assertThat(e.getMessage(), containsString("length 1 of buf (int[] of 12 bytes)"));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.recv(new byte[7], 2, MPI.INT, rank, 0));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(MPI.slice(new int[3], 1), 9, MPI.BYTE, rank, 0));
        e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Send(new int[3], 0, 1, MPI.BYTE, rank, 0));
        assertThat(e.getMessage(), containsString("int[], expected byte[]"));
    }

    @Test
    public void aFunctionIsGivenElementsOfItsDatatype() throws MPIException {
        Op sum = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    ((int[]) inOut)[i] += ((int[]) in)[i];
                }
            }
        }, true);
        byte[] in = bytes(new int[] {1, 2});
        byte[] result = new byte[8];
        MPI.COMM_WORLD.allReduce(in, result, 2, MPI.INT, sum);
        assertThat(result, is(bytes(new int[] {size, 2 * size})));
        MPI.COMM_WORLD.allReduce(in, result, 2, MPI.INT, MPI.SUM);
        assertThat(result, is(bytes(new int[] {size, 2 * size})));
        MPIException e = assertThrows(MPIException.class, () -> mpi.Comm.reduceLocal(in, result, 2, MPI.INT, sum));
        assertThat(e.getMessage(), containsString("byte[]"));
        sum.free();
    }

    @Test
    public void aDatatypeMayReachBeforeASlice() throws MPIException {
        Datatype back = Datatype.createVector(3, 1, -2, MPI.SHORT);
        ShortBuffer direct = MPI.newShortBuffer(8);
        ShortBuffer heap = ShortBuffer.allocate(8);
        for (ShortBuffer memory : new ShortBuffer[] {direct, heap}) {
            for (int i = 0; i < 8; i++) {
                memory.put(i, (short) (10 * rank + i));
            }
            Buffer fifth = MPI.slice(MPI.slice(memory, 2), 3);
            short[] in = new short[3];
            Request receive = MPI.COMM_WORLD.iRecv(in, 3, MPI.SHORT, previous, 1);
            MPI.COMM_WORLD.send(fifth, 1, back, next, 1);
            receive.waitFor();
            int ten = 10 * previous;
            assertThat(in, is(new short[] {(short) (ten + 5), (short) (ten + 3), (short) (ten + 1)}));
            MPI.COMM_WORLD.sendRecv(new short[] {-1, -2, -3}, 3, MPI.SHORT, next, 1, fifth, 1, back, previous, 1);
            assertThat(memory.get(5), is((short) -1));
            assertThat(memory.get(3), is((short) -2));
            assertThat(memory.get(1), is((short) -3));
            assertThat(memory.get(2), is((short) (10 * rank + 2)));
            Buffer fourth = MPI.slice(memory, 3);
            MPIException e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(fourth, 1, back, rank, 1));
            assertThat(e.getMessage(), containsString("the datatype begins at index -"));
        }
    }

    @Test
    public void whatIsBeforeASliceIsSentByEachMode() throws MPIException {
        Datatype before = Datatype.createIndexed(new int[] {1}, new int[] {-1}, MPI.INT);
        IntBuffer memory = MPI.newIntBuffer(4).put(1, rank);
        int[] in = new int[1];
        Request receive = MPI.COMM_WORLD.iRecv(in, 1, MPI.INT, previous, 1);
        MPI.COMM_WORLD.ibSend(MPI.slice(memory, 2), 1, before, next, 1).waitFor();
        receive.waitFor();
        assertThat(in[0], is(previous));
        MPI.COMM_WORLD.sendRecvReplace(MPI.slice(memory, 2), 1, before, next, 1, previous, 1);
        assertThat(memory.get(1), is(previous));
    }
}
