package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Messages in the spelling of Open MPI: arrays, heap and direct buffers, in every mode. */
@RunWith(RankRunner.class)
public class OpenMpiMessagesTest {
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    private interface Send {
        void send(Object buf, int count, Datatype type, int dest, int tag) throws MPIException;
    }

    private interface StartSend {
        Request send(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException;
    }

    @Test
    public void eachModeOfSend() throws MPIException {
        MPI.attachBuffer(new byte[100 + MPI.BSEND_OVERHEAD]);
        Send[] modes = {MPI.COMM_WORLD::send, MPI.COMM_WORLD::bSend, MPI.COMM_WORLD::sSend};
        for (Send mode : modes) {
            IntBuffer in = MPI.newIntBuffer(2);
            Request receive = MPI.COMM_WORLD.iRecv(in, 2, MPI.INT, previous, 1);
            mode.send(new int[] {rank, 7}, 2, MPI.INT, next, 1);
            Status status = receive.waitStatus();
            assertThat(in.get(0), is(previous));
            assertThat(status.getCount(MPI.INT), is(2));
            assertThat(status.getSource(), is(previous));
            assertThat(status.getTag(), is(1));
        }
        StartSend[] starts = {MPI.COMM_WORLD::iSend, MPI.COMM_WORLD::ibSend, MPI.COMM_WORLD::isSend,
            MPI.COMM_WORLD::irSend};
        for (StartSend start : starts) {
            int[] in = new int[2];
            Request receive = MPI.COMM_WORLD.iRecv(in, 2, MPI.INT, previous, 2);
            MPI.COMM_WORLD.barrier();
            IntBuffer out = MPI.newIntBuffer(2).put(0, rank).put(1, 9);
            Request send = start.send(out, 2, MPI.INT, next, 2);
            Request.waitAll(new Request[] {receive, send});
            assertThat(in, is(new int[] {previous, 9}));
        }
        assertThat(MPI.detachBuffer(), is(notNullValue()));
    }

    @Test
    public void smallMessagesNeedNoAttachedBuffer() throws MPIException {
        int[] in = new int[2];
        Request receive = MPI.COMM_WORLD.iRecv(MPI.slice(in, 1), 1, MPI.INT, previous, 2);
        MPI.COMM_WORLD.bSend(new int[] {rank}, 1, MPI.INT, next, 1);
        MPI.COMM_WORLD.ibSend(new int[] {10 + rank}, 1, MPI.INT, next, 2).waitFor();
        MPI.COMM_WORLD.recv(in, 1, MPI.INT, previous, 1);
        receive.waitFor();
        assertThat(in, is(new int[] {previous, 10 + previous}));
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.bSend(new byte[65537], 65537, MPI.BYTE, next, 1));
        assertThat(e.getMessage(), containsString("> 65536 without a buffer"));
    }

    @Test
    public void slicesNameTheMiddleOfArraysAndBuffers() throws MPIException {
        int[] out = {0, 1, 2, rank};
        int[] in = new int[4];
        MPI.COMM_WORLD.sendRecv(MPI.slice(out, 2), 2, MPI.INT, next, 0, MPI.slice(in, 1), 2, MPI.INT, previous, 0);
        assertThat(in, is(new int[] {0, 2, previous, 0}));
        DoubleBuffer direct = MPI.newDoubleBuffer(4).put(3, rank);
        DoubleBuffer got = MPI.newDoubleBuffer(4);
        MPI.COMM_WORLD.sendRecv(MPI.slice(direct, 3), 1, MPI.DOUBLE, next, 0, MPI.slice(got, 2), 1, MPI.DOUBLE,
                previous, 0);
        assertThat(got.get(2), is((double) previous));
        ByteBuffer bytes = MPI.slice(new byte[] {1, 2, 3}, 1);
        assertThat(bytes.get(0), is((byte) 2));
        int[] replaced = {rank};
        MPI.COMM_WORLD.sendRecvReplace(replaced, 1, MPI.INT, next, 3, previous, 3);
        assertThat(replaced[0], is(previous));
    }

    @Test
    public void persistentRequests() throws MPIException {
        IntBuffer in = MPI.newIntBuffer(1);
        int[] out = new int[1];
        Prequest receive = MPI.COMM_WORLD.recvInit(in, 1, MPI.INT, previous, 4);
        Prequest send = MPI.COMM_WORLD.sendInit(out, 1, MPI.INT, next, 4);
        for (int i = 0; i < 3; i++) {
            out[0] = 10 * rank + i;
            Prequest.startAll(new Prequest[] {receive, send});
            Request.waitAll(new Request[] {receive, send});
            assertThat(in.get(0), is(10 * previous + i));
        }
        receive.free();
        send.free();
        assertThat(send.isNull(), is(true));
    }

    @Test
    public void aMatchedMessageIsReceivedByItsOwnerAlone() throws MPIException {
        Message message = new Message();
        assertThat(message.isNull(), is(true));
        assertThat(message.imProbe(previous, 77, MPI.COMM_WORLD), is(nullValue()));
        MPI.COMM_WORLD.barrier();
        Request first = MPI.COMM_WORLD.iSend(new int[] {1, rank}, 2, MPI.INT, next, 5);
        Request second = MPI.COMM_WORLD.iSend(new int[] {2, rank}, 2, MPI.INT, next, 5);
        assertThat(message.mProbe(previous, 5, MPI.COMM_WORLD).getCount(MPI.INT), is(2));
        int[] later = new int[2];
        MPI.COMM_WORLD.recv(later, 2, MPI.INT, previous, 5);
        int[] matched = new int[2];
        assertThat(message.mRecv(matched, 2, MPI.INT).getSource(), is(previous));
        assertThat(matched, is(new int[] {1, previous}));
        assertThat(later, is(new int[] {2, previous}));
        assertThat(message.isNull(), is(true));
        assertThrows(MPIException.class, () -> message.mRecv(matched, 2, MPI.INT));
        Request.waitAll(new Request[] {first, second});
        assertThat(message.mProbe(MPI.PROC_NULL, 5, MPI.COMM_WORLD).getSource(), is(MPI.PROC_NULL));
        assertThat(message.isNoProc(), is(true));
        assertThat(message.imRecv(matched, 2, MPI.INT).waitStatus().getCount(MPI.INT), is(0));
    }

    @Test
    public void objectsGoByThisSpellingToo() throws MPIException {
        Request send = MPI.COMM_WORLD.iSend(new Object[] {"from " + rank, rank}, 2, MPI.OBJECT, next, 6);
        Message message = new Message();
        message.mProbe(previous, 6, MPI.COMM_WORLD);
        Object[] in = new Object[2];
        message.mRecv(in, 2, MPI.OBJECT);
        send.waitFor();
        assertThat(in, is(arrayContaining("from " + previous, (Object) previous)));
        Object[] all = new Object[size];
        MPI.COMM_WORLD.allGather("rank " + rank, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertThat(all[size - 1], is("rank " + (size - 1)));
    }

    @Test
    public void testsAndWaitsOfSeveral() throws MPIException {
        Comm comm = MPI.COMM_WORLD;
        int[] a = new int[1];
        int[] b = new int[1];
        Request[] receives = {comm.iRecv(a, 1, MPI.INT, previous, 8), comm.iRecv(b, 1, MPI.INT, previous, 9)};
        assertThat(Request.testAll(receives), is(false));
        assertThat(Request.testAny(receives), is(MPI.UNDEFINED));
        assertThat(Request.testSome(receives).length, is(0));
        assertThat(receives[0].getStatus(), is(nullValue()));
        comm.barrier();
        comm.send(new int[] {3}, 1, MPI.INT, next, 9);
        assertThat(Request.waitAny(receives), is(1));
        comm.barrier();
        comm.send(new int[] {4}, 1, MPI.INT, next, 8);
        Status seen = null;
        while (seen == null) {
            seen = receives[0].getStatus();
        }
        assertThat(seen.getSource(), is(previous));
        assertThat(receives[0].isNull(), is(false));
        assertThat(Request.waitSome(receives), is(new int[] {0}));
        assertThat(Request.waitSome(receives), is(nullValue()));
        assertThat(a[0] + b[0], is(7));
    }

    @Test
    public void packing() throws MPIException {
        byte[] bytes = new byte[MPI.COMM_WORLD.packSize(2, MPI.INT) + MPI.COMM_WORLD.packSize(1, MPI.DOUBLE)];
        int end = MPI.COMM_WORLD.pack(new int[] {1, 2}, 2, MPI.INT, bytes, 0);
        MPI.COMM_WORLD.pack(new double[] {3}, 1, MPI.DOUBLE, bytes, end);
        double[] last = new double[1];
        MPI.COMM_WORLD.unpack(bytes, end, last, 1, MPI.DOUBLE);
        assertThat(last[0], is(3.0));
    }

    @Test
    public void anErrorHasItsClass() {
        MPIException e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, size, 0));
        assertThat(e.getErrorClass(), is(MPI.ERR_RANK));
        assertThat(e.getMessage(), containsString("send: dest = " + size));
        e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.send(new int[1], 2, MPI.INT, rank, 0));
        assertThat(e.getErrorClass(), is(MPI.ERR_COUNT));
        MPI.COMM_WORLD.callErrhandler(MPI.ERR_TAG); // ERRORS_RETURN does nothing
    }
}
