package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.MostRanks;
import org.rmi4mpi.tests.runner.RankRunner;

/** Things that no program should do. They are refused or have no effect, and later operations work. */
@RunWith(RankRunner.class)
public class HostileTest {
    private static final int MANY = Integer.MAX_VALUE;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;
    private final int[] buf = new int[16];

    private static void refused(ThrowingRunnable call, String... words) {
        MPIException e = assertThrows(MPIException.class, call);
        for (String word : words) {
            assertThat(e.getMessage(), containsString(word));
        }
    }

    private Request ring(int tag) {
        Request receive = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, previous, tag);
        MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, next, tag);
        return receive;
    }

    @Test
    public void largeObjectsAreExchangedByReceiveAndSend() {
        Object[] got = new Object[1];
        Request receive = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.OBJECT, previous, 1);
        MPI.COMM_WORLD.Send(new Object[] {new int[1_000_000]}, 0, 1, MPI.OBJECT, next, 1);
        assertThat(receive.Wait().source, is(previous));
        assertThat(((int[]) got[0]).length, is(1_000_000));
    }

    @Test
    public void anExchangeWhoseSendIsRefusedReceivesNothing() {
        Object[] got = new Object[1];
        refused(() -> MPI.COMM_WORLD.Sendrecv(new Object[] {new Object()}, 0, 1, MPI.OBJECT, next, 13, got, 0, 1,
                MPI.OBJECT, previous, 13), "Sendrecv", "cannot be serialized", "at rank " + rank);
        Request send = MPI.COMM_WORLD.Isend(new Object[] {rank}, 0, 1, MPI.OBJECT, next, 13);
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.OBJECT, previous, 13);
        assertThat(got[0], is(previous));
        send.Wait();
        refused(() -> MPI.COMM_WORLD.Sendrecv(buf, 0, 1, MPI.INT, next, 13, buf, 16, 1, MPI.INT, previous, 13),
                "length 16");
        assertThat(MPI.COMM_WORLD.Iprobe(previous, 13) == null, is(true));
    }

    @Test
    public void aPersistentReceiveOfLargeObjectsIsStartedBeforeASend() {
        Object[] got = new Object[1];
        Prequest receive = MPI.COMM_WORLD.Recv_init(got, 0, 1, MPI.OBJECT, previous, 1);
        for (int length = 10; length < 1_000_000; length *= 10) {
            receive.Start();
            MPI.COMM_WORLD.Ssend(new Object[] {new int[length]}, 0, 1, MPI.OBJECT, next, 1);
            receive.Wait();
            assertThat(((int[]) got[0]).length, is(length));
        }
        receive.Free();
    }

    @Test
    public void anUnattendedReceiveThatFailsTellsWhoCompletesIt() {
        Request receive = MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, previous, 2);
        MPI.COMM_WORLD.Send(new byte[20], 0, 20, MPI.BYTE, next, 2);
        MPI.COMM_WORLD.Barrier();
        refused(receive::Wait, "Irecv",
                "holds no objects at rank " + rank + " of MPI.COMM_WORLD: send it with MPI.OBJECT");
        assertThat(receive.Is_null(), is(true));
    }

    @Test
    @MostRanks(2)
    public void bytesAreNoObjects() {
        Random random = new Random(rank);
        for (int i = 0; i < 200; i++) {
            byte[] garbage = new byte[random.nextInt(100)];
            random.nextBytes(garbage);
            if (i % 2 == 0 && garbage.length >= 16) { // a length that may be one
                ByteBuffer.wrap(garbage).order(ByteOrder.nativeOrder())
                        .putLong(8, random.nextLong() >> random.nextInt(64));
            }
            Request send = MPI.COMM_WORLD.Isend(garbage, 0, garbage.length, MPI.BYTE, rank, 3);
            assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Recv(new Object[4], 0, 4, MPI.OBJECT, rank, 3));
            send.Wait();
            assertThrows(MPIException.class,
                    () -> MPI.COMM_WORLD.Object_Deserialize(new Object[4], garbage, 0, 4, MPI.OBJECT));
            assertThrows(MPIException.class,
                    () -> MPI.COMM_WORLD.Unpack(garbage, 0, new Object[4], 0, 4, MPI.OBJECT));
        }
        refused(() -> MPI.COMM_WORLD.Object_Deserialize(new Object[4], null, 0, 4, MPI.OBJECT), "byte_buf = null");
        byte[] good = MPI.COMM_WORLD.Object_Serialize(new Object[] {"a", 1}, 0, 2, MPI.OBJECT);
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << random.nextInt(8));
            try {
                MPI.COMM_WORLD.Object_Deserialize(new Object[4], bad, 0, 4, MPI.OBJECT);
            } catch (MPIException e) {
                // the value is right; a changed letter would go unnoticed
            }
        }
    }

    @Test
    public void aFreedReceiveThatFailsLeavesOthersAlone() throws Exception {
        MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, previous, 4).Free();
        MPI.COMM_WORLD.Send(buf, 0, 16, MPI.INT, next, 4);
        MPI.COMM_WORLD.Barrier();
        Request receive = MPI.COMM_WORLD.Irecv(buf, 0, 1, MPI.INT, previous, 5);
        MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, next, 5);
        assertThat(receive.toFuture().get().source, is(previous));
    }

    @Test
    public void aRequestThatIsCompleteIsNull() {
        Request receive = ring(6);
        assertThat(receive.Wait().source, is(previous));
        assertThat(receive.Is_null(), is(true));
        assertThat(receive.Wait().source, is(MPI.ANY_SOURCE));
        assertThat(receive.Test().source, is(MPI.ANY_SOURCE));
        receive.Cancel();
        receive.Free();
        receive.Free();
        receive.Wait();
        MPI.REQUEST_NULL.Cancel();
        MPI.REQUEST_NULL.Wait();
    }

    @Test
    public void cancelComesTooLate() {
        Request send = MPI.COMM_WORLD.Isend(buf, 0, 1, MPI.INT, next, 7);
        MPI.COMM_WORLD.Recv(buf, 0, 1, MPI.INT, previous, 7);
        MPI.COMM_WORLD.Barrier();
        send.Cancel();
        assertThat(send.Wait().Test_cancelled(), is(false));
        Request large = MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, previous, 7);
        Request from = MPI.COMM_WORLD.Isend(new Object[] {new int[1_000_000]}, 0, 1, MPI.OBJECT, next, 7);
        from.Wait();
        MPI.COMM_WORLD.Barrier();
        large.Cancel();
        assertThat(large.Wait().Test_cancelled(), is(false));
    }

    @Test
    public void aFreedRequestIsNull() {
        int[] got = new int[1];
        Request receive = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.INT, previous, 8);
        receive.Free();
        assertThat(receive.Wait().source, is(MPI.ANY_SOURCE));
        assertThat(Request.Waitall(new Request[] {receive})[0].source, is(MPI.ANY_SOURCE));
        assertThat(receive.Test().source, is(MPI.ANY_SOURCE));
        MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, next, 8);
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void aFutureAloneCompletesItsRequest() throws Exception {
        Request receive = MPI.COMM_WORLD.Irecv(buf, 0, 1, MPI.INT, previous, 9);
        Future<Status> future = receive.toFuture();
        refused(receive::Wait, "future");
        refused(receive::Test, "future");
        refused(receive::Free, "future");
        refused(receive::toFuture, "future");
        refused(() -> Request.Waitany(new Request[] {receive}), "future");
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, next, 9);
        assertThat(future.get().source, is(previous));
    }

    @Test
    public void oneOfManyThreadsCompletesARequest() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int i = 0; i < 200; i++) {
                Request receive = MPI.COMM_WORLD.Irecv(buf, 0, 1, MPI.INT, rank, 10);
                CyclicBarrier together = new CyclicBarrier(3);
                AtomicInteger completed = new AtomicInteger();
                Future<?>[] waits = new Future<?>[3];
                for (int k = 0; k < 3; k++) {
                    waits[k] = threads.submit(() -> {
                        together.await();
                        completed.addAndGet(receive.Wait().source == rank ? 1 : 0);
                        return null;
                    });
                }
                MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, rank, 10);
                for (Future<?> wait : waits) {
                    wait.get();
                }
                assertThat(completed.get(), is(1));
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    public void aPersistentRequestIsStartedByOneThread() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Prequest receive = MPI.COMM_WORLD.Recv_init(buf, 0, 1, MPI.INT, rank, 11);
        try {
            for (int i = 0; i < 200; i++) {
                CyclicBarrier together = new CyclicBarrier(2);
                AtomicInteger refusals = new AtomicInteger();
                Future<?>[] starts = new Future<?>[2];
                for (int k = 0; k < 2; k++) {
                    starts[k] = threads.submit(() -> {
                        together.await();
                        try {
                            receive.Start();
                        } catch (MPIException e) {
                            refusals.incrementAndGet();
                        }
                        return null;
                    });
                }
                for (Future<?> start : starts) {
                    start.get();
                }
                MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, rank, 11);
                assertThat(receive.Wait().source, is(rank));
                assertThat(refusals.get(), is(1));
            }
        } finally {
            threads.shutdown();
        }
        receive.Free();
        refused(receive::Start, "freed");
    }

    @Test
    public void datatypesBeyondAnInt() {
        int half = 1 << 30;
        refused(() -> Datatype.Contiguous(MANY, MPI.INT2), "Contiguous");
        refused(() -> Datatype.Vector(3, 1, half, MPI.INT), "Vector");
        refused(() -> Datatype.Vector(2, MANY, MANY, MPI.INT), "Vector");
        refused(() -> Datatype.Hvector(3, half, 0, MPI.INT), "Hvector");
        refused(() -> Datatype.Hvector(4096, 1 << 20, 0, MPI.INT), "Hvector");
        refused(() -> Datatype.Indexed(new int[] {1, 1}, new int[] {0, MANY}, MPI.INT2), "Indexed");
        refused(() -> Datatype.Indexed(new int[] {1, 1}, new int[] {Integer.MIN_VALUE, MANY}, MPI.INT), "Indexed");
        refused(() -> Datatype.Hindexed(new int[] {half, half, half}, new int[] {-half, 0, 0}, MPI.INT), "Hindexed");
        refused(() -> Datatype.Hindexed(new int[] {MANY, 2}, new int[] {Integer.MIN_VALUE, -1}, MPI.INT), "Hindexed");
        refused(() -> Datatype.Struct(new int[] {1, 1}, new int[] {Integer.MIN_VALUE, MANY},
                new Datatype[] {MPI.LB, MPI.UB}), "Struct");
        refused(() -> Datatype.Vector(-1, 1, 1, MPI.INT), "count = -1");
        refused(() -> Datatype.Indexed(new int[] {-1}, new int[1], MPI.INT), "-1");
        Datatype below = Datatype.Hindexed(new int[] {1}, new int[] {-2}, MPI.INT);
        refused(() -> MPI.COMM_WORLD.Send(buf, 1, 1, below, rank, 0), "the datatype begins at index -");
        Datatype back = Datatype.Vector(4, 1, -4, MPI.INT);
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, 1, back, rank, 0), "the datatype begins at index -");
        Datatype wide = Datatype.Vector(2, 1, half, MPI.INT);
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, MANY, wide, rank, 0), "count");
        refused(() -> MPI.COMM_WORLD.Send(ByteBuffer.allocateDirect(64), 0, MANY, wide, rank, 0), "count");
        Datatype again = Datatype.Hvector(half / 4096, 2048, 0, MPI.INT);
        refused(() -> MPI.COMM_WORLD.Send(new int[2048], 0, 1, again, rank, 0),
                "536870911 elements, or 2 GiB less 1 byte");
    }

    @Test
    public void nothingIsSentFromAnywhere() {
        Request receive = MPI.COMM_WORLD.Irecv(buf, 100, 0, MPI.INT, rank, 12);
        MPI.COMM_WORLD.Send(buf, MANY, 0, MPI.INT, rank, 12);
        assertThat(receive.Wait().Get_count(MPI.INT), is(0));
        MPI.COMM_WORLD.Sendrecv(ByteBuffer.allocateDirect(4), MANY, 0, MPI.INT, rank, 12, buf, 0, 0,
                Datatype.Vector(0, 1, 1, MPI.INT), rank, 12);
        MPI.COMM_WORLD.Sendrecv(new Object[1], 7, 0, MPI.OBJECT, rank, 12, new Object[0], 3, 0, MPI.OBJECT, rank, 12);
    }

    @Test
    public void arraysOfCollectives() {
        int[] all = new int[size];
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, null, all, MPI.INT, buf, 0, all, all, MPI.INT), "null");
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, all, all, MPI.INT, buf, 0, all, null, MPI.INT), "null");
        refused(() -> MPI.COMM_WORLD.Allgatherv(buf, 0, 1, MPI.INT, buf, 0, new int[size - 1], all, MPI.INT), "length");
        refused(() -> MPI.COMM_WORLD.Reduce_scatter(buf, 0, buf, 0, null, MPI.INT, MPI.SUM), "null");
        int[] counts = all.clone();
        counts[size - 1] = MANY;
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, counts, all, MPI.INT, buf, 0, all, all, MPI.INT), "count");
        int[] huge = new int[size];
        java.util.Arrays.fill(huge, 1 << 30);
        int[] ones = new int[size];
        java.util.Arrays.fill(ones, 1);
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, ones, huge, Datatype.Contiguous(4, MPI.INT), buf, 0, all, all,
                MPI.INT), "displs");
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, MANY, ones, huge, MPI.INT, buf, 0, all, all, MPI.INT), "displs");
        java.util.Arrays.fill(huge, MANY);
        if (size > 1) {
            refused(() -> MPI.COMM_WORLD.Reduce_scatter(buf, 0, buf, 0, huge, MPI.INT, MPI.SUM), "recvcounts");
        }
        int[] long1 = new int[size + 5];
        MPI.COMM_WORLD.Alltoallv(buf, 0, long1, all, MPI.INT, buf, 0, all, long1, MPI.INT);
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void noCommunicatorIsMadeNearTheEndOfAStack() throws Exception {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread deep = new Thread(null, () -> descend(0), "deep", 512 << 10);
        deep.setUncaughtExceptionHandler((thread, e) -> end.set(e));
        deep.start();
        deep.join();
        assertThat(end.get(), instanceOf(StackOverflowError.class));
        assertThat(end.get().getMessage(), containsString("nothing has been sent"));
    }

    private static void descend(int depth) {
        if (depth % 64 == 0) {
            ((Comm) MPI.COMM_SELF.clone()).Free();
        }
        descend(depth + 1);
    }

    @Test
    public void gridsOfMoreNodesThanAnIntHas() {
        refused(() -> MPI.COMM_WORLD.Create_cart(new int[] {1 << 20, 1 << 20, 1 << 30}, new boolean[3], false),
                "Create_cart", "number of nodes = 2147483647 or more");
    }

    @Test
    public void moreObjectsThanThereIsRoomFor() {
        Request send = MPI.COMM_WORLD.Isend(new Object[] {1, 2, 3}, 0, 3, MPI.OBJECT, next, 14);
        refused(() -> MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, previous, 14), "Recv: 3 objects arrived > 1",
                "at rank " + rank + " of MPI.COMM_WORLD: receive with a larger count");
        send.Wait();
    }

    @Test
    public void buffersOfOtherKinds() {
        ByteBuffer direct = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        boolean big = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
        ByteOrder other = big ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        ByteBuffer readOnly = direct.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
        IntBuffer swapped = direct.duplicate().order(other).asIntBuffer();
        refused(() -> MPI.COMM_WORLD.Send(swapped, 0, 1, MPI.INT, rank, 0), "byte order");
        refused(() -> MPI.COMM_WORLD.Irecv(readOnly, 0, 1, MPI.INT, rank, 0), "read");
        refused(() -> MPI.COMM_WORLD.Irecv(readOnly.asIntBuffer(), 0, 1, MPI.INT, rank, 0), "read");
        refused(() -> MPI.COMM_WORLD.Bcast(IntBuffer.allocate(1).asReadOnlyBuffer(), 0, 1, MPI.INT, 0), "buffer");
        refused(() -> MPI.COMM_WORLD.Send(ByteBuffer.allocate(64).asIntBuffer(), 0, 1, MPI.INT, rank, 0), "buffer");
        refused(() -> MPI.COMM_WORLD.Send(direct.slice(1, 40), 0, 11, MPI.INT, rank, 0), "length 10");
        refused(() -> MPI.COMM_WORLD.Send(direct.limit(3), 0, 1, MPI.INT, rank, 0), "length 0");
    }

    @Test
    public void groupsOfRangesWithoutEnd() {
        Group world = MPI.COMM_WORLD.Group();
        refused(() -> world.Range_incl(new int[][] {{0, MANY, 1}}), "Range_incl");
        refused(() -> world.Range_incl(new int[][] {{0, MANY, MANY}}), "Range_incl");
        refused(() -> world.Range_excl(new int[][] {{0, Integer.MIN_VALUE, -2}}), "Range_excl");
        assertThat(world.Range_incl(new int[][] {{0, size - 1, MANY}}).Size(), is(1));
        refused(() -> world.Incl(new int[] {size}), "Incl");
    }
}
