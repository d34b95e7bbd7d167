package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.User_function;
import mpi.Win;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Handles that the program uses after it has freed them, or frees for the second time. */
@RunWith(RankRunner.class)
public class FreedHandlesTest {
    private static final int N = 10_000;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    private static void fails(ThrowingRunnable call, int errorClass, String message) {
        MPIException e = assertThrows(MPIException.class, call);
        assertThat(e.getMessage(), containsString(message));
        assertThat(e.getMessage(), e.getErrorClass(), is(errorClass));
    }

    private void usedLate(ThrowingRunnable call, int errorClass, String name, String handle) {
        fails(call, errorClass, name + ": " + handle + " was freed at rank " + rank
                + " of MPI.COMM_WORLD: free it after its last use");
    }

    private void freedTwice(ThrowingRunnable call, int errorClass, String name, String handle) {
        fails(call, errorClass,
                name + ": " + handle + " was freed at rank " + rank + " of MPI.COMM_WORLD: free it once");
    }

    private static Datatype freedType() {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        type.free();
        return type;
    }

    @Test
    public void aFreedDatatypeIsRefused() {
        Datatype type = freedType();
        String handle = "datatype derived by createContiguous";
        int[] two = new int[2];
        usedLate(() -> MPI.COMM_WORLD.Send(two, 0, 1, type, next, 0), MPI.ERR_TYPE, "Send", handle);
        usedLate(() -> MPI.COMM_WORLD.send(two, 1, type, next, 0), MPI.ERR_TYPE, "send", handle);
        usedLate(() -> MPI.COMM_WORLD.send(new double[1], 1, type, next, 0), MPI.ERR_TYPE, "send", handle);
        usedLate(() -> MPI.COMM_WORLD.recv(two, 1, type, previous, 0), MPI.ERR_TYPE, "recv", handle);
        usedLate(() -> MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(2), 1, type, previous, 0), MPI.ERR_TYPE, "iRecv", handle);
        usedLate(() -> MPI.COMM_WORLD.sendInit(MPI.newIntBuffer(2), 1, type, next, 0), MPI.ERR_TYPE, "sendInit",
                handle);
        usedLate(() -> MPI.COMM_WORLD.bcast(two, 1, type, 0), MPI.ERR_TYPE, "bcast", handle);
        usedLate(() -> MPI.COMM_WORLD.allReduce(two, 1, type, MPI.SUM), MPI.ERR_TYPE, "allReduce", handle);
        usedLate(() -> MPI.COMM_WORLD.packSize(1, type), MPI.ERR_TYPE, "packSize", handle);
        usedLate(() -> Datatype.createVector(1, 1, 1, type), MPI.ERR_TYPE, "createVector", handle);
        usedLate(() -> Datatype.createHVector(1, 1, 4, type), MPI.ERR_TYPE, "createHVector", handle);
        usedLate(() -> Datatype.createResized(type, 0, 4), MPI.ERR_TYPE, "createResized", handle);
        int[] ones = {1, 1};
        usedLate(() -> Datatype.createStruct(ones, new int[2], new Datatype[] {MPI.INT, type}), MPI.ERR_TYPE,
                "createStruct", handle);
        usedLate(() -> Datatype.Struct(ones, new int[2], new Datatype[] {MPI.INT, type}), MPI.ERR_TYPE, "Struct",
                handle);
        usedLate(type::getSize, MPI.ERR_TYPE, "getSize", handle);
        usedLate(type::dup, MPI.ERR_TYPE, "dup", handle);
        assertThat(type.isNull(), is(true));
        assertThat(MPI.COMM_WORLD.iProbe(previous, 0) == null, is(true));
    }

    @Test
    public void aDatatypeIsFreedOnce() {
        String handle = "datatype derived by createContiguous";
        freedTwice(freedType()::free, MPI.ERR_TYPE, "free", handle);
        freedTwice(freedType()::Free, MPI.ERR_TYPE, "free", handle);
    }

    @Test
    public void argumentsWithoutMeaningMayBeFreed() {
        int[] all = new int[2 * size];
        Datatype receiveType = rank == 0 ? Datatype.createContiguous(2, MPI.INT) : freedType();
        MPI.COMM_WORLD.gather(new int[] {rank, rank}, 2, MPI.INT, all, 1, receiveType, 0);
        assertThat(all[2 * size - 1], is(rank == 0 ? size - 1 : 0));
    }

    /** A started operation goes on, and its function is given a datatype that it can use. */
    @Test
    public void startedOperationsKeepTheirDatatype() {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        Request receive = MPI.COMM_WORLD.iRecv(new int[2], 1, type, previous, 1);
        Prequest send = MPI.COMM_WORLD.sendInit(MPI.newIntBuffer(2), 1, type, next, 1);
        int[] sums = {rank, 1};
        int[] sizes = new int[1];
        Op op = new Op(new User_function() {
            @Override
            public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype datatype) {
                sizes[0] = datatype.Size();
                for (int i = 0; i < count * sizes[0]; i++) {
                    ((int[]) inout)[inoutOffset + i] += ((int[]) in)[inOffset + i];
                }
            }
        }, true);
        Request reduction = MPI.COMM_WORLD.iAllReduce(sums, 1, type, op);
        type.free();
        op.free();
        send.start();
        assertThat(receive.waitStatus().getCount(MPI.INT), is(2));
        send.waitFor();
        send.free();
        reduction.waitFor();
        assertThat(sums, is(new int[] {size * (size - 1) / 2, size}));
        assertThat(sizes[0], is(size == 1 ? 0 : 2));
    }

    @Test
    public void aFreedCommunicatorIsRefused() {
        Intracomm comm = MPI.COMM_WORLD.clone();
        comm.setName("ring");
        comm.Free();
        usedLate(() -> comm.Send(new int[1], 0, 1, MPI.INT, 0, 0), MPI.ERR_COMM, "Send", "communicator ring");
        usedLate(comm::Barrier, MPI.ERR_COMM, "Barrier", "communicator ring");
        usedLate(() -> Comm.Compare(comm, MPI.COMM_WORLD), MPI.ERR_COMM, "Compare", "communicator ring");
        freedTwice(comm::Free, MPI.ERR_COMM, "Free", "communicator ring");
        freedTwice(comm::free, MPI.ERR_COMM, "free", "communicator ring");
        freedTwice(comm::disconnect, MPI.ERR_COMM, "disconnect", "communicator ring");
        comm.close();
    }

    @Test
    public void aCommunicatorWithoutThisRankIsRefused() {
        Intracomm none = MPI.COMM_WORLD.split(MPI.UNDEFINED, 0);
        fails(none::barrier, MPI.ERR_COMM, "barrier: communicator = null");
        fails(none::free, MPI.ERR_COMM, "free: communicator = null");
    }

    @Test
    public void aFreedGroupIsRefused() {
        Group group = MPI.COMM_SELF.Group();
        Group other = MPI.COMM_SELF.Group();
        group.free();
        String handle = "group [" + rank + "]";
        usedLate(group::Size, MPI.ERR_GROUP, "Size", handle);
        usedLate(() -> Group.union(other, group), MPI.ERR_GROUP, "union", handle);
        usedLate(() -> Group.Compare(group, other), MPI.ERR_GROUP, "Compare", handle);
        usedLate(() -> MPI.COMM_WORLD.create(group), MPI.ERR_GROUP, "create", handle);
        freedTwice(group::free, MPI.ERR_GROUP, "free", handle);
        MPI.GROUP_EMPTY.free();
        MPI.GROUP_EMPTY.free();
    }

    @Test
    public void aFreedOperationIsRefused() {
        Op op = new Op(new User_function() {
            @Override
            public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype datatype) {}
        }, true);
        op.free();
        String handle = "op user-defined operation";
        int[] one = {1};
        usedLate(() -> MPI.COMM_WORLD.allReduce(one, 1, MPI.INT, op), MPI.ERR_OP, "allReduce", handle);
        usedLate(() -> MPI.COMM_WORLD.Scan(one, 0, one.clone(), 0, 1, MPI.INT, op), MPI.ERR_OP, "Scan", handle);
        usedLate(() -> Comm.reduceLocal(one, one.clone(), 1, MPI.INT, op), MPI.ERR_OP, "reduceLocal", handle);
        usedLate(() -> op.Call(one, 0, one.clone(), 0, 1, MPI.INT), MPI.ERR_OP, "Call", handle);
        freedTwice(op::free, MPI.ERR_OP, "free", handle);
    }

    @Test
    public void aFreedRequestIsANullRequest() {
        int[] got = {-1};
        Request receive = MPI.COMM_WORLD.iRecv(got, 1, MPI.INT, previous, 2);
        receive.free();
        receive.free();
        receive.cancel();
        assertThat(receive.isNull(), is(true));
        assertThat(receive.waitStatus().source, is(MPI.ANY_SOURCE));
        MPI.COMM_WORLD.send(new int[] {rank}, 1, MPI.INT, next, 2);
        while (got[0] != previous) {
            MPI.COMM_WORLD.iProbe(previous, 3); // lets the receive make progress
        }
        MPI.REQUEST_NULL.free();
        MPI.REQUEST_NULL.free();
    }

    @Test
    public void aFreedPersistentRequestIsNotStarted() {
        Prequest send = MPI.COMM_WORLD.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, next, 4);
        send.free();
        send.free();
        usedLate(send::start, MPI.ERR_REQUEST, "start", "request");
        assertThat(send.isNull(), is(true));
    }

    @Test
    public void aPersistentRequestIsNotStartedOnAFreedCommunicator() {
        Comm comm = MPI.COMM_WORLD.dup();
        Prequest send = comm.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, next, 4);
        Prequest receive = comm.recvInit(MPI.newIntBuffer(1), 1, MPI.INT, previous, 4);
        comm.free();
        usedLate(send::start, MPI.ERR_COMM, "sendInit", "communicator");
        usedLate(receive::start, MPI.ERR_COMM, "recvInit", "communicator");
    }

    @Test
    public void startedOperationsOutliveTheirCommunicator() {
        Intracomm comm = MPI.COMM_WORLD.dup();
        int[] sums = new int[N];
        Object[] text = {rank == 0 ? "text" : null};
        Request reduction = comm.iAllReduce(IntStream.range(0, N).toArray(), sums, N, MPI.INT, MPI.SUM);
        Request barrier = comm.iBarrier();
        Request receive = comm.iRecv(new int[1], 1, MPI.INT, previous, 5);
        Request send = comm.iSend(MPI.newIntBuffer(1), 1, MPI.INT, next, 5);
        Request objects = comm.iBcast(text, 1, MPI.OBJECT, 0);
        comm.free();
        Request.waitAll(new Request[] {reduction, barrier, receive, send, objects});
        assertThat(sums[N - 1], is(size * (N - 1)));
        assertThat(text[0], is("text"));
    }

    @Test
    public void aFreedWindowIsRefused() throws Exception {
        WindowReach.assumeAllRanks();
        IntBuffer memory = MPI.newIntBuffer(1);
        Win win = new Win(memory, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setName("halo");
        win.free();
        usedLate(() -> win.fence(0), MPI.ERR_WIN, "fence", "window halo");
        usedLate(() -> win.put(memory, 1, MPI.INT, next, 0, 1, MPI.INT), MPI.ERR_WIN, "put", "window halo");
        usedLate(win::getGroup, MPI.ERR_WIN, "getGroup", "window halo");
        freedTwice(win::free, MPI.ERR_WIN, "free", "window halo");
        win.close();
    }

    @Test
    public void freedHandlesAreRefusedByAWindow() throws Exception {
        WindowReach.assumeAllRanks();
        IntBuffer memory = MPI.newIntBuffer(2);
        Win win = new Win(memory, 2, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.fence(0);
        Datatype type = freedType();
        String handle = "datatype derived by createContiguous";
        usedLate(() -> win.put(memory, 1, type, next, 0, 2, MPI.INT), MPI.ERR_TYPE, "put", handle);
        usedLate(() -> win.get(memory, 2, MPI.INT, next, 0, 1, type), MPI.ERR_TYPE, "get", handle);
        Group group = MPI.COMM_WORLD.getGroup();
        group.free();
        fails(() -> win.post(group, 0), MPI.ERR_GROUP, "post: group ");
        win.fence(0);
        win.free();
    }

    @Test
    public void aClosedFileIsRefused() throws Exception {
        Path path = Path.of(System.getProperty("java.io.tmpdir"),
                "rmi4mpi-closed-" + ProcessHandle.current().pid() + "-" + rank);
        File file = new File(MPI.COMM_SELF, path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR
                | MPI.MODE_DELETE_ON_CLOSE);
        fails(() -> file.setView(0, freedType(), MPI.INT, "native"), MPI.ERR_TYPE,
                "setView: datatype derived by createContiguous was freed");
        file.close();
        fails(() -> file.read(new byte[1], 1, MPI.BYTE), MPI.ERR_FILE, "read: file " + path
                + " was closed at rank " + rank + " of MPI.COMM_WORLD: call this before close()");
        fails(file::getSize, MPI.ERR_FILE, "getSize: file " + path + " was closed");
        file.close();
        assertThat(Files.exists(path), is(false));
    }

    @Test
    public void freedHintsAreRefused() {
        Info info = new Info();
        info.set("key", "value");
        info.free();
        String handle = "info {key=value}";
        usedLate(() -> info.get("key"), MPI.ERR_INFO, "get", handle);
        usedLate(info::dup, MPI.ERR_INFO, "dup", handle);
        usedLate(() -> MPI.COMM_WORLD.dupWithInfo(info), MPI.ERR_INFO, "dupWithInfo", handle);
        usedLate(() -> new Win(info, MPI.COMM_WORLD), MPI.ERR_INFO, "Win", handle);
        usedLate(() -> new File(MPI.COMM_SELF, "none", MPI.MODE_RDONLY, info), MPI.ERR_INFO, "File", handle);
        freedTwice(info::free, MPI.ERR_INFO, "free", handle);
        fails(MPI.INFO_NULL::free, MPI.ERR_INFO, "free: info = MPI.INFO_NULL");
    }

    /** Both threads find the handle alive, since MPI waits for the other ranks. */
    @Test
    public void oneOfTwoThreadsFreesACommunicator() throws Exception {
        Comm comm = MPI.COMM_WORLD.dup();
        assertThat(refusals(comm::free), is(1));
    }

    @Test
    public void oneOfTwoThreadsFreesAWindow() throws Exception {
        WindowReach.assumeAllRanks();
        Win window = new Win(MPI.newByteBuffer(8), 8, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        assertThat(refusals(window::free), is(1));
    }

    private static int refusals(Runnable free) throws InterruptedException {
        AtomicInteger refused = new AtomicInteger();
        Runnable attempt = () -> {
            try {
                free.run();
            } catch (MPIException e) {
                assertThat(e.getMessage(), containsString("free it once"));
                refused.incrementAndGet();
            }
        };
        Thread other = new Thread(attempt);
        other.start();
        attempt.run();
        other.join();
        return refused.get();
    }
}
