package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;
import org.junit.Before;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Windows: memory that other ranks read and write, in each way to synchronise them. */
@RunWith(RankRunner.class)
public class OpenMpiWindowsTest {
    private static final int LENGTH = 10;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;
    private final IntBuffer memory = MPI.newIntBuffer(LENGTH);

    @Before
    public void onlyWhereThisMpiMakesThem() throws IOException {
        WindowReach.assumeAllRanks();
    }

    private Win window() {
        return new Win(memory, LENGTH, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    }

    private static IntBuffer ints(int... values) {
        return MPI.newIntBuffer(values.length).put(0, values);
    }

    private static MPIException refused(int errorClass, ThrowingRunnable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertThat(e.getMessage(), e.getErrorClass(), is(errorClass));
        return e;
    }

    @Test
    public void fencesSeparateWritesAndReads() throws MPIException {
        Win win = window();
        win.fence(0);
        win.put(ints(rank, rank + 1), 2, MPI.INT, next, 3, 2, MPI.INT);
        win.fence(0);
        assertThat(memory.get(3), is(previous));
        assertThat(memory.get(4), is(previous + 1));
        IntBuffer read = MPI.newIntBuffer(2);
        int[] array = new int[1];
        win.get(read, 2, MPI.INT, previous, 3, 2, MPI.INT);
        win.get(array, 1, MPI.INT, next, 4, 1, MPI.INT);
        win.fence(MPI.MODE_NOSUCCEED);
        assertThat(read.get(0), is((rank + 2 * size - 2) % size));
        assertThat(array[0], is(rank + 1));
        win.free();
        assertThat(win.isNull(), is(true));
        memory.put(3, 7); // it is the program's
        assertThat(memory.get(3), is(7));
    }

    @Test
    public void blocksGoWhereTheDatatypesTell() throws MPIException {
        Datatype column = Datatype.createVector(3, 1, 3, MPI.INT);
        try (Win win = window()) {
            win.fence(0);
            win.put(new int[] {1, 2, 3}, 3, MPI.INT, next, 1, 1, column);
            win.fence(0);
            assertThat(IntStream.range(0, LENGTH).map(memory::get).toArray(),
                    is(new int[] {0, 1, 0, 0, 2, 0, 0, 3, 0, 0}));
            win.fence(0);
            int[] spread = new int[7];
            win.get(spread, 1, column, next, 1, 1, column);
            win.accumulate(ints(10, 20, 30), 3, MPI.INT, next, 0, 1, column, MPI.SUM);
            win.fence(0);
            assertThat(spread, is(new int[] {1, 0, 0, 2, 0, 0, 3}));
            assertThat(IntStream.range(0, LENGTH).map(memory::get).toArray(),
                    is(new int[] {10, 1, 0, 20, 2, 0, 30, 3, 0, 0}));
        }
    }

    @Test
    public void startAndPostJoinSomeRanks() throws MPIException {
        Win win = window();
        Group all = win.getGroup();
        assertThat(all.getSize(), is(size));
        Group target = all.incl(new int[] {next});
        Group origin = all.incl(new int[] {previous});
        for (int i = 0; i < 3; i++) {
            win.post(origin, 0);
            win.start(target, 0);
            win.put(ints(100 * i + rank), 1, MPI.INT, next, 0, 1, MPI.INT);
            win.complete();
            if (i == 1) {
                boolean over = false;
                while (!over) {
                    over = win.test();
                }
            } else {
                win.waitFor();
            }
            assertThat(memory.get(0), is(100 * i + previous));
        }
        win.free();
    }

    @Test
    public void locksNeedNothingOfTheTarget() throws MPIException {
        Win win = window();
        win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        IntBuffer sum = MPI.newIntBuffer(1);
        win.get(sum, 1, MPI.INT, 0, 5, 1, MPI.INT);
        win.flush(0);
        win.put(ints(sum.get(0) + rank + 1), 1, MPI.INT, 0, 5, 1, MPI.INT);
        win.unlock(0);
        MPI.COMM_WORLD.barrier();
        win.lock(MPI.LOCK_SHARED, 0, 0);
        win.get(sum, 1, MPI.INT, 0, 5, 1, MPI.INT);
        win.flushLocal(0);
        assertThat(sum.get(0), is(size * (size + 1) / 2));
        win.unlock(0);
        win.free();
    }

    @Test
    public void aComputingTargetIsReached() throws MPIException {
        try (Win win = window()) {
            if (rank != 0) {
                win.lock(MPI.LOCK_SHARED, 0, 0);
                win.accumulate(ints(1), 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
                win.unlock(0);
            } else {
                int seen = 0;
                while (seen < size - 1) { // it makes no call that waits for others
                    win.lock(MPI.LOCK_SHARED, 0, 0);
                    win.sync();
                    win.unlock(0);
                    seen = memory.get(0);
                }
            }
            MPI.COMM_WORLD.barrier();
        }
    }

    @Test
    public void aTargetThatCallsNothingIsReached() throws MPIException {
        try (Win win = window()) {
            if (rank != 0) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.accumulate(ints(1), 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
                win.unlock(0);
            } else {
                while (memory.get(0) < size - 1) {
                    VarHandle.acquireFence();
                    Thread.onSpinWait();
                }
            }
            MPI.COMM_WORLD.barrier();
        }
    }

    @Test
    public void elementsAreCombinedAsWholes() throws MPIException {
        int rounds = 200;
        LongBuffer counters = MPI.newLongBuffer(2);
        Win win = new Win(counters, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        boolean[] seen = new boolean[rounds * size];
        win.lockAll(0);
        LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
        LongBuffer old = MPI.newLongBuffer(1);
        for (int i = 0; i < rounds; i++) {
            win.fetchAndOp(one, old, MPI.LONG, 0, 0, MPI.SUM);
            win.accumulate(one, 1, MPI.LONG, 0, 1, 1, MPI.LONG, MPI.SUM);
            win.flush(0);
            assertThat(seen[(int) old.get(0)], is(false));
            seen[(int) old.get(0)] = true;
        }
        win.flushAll();
        MPI.COMM_WORLD.barrier();
        win.fetchAndOp(null, old, MPI.LONG, 0, 0, MPI.NO_OP);
        win.flushLocalAll();
        assertThat(old.get(0), is((long) rounds * size));
        win.getAccumulate(one, 0, MPI.LONG, old, 1, MPI.LONG, 0, 1, 1, MPI.LONG, MPI.NO_OP);
        win.unlockAll();
        assertThat(old.get(0), is((long) rounds * size));
        win.free();
    }

    @Test
    public void oneRankWinsACompareAndSwap() throws MPIException {
        Win win = window();
        win.lockAll(0);
        IntBuffer result = MPI.newIntBuffer(1);
        win.compareAndSwap(ints(rank + 1), ints(0), result, MPI.INT, 0, 2);
        win.unlockAll();
        int[] winners = {result.get(0) == 0 ? 1 : 0};
        MPI.COMM_WORLD.allReduce(winners, 1, MPI.INT, MPI.SUM);
        assertThat(winners[0], is(1));
        win.free();
    }

    @Test
    public void replaceAndOtherOperations() throws MPIException {
        DoubleBuffer numbers = MPI.newDoubleBuffer(2).put(0, 1.5);
        IntBuffer pairs = MPI.newIntBuffer(2).put(0, new int[] {50, 50});
        Win win = new Win(numbers, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win ofPairs = new Win(pairs, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.fence(0);
        ofPairs.fence(0);
        win.accumulate(new double[] {4.5}, 1, MPI.DOUBLE, next, 1, 1, MPI.DOUBLE, MPI.REPLACE);
        DoubleBuffer before = MPI.newDoubleBuffer(1);
        win.getAccumulate(new double[] {2}, 1, MPI.DOUBLE, before, 1, MPI.DOUBLE, next, 0, 1, MPI.DOUBLE, MPI.PROD);
        ofPairs.accumulate(ints(rank, 7), 1, MPI.INT2, 0, 0, 1, MPI.INT2, MPI.MINLOC);
        win.fence(0);
        ofPairs.fence(0);
        assertThat(before.get(0), is(1.5));
        assertThat(numbers.get(0), is(3.0));
        assertThat(numbers.get(1), is(4.5));
        assertThat(pairs.get(0), is(rank == 0 ? 0 : 50));
        assertThat(pairs.get(1), is(rank == 0 ? 7 : 50));
        win.free();
        ofPairs.free();
    }

    @Test
    public void requests() throws MPIException {
        Win win = window();
        win.lockAll(MPI.MODE_NOCHECK);
        win.rPut(ints(rank), 1, MPI.INT, next, 0, 1, MPI.INT).waitFor();
        win.rAccumulate(ints(5), 1, MPI.INT, next, 1, 1, MPI.INT, MPI.SUM).waitFor();
        win.flush(next);
        IntBuffer read = MPI.newIntBuffer(2);
        int[] before = new int[1];
        Request[] both = {win.rGet(read, 2, MPI.INT, next, 0, 2, MPI.INT),
            win.rGetAccumulate(ints(1), 1, MPI.INT, before, 1, MPI.INT, next, 2, 1, MPI.INT, MPI.MAX)};
        Request.waitAll(both);
        assertThat(read.get(0), is(rank));
        assertThat(read.get(1), is(5));
        assertThat(before[0], is(0));
        win.rPut(ints(1), 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT).waitFor();
        win.unlockAll();
        win.free();
    }

    @Test
    public void ranksOfANodeShareMemory() throws MPIException {
        Intracomm node = WindowReach.node();
        int neighbour = (node.getRank() + 1) % node.getSize();
        Win win = new Win(16, 1, MPI.INFO_NULL, node, null, Win.FLAVOR_SHARED);
        win.lockAll(0);
        win.getShared(node.getRank()).putInt(0, node.getRank() + 1);
        win.sync();
        node.barrier();
        win.sync();
        assertThat(win.getShared(neighbour).getInt(0), is(neighbour + 1));
        win.put(ints(77), 1, MPI.INT, neighbour, 4, 1, MPI.INT);
        win.flush(neighbour);
        node.barrier();
        win.sync();
        ByteBuffer own = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
        assertThat(own.getInt(4), is(77));
        win.unlockAll();
        win.free();
        assertThat(own.getInt(4), is(0)); // a mistake that does no harm
        refused(MPI.ERR_WIN, () -> win.getShared(0));
        node.free();
    }

    @Test
    public void memoryIsMade() throws MPIException {
        Win win = new Win(24, 8, MPI.INFO_NULL, MPI.COMM_WORLD, null, Win.FLAVOR_PRIVATE);
        ByteBuffer own = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
        win.fence(0);
        win.put(new long[] {rank}, 1, MPI.LONG, next, 2, 1, MPI.LONG);
        win.fence(0);
        assertThat(own.getLong(16), is((long) previous));
        assertThat(win.getAttr(MPI.WIN_SIZE), is(24));
        assertThat(win.getAttr(MPI.WIN_DISP_UNIT), is(8));
        refused(MPI.ERR_WIN, () -> win.getShared(0));
        win.free();
    }

    @Test
    public void memoryIsAttachedLater() throws MPIException {
        Win win = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
        LongBuffer second = MPI.newLongBuffer(3);
        win.attach(memory, LENGTH);
        win.attach(second, 3);
        assertThat(win.getDisplacement(memory), is(0));
        assertThat(win.getDisplacement(second), is(48));
        win.fence(0);
        win.put(ints(rank + 1), 1, MPI.INT, next, 4 * 2, 1, MPI.INT);
        win.put(new long[] {rank}, 1, MPI.LONG, next, 48 + 16, 1, MPI.LONG);
        win.fence(0);
        assertThat(memory.get(2), is(previous + 1));
        assertThat(second.get(2), is((long) previous));
        refused(MPI.ERR_DISP, () -> win.put(ints(1), 1, MPI.INT, next, 38, 1, MPI.INT));
        win.fence(0);
        win.detach(memory);
        refused(MPI.ERR_BASE, () -> win.detach(memory));
        win.fence(0);
        refused(MPI.ERR_DISP, () -> win.put(ints(1), 1, MPI.INT, next, 0, 1, MPI.INT));
        assertThat(win.getAttr(MPI.WIN_BASE), is(nullValue()));
        win.fence(0);
        win.detach(second);
        win.free();
    }

    @Test
    public void whatIsKeptWithIt() throws MPIException {
        Info info = new Info();
        info.set("no_locks", "false");
        Win win = new Win(memory, LENGTH, 1, info, MPI.COMM_WORLD);
        assertThat(win.getInfo().get("no_locks"), is("false"));
        win.setInfo(MPI.INFO_NULL);
        assertThat(win.getInfo().size(), is(0));
        win.setName("board");
        assertThat(win.getName(), is("board"));
        int key = Win.createKeyval();
        Object value = new Object();
        win.setAttr(key, value);
        assertThat(win.getAttr(key), is(sameInstance(value)));
        win.deleteAttr(key);
        assertThat(win.getAttr(key), is(nullValue()));
        Win.freeKeyval(key);
        assertThat(win.getAttr(MPI.WIN_BASE), is(sameInstance((Object) memory)));
        refused(MPI.ERR_KEYVAL, () -> win.getAttr(MPI.KEYVAL_INVALID));
        win.setErrhandler(MPI.ERRORS_RETURN);
        assertThat(win.getErrhandler(), is(MPI.ERRORS_RETURN));
        win.callErrhandler(MPI.ERR_RMA_SYNC); // ERRORS_RETURN does nothing
        win.free();
        refused(MPI.ERR_WIN, win::free);
        refused(MPI.ERR_WIN, () -> win.fence(0));
    }

    @Test
    public void requestsBetweenFences() throws MPIException {
        Win win = window();
        IntBuffer one = MPI.newIntBuffer(1).put(0, 100 + rank);
        IntBuffer got = MPI.newIntBuffer(1);
        win.fence(0);
        win.rPut(one, 1, MPI.INT, next, 0, 1, MPI.INT).waitFor();
        win.fence(0);
        win.rGet(got, 1, MPI.INT, next, 0, 1, MPI.INT).waitFor();
        win.fence(0);
        assertThat(got.get(0), is(100 + rank));
        win.free();
        Win closed = window();
        refused(MPI.ERR_RMA_SYNC, () -> closed.rPut(one, 1, MPI.INT, next, 0, 1, MPI.INT));
        closed.free();
    }

    @Test
    public void aWindowWithoutLocks() throws MPIException {
        Info info = new Info();
        info.set("no_locks", "true");
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, info, MPI.COMM_WORLD);
        refused(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0));
        refused(MPI.ERR_RMA_SYNC, () -> win.lockAll(0));
        win.free();
    }

    @Test
    public void memoryIsMadeWhereABufferIsTooShort() throws MPIException {
        Intracomm node = WindowReach.node();
        int neighbour = (node.getRank() + 1) % node.getSize();
        for (int flavor : new int[] {Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
            Win win = new Win(4, 1, MPI.INFO_NULL, node, MPI.newIntBuffer(0), flavor);
            assertThat(((Buffer) win.getAttr(MPI.WIN_BASE)).capacity(), is(16));
            win.fence(0);
            win.put(MPI.newIntBuffer(1).put(0, 7), 1, MPI.INT, neighbour, 3, 1, MPI.INT);
            win.fence(0);
            assertThat(((ByteBuffer) win.getAttr(MPI.WIN_BASE)).order(ByteOrder.nativeOrder()).getInt(12), is(7));
            win.free();
        }
        node.free();
    }

    @Test
    public void whatIsOutOfTheWindowIsRefused() throws MPIException {
        Win win = window();
        win.fence(0);
        IntBuffer two = MPI.newIntBuffer(2);
        MPIException e = refused(MPI.ERR_DISP, () -> win.put(two, 2, MPI.INT, next, LENGTH - 1, 2, MPI.INT));
        assertThat(e.getMessage(), containsString("targetDisp 9 and targetCount 2"));
        assertThat(e.getMessage(), containsString("> window of 40 bytes of rank " + next));
        refused(MPI.ERR_DISP, () -> win.get(two, 2, MPI.INT, next, -1, 2, MPI.INT));
        refused(MPI.ERR_DISP, () -> win.get(two, 2, MPI.INT, next, Integer.MAX_VALUE, 2, MPI.INT));
        refused(MPI.ERR_RANK, () -> win.get(two, 2, MPI.INT, size, 0, 2, MPI.INT));
        refused(MPI.ERR_COUNT, () -> win.get(two, 3, MPI.INT, next, 0, 3, MPI.INT));
        refused(MPI.ERR_COUNT, () -> win.get(two, 2, MPI.INT, next, 0, 1, MPI.INT));
        refused(MPI.ERR_COUNT, () -> win.get(two, 1, MPI.INT, next, 0, -1, MPI.INT));
        refused(MPI.ERR_TYPE, () -> win.get(two, 1, MPI.INT, next, 0, 1, null));
        refused(MPI.ERR_OP, () -> win.accumulate(two, 1, MPI.INT, next, 0, 1, MPI.INT, null));
        refused(MPI.ERR_TYPE, () -> win.accumulate(MPI.newFloatBuffer(1), 1, MPI.FLOAT, next, 0, 1, MPI.INT, MPI.SUM));
        float[] real = new float[1];
        refused(MPI.ERR_TYPE, () -> win.compareAndSwap(real, real, real, MPI.FLOAT, next, 0));
        refused(MPI.ERR_BUFFER, () -> win.put("text", 2, MPI.INT, next, 0, 2, MPI.INT));
        win.put(two, 0, MPI.INT, next, 0, 0, MPI.INT);
        win.put(two, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
        win.fence(0);
        win.free();
    }

    @Test
    public void aWindowThatIsLongerThanItsBufferEndsWithIt() throws MPIException {
        IntBuffer own = MPI.newIntBuffer(rank == 0 ? 4 : 0);
        Win win = new Win(own, 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        assertThat(win.getAttr(MPI.WIN_SIZE), is(4 * own.limit()));
        IntBuffer got = MPI.newIntBuffer(1);
        win.fence(0);
        win.put(ints(5), 1, MPI.INT, 0, 3, 1, MPI.INT);
        win.fence(0);
        win.get(got, 1, MPI.INT, 0, 3, 1, MPI.INT);
        if (size > 1) {
            refused(MPI.ERR_DISP, () -> win.get(got, 1, MPI.INT, 1, 0, 1, MPI.INT));
        }
        win.fence(0);
        assertThat(got.get(0), is(5));
        win.free();
    }

    @Test
    public void callsOutOfOrderAreRefused() throws MPIException {
        Win win = window();
        IntBuffer one = MPI.newIntBuffer(1);
        refused(MPI.ERR_RMA_SYNC, () -> win.put(one, 1, MPI.INT, next, 0, 1, MPI.INT));
        refused(MPI.ERR_RMA_SYNC, () -> win.unlock(next));
        refused(MPI.ERR_RMA_SYNC, win::unlockAll);
        refused(MPI.ERR_RMA_SYNC, win::complete);
        refused(MPI.ERR_RMA_SYNC, win::waitFor);
        refused(MPI.ERR_RMA_SYNC, win::test);
        refused(MPI.ERR_RMA_SYNC, win::flushAll);
        refused(MPI.ERR_RMA_SYNC, win::sync);
        refused(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, size, 0));
        refused(MPI.ERR_LOCKTYPE, () -> win.lock(-99, 0, 0));
        refused(MPI.ERR_WIN, () -> win.attach(one, 1));
        refused(MPI.ERR_GROUP, () -> win.start(null, 0));
        win.lock(MPI.LOCK_SHARED, next, 0);
        refused(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, next, 0));
        refused(MPI.ERR_RMA_SYNC, () -> win.fence(0));
        refused(MPI.ERR_RMA_SYNC, win::free);
        win.unlock(next);
        win.free();
    }

    @Test
    public void oneWrongRankFailsAll() throws MPIException {
        int wrong = size - 1;
        assertThrows(MPIException.class, () -> new Win(memory, rank == wrong ? -1 : LENGTH, 1, MPI.INFO_NULL,
                MPI.COMM_WORLD));
        assertThrows(MPIException.class, () -> new Win(memory, LENGTH, rank == wrong ? 0 : 1, MPI.INFO_NULL,
                MPI.COMM_WORLD));
        assertThrows(MPIException.class, () -> new Win(rank == wrong ? IntBuffer.allocate(LENGTH) : memory, LENGTH, 1,
                MPI.INFO_NULL, MPI.COMM_WORLD));
        refused(MPI.ERR_COMM, () -> new Win(memory, LENGTH, 1, MPI.INFO_NULL, null));
        refused(MPI.ERR_ARG, () -> new Win(LENGTH, 1, MPI.INFO_NULL, MPI.COMM_WORLD, memory, 5));
    }
}
