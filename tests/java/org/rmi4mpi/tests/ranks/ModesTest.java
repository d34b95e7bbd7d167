package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** The modes of sending, persistent requests, cancelling, futures, and java.nio buffers. */
@RunWith(RankRunner.class)
public class ModesTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    @Test
    public void allModesDeliver() {
        byte[] room = new byte[10_000];
        MPI.Buffer_attach(room);
        int[] got = new int[1];
        for (int mode = 0; mode < 4; mode++) {
            int[] sent = {100 * rank + mode};
            Request receive = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.INT, previous, mode);
            MPI.COMM_WORLD.Barrier(); // a ready send needs its receive to be there
            Request send = switch (mode) {
                case 0 -> MPI.COMM_WORLD.Isend(sent, 0, 1, MPI.INT, next, mode);
                case 1 -> MPI.COMM_WORLD.Ibsend(sent, 0, 1, MPI.INT, next, mode);
                case 2 -> MPI.COMM_WORLD.Issend(sent, 0, 1, MPI.INT, next, mode);
                default -> MPI.COMM_WORLD.Irsend(sent, 0, 1, MPI.INT, next, mode);
            };
            receive.Wait();
            send.Wait();
            assertThat(got[0], is(100 * previous + mode));
        }
        assertThat(MPI.Buffer_detach(), sameInstance(room));
        assertThat(MPI.Buffer_detach(), nullValue());
    }

    @Test
    public void aBufferedSendReturnsBeforeItIsReceived() {
        MPI.Buffer_attach(new byte[3 * (400_000 + MPI.BSEND_OVERHEAD)]);
        int[] large = new int[100_000];
        for (int i = 0; i < 3; i++) {
            large[0] = i;
            MPI.COMM_WORLD.Bsend(large, 0, large.length, MPI.INT, next, 5);
        }
        for (int i = 0; i < 3; i++) {
            int[] got = new int[large.length];
            MPI.COMM_WORLD.Recv(got, 0, got.length, MPI.INT, previous, 5);
            assertThat(got[0], is(i));
        }
        MPI.Buffer_detach();
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Bsend(large, 0, 1, MPI.INT, next, 5));
        assertThat(e.getMessage(), containsString("MPI.Buffer_attach"));
    }

    /** Counts how often it is written. */
    private static final class Counted implements Serializable {
        private static final long serialVersionUID = 1L;
        private transient int written;
        private int value;

        private void writeObject(ObjectOutputStream out) throws IOException {
            written++;
            out.defaultWriteObject();
        }
    }

    @Test
    public void aBufferedSendWritesItsObjectsOnce() {
        MPI.Buffer_attach(new byte[100_000]);
        Counted sent = new Counted();
        sent.value = rank;
        MPI.COMM_WORLD.Bsend(new Object[] {sent}, 0, 1, MPI.OBJECT, next, 6);
        assertThat(sent.written, is(1));
        Object[] got = new Object[1];
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.OBJECT, previous, 6);
        assertThat(((Counted) got[0]).value, is(previous));
        MPI.Buffer_detach();
    }

    @Test
    public void roomForOneMessageDoesForManyThatAreReceived() {
        int[] data = new int[10];
        MPI.Buffer_attach(new byte[1]);
        MPI.Buffer_attach(ByteBuffer.allocateDirect(MPI.COMM_WORLD.Pack_size(data.length, MPI.INT)));
        for (int i = 0; i < 20; i++) {
            data[0] = i;
            MPI.COMM_WORLD.Bsend(data, 0, data.length, MPI.INT, next, 5);
            MPI.COMM_WORLD.Recv(data, 0, data.length, MPI.INT, previous, 5);
            assertThat(data[0], is(i));
        }
        MPI.Buffer_detach();
    }

    @Test
    public void sendsNeedNotBeCompleted() {
        int count = 500;
        for (int i = 0; i < count; i++) {
            MPI.COMM_WORLD.Isend(new int[] {i}, 0, 1, MPI.INT, next, 15);
            MPI.COMM_WORLD.Isend(new Object[] {i, new byte[i % 50 == 0 ? 10_000 : 0]}, 0, 2, MPI.OBJECT, next, 16);
        }
        int[] got = new int[1];
        Object[] objects = new Object[2];
        for (int i = 0; i < count; i++) {
            MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, previous, 15);
            MPI.COMM_WORLD.Recv(objects, 0, 2, MPI.OBJECT, previous, 16);
            assertThat(got[0], is(i));
            assertThat(objects[0], is(i));
        }
    }

    /** Requests that have ended are checked now and then. */
    @Test
    public void whatEndsLongBeforeItIsCompletedKeepsItsStatus() {
        int count = 1000;
        int tooLong = size > 1 ? 500 : count; // Open MPI does not report a truncated message from a rank to itself
        int[] numbers = new int[count];
        Object[] objects = new Object[count];
        Request[] receives = new Request[2 * count];
        for (int i = 0; i < count; i++) {
            receives[i] = MPI.COMM_WORLD.Irecv(numbers, i, 1, MPI.INT, previous, 17);
            receives[count + i] = MPI.COMM_WORLD.Irecv(objects, i, 1, MPI.OBJECT, previous, 18);
            MPI.COMM_WORLD.Isend(new int[] {i, i}, 0, i == tooLong ? 2 : 1, MPI.INT, next, 17);
            MPI.COMM_WORLD.Isend(new Object[] {i % 100 == 0 ? new int[10_000] : "" + i}, 0, 1, MPI.OBJECT, next, 18);
        }
        if (size > 1) {
            MPIException e = assertThrows(MPIException.class, receives[tooLong]::Wait);
            assertThat(e.getMessage().toLowerCase(Locale.ROOT), containsString("trunc"));
        }
        Status[] statuses = Request.Waitall(receives);
        for (int i = 0; i < count; i++) {
            assertThat(i == tooLong || numbers[i] == i, is(true));
            assertThat(i == tooLong || statuses[i].source == previous, is(true));
            assertThat(objects[i] instanceof String ? objects[i] : "" + i, is((Object) ("" + i)));
            assertThat(statuses[count + i].Get_count(MPI.OBJECT), is(1));
            assertThat(statuses[count + i].tag, is(18));
        }
    }

    @Test
    public void arraysOfRequestsMayHaveGaps() {
        Request[] none = new Request[2];
        assertThat(Request.Waitall(none).length, is(2));
        assertThat(Request.Waitany(none).index, is(MPI.UNDEFINED));
        assertThat(Request.Waitsome(none), nullValue());
        assertThat(Request.Testsome(none).length, is(0));
        int[] got = new int[1];
        Request[] requests = {null, MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.INT, previous, 6), null};
        MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, next, 6);
        assertThat(Request.Waitany(requests).index, is(1));
        assertThat(got[0], is(previous));
        Prequest[] prequests = {null, MPI.COMM_WORLD.Send_init(got, 0, 1, MPI.INT, MPI.PROC_NULL, 6)};
        Prequest.Startall(prequests);
        assertThat(Request.Waitall(prequests).length, is(2));
    }

    @Test
    public void whatHasEndedIsNotCancelled() {
        Request send = MPI.COMM_WORLD.Isend(new int[] {rank}, 0, 1, MPI.INT, next, 8);
        int[] got = new int[1];
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, previous, 8);
        MPI.COMM_WORLD.Barrier();
        send.Cancel();
        assertThat(send.Wait().Test_cancelled(), is(false));
        assertThat(got[0], is(previous));
    }

    @Test
    public void aSynchronousSendWaitsForItsReceive() {
        Request send = MPI.COMM_WORLD.Issend(new int[1], 0, 1, MPI.INT, next, 6);
        for (int i = 0; i < 1000; i++) {
            assertThat(send.Test(), nullValue());
        }
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, previous, 6);
        send.Wait();
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void persistentRequestsAreStartedAgainAndAgain() {
        int[] sent = new int[1];
        int[] got = new int[1];
        Prequest send = MPI.COMM_WORLD.Send_init(sent, 0, 1, MPI.INT, next, 7);
        Prequest receive = MPI.COMM_WORLD.Recv_init(got, 0, 1, MPI.INT, previous, 7);
        for (int i = 0; i < 20; i++) {
            sent[0] = 10 * rank + i;
            Prequest.Startall(new Prequest[] {receive, send});
            if (i == 0) {
                assertThrows(MPIException.class, receive::Start);
            }
            Request.Waitall(new Request[] {receive, send});
            assertThat(got[0], is(10 * previous + i));
            assertThat(receive.Is_null(), is(false));
        }
        send.Free();
        receive.Free();
        assertThat(receive.Is_null(), is(true));
        assertThrows(MPIException.class, receive::Start);
    }

    @Test
    public void aReceiveIsCancelled() {
        Request receive = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, previous, 8);
        receive.Cancel();
        Status status = receive.Wait();
        assertThat(status.Test_cancelled(), is(true));
        Request objects = MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, previous, 8);
        objects.Cancel();
        assertThat(objects.Wait().Test_cancelled(), is(true));
    }

    @Test
    public void aFreedRequestGoesOn() {
        Request send = MPI.COMM_WORLD.Isend(new int[] {rank}, 0, 1, MPI.INT, next, 9);
        send.Free();
        assertThat(send.Is_null(), is(true));
        int[] got = new int[1];
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, previous, 9);
        assertThat(got[0], is(previous));
    }

    @Test
    public void aFutureCompletesWithoutAnyoneWaitingInMpi() throws Exception {
        int[] got = new int[1];
        CompletableFuture<Integer> future = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.INT, previous, 10)
                .toFuture()
                .thenApply(status -> got[0] + status.source);
        Request send = MPI.COMM_WORLD.Isend(new int[] {1000 * rank}, 0, 1, MPI.INT, next, 10);
        assertThat(future.get(), is(1000 * previous + previous));
        send.toFuture().get();
        assertThat(MPI.REQUEST_NULL.toFuture().isDone(), is(true));
    }

    @Test
    public void nonblockingCollectives() {
        int[] sum = new int[2];
        int[] all = new int[size];
        int[] fromAll = new int[size];
        int[] to = new int[size];
        java.util.Arrays.setAll(to, i -> 10 * rank + i);
        int[] root = {rank == 0 ? 77 : 0};
        Request[] requests = {
            MPI.COMM_WORLD.Iallreduce(new int[] {rank, 1}, 0, sum, 0, 2, MPI.INT, MPI.SUM),
            MPI.COMM_WORLD.Iallgather(new int[] {rank}, 0, 1, MPI.INT, all, 0, 1, MPI.INT),
            MPI.COMM_WORLD.Ialltoall(to, 0, 1, MPI.INT, fromAll, 0, 1, MPI.INT),
            MPI.COMM_WORLD.Ibcast(root, 0, 1, MPI.INT, 0),
            MPI.COMM_WORLD.Ibarrier()
        };
        Request.Waitall(requests);
        assertThat(sum, equalTo(new int[] {size * (size - 1) / 2, size}));
        assertThat(root[0], is(77));
        for (int i = 0; i < size; i++) {
            assertThat(all[i], is(i));
            assertThat(fromAll[i], is(10 * i + rank));
        }
        Object[] sent = {rank == 0 ? "from the root" : null};
        MPI.COMM_WORLD.Ibcast(sent, 0, 1, MPI.OBJECT, 0).Wait();
        assertThat(sent[0], is("from the root"));
    }

    @Test
    public void buffersOfEveryKindStandForArrays() {
        IntBuffer direct = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder()).asIntBuffer();
        IntBuffer heap = IntBuffer.wrap(new int[12], 2, 10).slice();
        ByteBuffer bytes = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder());
        for (Object to : new Object[] {direct, heap, bytes}) {
            IntBuffer from = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder()).asIntBuffer();
            for (int i = 0; i < 10; i++) {
                from.put(i, 100 * rank + i);
            }
            Status status = MPI.COMM_WORLD.Sendrecv(
                    from, 4, 3, MPI.INT, next, 11, to, 1, 9, MPI.INT, previous, 11);
            assertThat(status.Get_count(MPI.INT), is(3));
            IntBuffer got = to == bytes ? bytes.asIntBuffer() : (IntBuffer) to;
            assertThat(got.get(1), is(100 * previous + 4));
            assertThat(got.get(3), is(100 * previous + 6));
            assertThat(got.get(4), is(0));
        }
        DoubleBuffer values = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder()).asDoubleBuffer();
        values.put(0, rank).put(1, 2);
        DoubleBuffer sums = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder()).asDoubleBuffer();
        MPI.COMM_WORLD.Allreduce(values, 0, sums, 0, 2, MPI.DOUBLE, MPI.SUM);
        assertThat(sums.get(1), is(2.0 * size));
        MPI.COMM_WORLD.Bcast(values, 0, 1, MPI.DOUBLE, size - 1);
        assertThat(values.get(0), is(size - 1.0));
    }

    @Test
    public void aDirectBufferWithGaps() {
        IntBuffer buffer = ByteBuffer.allocateDirect(40).order(ByteOrder.nativeOrder()).asIntBuffer();
        for (int i = 0; i < 10; i++) {
            buffer.put(i, i);
        }
        int[] got = new int[3];
        Datatype every3rd = Datatype.Vector(3, 1, 3, MPI.INT);
        MPI.COMM_WORLD.Sendrecv(buffer, 1, 1, every3rd, next, 12, got, 0, 3, MPI.INT, previous, 12);
        assertThat(got, equalTo(new int[] {1, 4, 7}));
        MPI.COMM_WORLD.Sendrecv(new int[] {-1, -2, -3}, 0, 3, MPI.INT, next, 12, buffer, 0, 1, every3rd, previous, 12);
        assertThat(new int[] {buffer.get(0), buffer.get(1), buffer.get(3), buffer.get(6), buffer.get(9)},
                equalTo(new int[] {-1, 1, -2, -3, 9}));
    }

    @Test
    public void aBufferThatCannotBeUsedIsRefused() {
        IntBuffer foreign = ByteBuffer.allocateDirect(8).order(
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
                        : ByteOrder.BIG_ENDIAN)
                .asIntBuffer();
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Send(foreign, 0, 1, MPI.INT, next, 0));
        assertThat(e.getMessage(), containsString("nativeOrder"));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Send(
                IntBuffer.allocate(4).asReadOnlyBuffer(), 0, 1, MPI.INT, next, 0));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Send(IntBuffer.allocate(4), 0, 1, MPI.DOUBLE, next, 0));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Send(IntBuffer.allocate(4), 2, 3, MPI.INT, next, 0));
    }

    @Test
    public void sendrecvReplace() {
        int[] array = {rank, -5};
        Status status = MPI.COMM_WORLD.Sendrecv_replace(array, 0, 1, MPI.INT, next, 13, previous, 13);
        assertThat(array, equalTo(new int[] {previous, -5}));
        assertThat(status.source, is(previous));
        IntBuffer direct = ByteBuffer.allocateDirect(400_000).order(ByteOrder.nativeOrder()).asIntBuffer();
        for (int i = 0; i < direct.limit(); i++) {
            direct.put(i, rank);
        }
        MPI.COMM_WORLD.Sendrecv_replace(direct, 10, 90_000, MPI.INT, next, 13, previous, 13);
        assertThat(direct.get(9), is(rank));
        assertThat(direct.get(10), is(previous));
        assertThat(direct.get(90_009), is(previous));
    }
}
