package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Locale;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.junit.Assume;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Wrong arguments are reported before MPI sees them, in a message that names call, argument and value. */
@RunWith(RankRunner.class)
public class ArgumentTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int[] buf = new int[4];

    /** Programs of Open MPI's classes hold an object of MPI, or extend it, and call its static methods. */
    private static final class Holder extends MPI {
        private final MPI held = new MPI();
    }

    @Test
    @SuppressWarnings({"static", "StaticQualifiedUsingExpression"})
    public void programsMayHoldAnObjectOfMpi() throws MPIException {
        Holder holder = new Holder();
        assertThat(holder.COMM_WORLD.getRank(), is(rank));
        assertThat(holder.held.COMM_WORLD.getSize(), is(size));
    }

    private static void refused(ThrowingRunnable call, String... words) {
        MPIException e = assertThrows(MPIException.class, call);
        for (String word : words) {
            assertThat(e.getMessage(), containsString(word));
        }
        assertThat(e.getMessage(), containsString("rank " + MPI.COMM_WORLD.Rank()));
    }

    @Test
    public void wrongRanks() {
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, size, 0), "Send", "dest = " + size);
        refused(() -> MPI.COMM_WORLD.Isend(buf, 0, 1, MPI.INT, -7, 0), "Isend", "dest = -7");
        refused(() -> MPI.COMM_WORLD.Recv(buf, 0, 1, MPI.INT, size + 3, 0), "Recv", "source = " + (size + 3));
        refused(() -> MPI.COMM_WORLD.Bcast(buf, 0, 1, MPI.INT, size), "Bcast", "root = " + size);
        refused(() -> MPI.COMM_WORLD.Iprobe(99, 0), "Iprobe", "source = 99");
    }

    @Test
    public void wrongTags() {
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, 1, MPI.INT, rank, -5), "Send", "tag = -5");
        refused(() -> MPI.COMM_WORLD.Irecv(buf, 0, 1, MPI.INT, rank, -5), "Irecv", "tag = -5");
    }

    @Test
    public void wrongBuffers() {
        refused(() -> MPI.COMM_WORLD.Send(null, 0, 1, MPI.INT, rank, 0), "Send", "buf = null");
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, 1, MPI.DOUBLE, rank, 0), "int[]", "double[]", "MPI.DOUBLE");
        refused(() -> MPI.COMM_WORLD.Send(new Integer[] {1}, 0, 1, MPI.INT, rank, 0), "java.lang.Integer[]",
                "put the values into int[]", "MPI.OBJECT");
        refused(() -> MPI.COMM_WORLD.send(new String[] {"a"}, 1, MPI.DOUBLE, rank, 0), "java.lang.String[]",
                "put the values into double[]");
        refused(() -> MPI.COMM_WORLD.send(new int[1][1], 1, MPI.INT, rank, 0), "int[][]", "row by row");
        refused(() -> MPI.COMM_WORLD.Send("text", 0, 1, MPI.INT, rank, 0), "java.lang.String", "int[]");
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, 5, MPI.INT, rank, 0), "count 5", "length 4");
        refused(() -> MPI.COMM_WORLD.Send(buf, 3, 2, MPI.INT, rank, 0), "offset 3", "count 2", "length 4");
        refused(() -> MPI.COMM_WORLD.Send(buf, -1, 2, MPI.INT, rank, 0), "offset = -1");
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, -2, MPI.INT, rank, 0), "count = -2");
        refused(() -> MPI.COMM_WORLD.Recv(buf, Integer.MAX_VALUE, Integer.MAX_VALUE, MPI.INT, rank, 0), "offset");
        refused(() -> MPI.COMM_WORLD.Send(buf, 0, 1, null, rank, 0), "datatype = null");
    }

    @Test
    public void wrongOperations() {
        double[] d = new double[1];
        refused(() -> MPI.COMM_WORLD.Allreduce(d, 0, d, 0, 1, MPI.DOUBLE, null), "Allreduce", "op = null");
        DoubleBuffer one = MPI.newDoubleBuffer(1);
        refused(() -> MPI.COMM_WORLD.allReduce(one, one, 1, MPI.DOUBLE, MPI.SUM),
                "the direct buffer that is also recvbuf", "allReduce(buf, count, type, op)");
        refused(() -> MPI.COMM_WORLD.scan(one, one, 1, MPI.DOUBLE, MPI.SUM), "the direct buffer that is also recvbuf");
        refused(() -> MPI.COMM_WORLD.Allreduce(d, 0, d, 0, 1, MPI.DOUBLE, MPI.BAND), "MPI.BAND", "MPI.DOUBLE");
    }

    @Test
    public void piecesOfCollectivesTellTheirRank() {
        int last = size - 1;
        int[] ones = new int[size];
        java.util.Arrays.fill(ones, 1);
        int[] none = new int[size];
        int[] counts = ones.clone();
        counts[last] = -1;
        int[] displs = none.clone();
        displs[last] = 9;
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, counts, none, MPI.INT, buf, 0, ones, none, MPI.INT),
                "Alltoallv: count for rank " + last + " = -1");
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, ones, displs, MPI.INT, buf, 0, ones, none, MPI.INT),
                "Alltoallv: offset 9 + count 1 > length 4 of sendbuf (int[]) for rank " + last);
        displs[last] = -1;
        refused(() -> MPI.COMM_WORLD.Allgatherv(buf, 0, 1, MPI.INT, buf, 0, ones, displs, MPI.INT),
                "Allgatherv: displs[" + last + "] of recvbuf = -1");
        refused(() -> MPI.COMM_WORLD.Alltoallv(new Object[4], 0, ones, displs, MPI.OBJECT, new Object[4], 0, ones, none,
                MPI.OBJECT), "Alltoallv: displs[" + last + "] of sendbuf = -1");
        refused(() -> MPI.COMM_WORLD.Alltoallv(buf, 0, ones, none, MPI.INT, buf, 0, null, none, MPI.INT),
                "Alltoallv: counts of recvbuf = null");
        refused(() -> MPI.COMM_WORLD.Alltoall(buf, 0, -1, MPI.INT, buf, 0, 1, MPI.INT), "Alltoall: count = -1");
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void wrongGroups() {
        Group world = MPI.COMM_WORLD.Group();
        refused(() -> world.Incl(new int[] {0, size}), "Incl", "ranks[1] = " + size);
        refused(() -> world.Excl(new int[] {-1}), "Excl", "ranks[0] = -1");
        refused(() -> world.Range_incl(new int[][] {{0, size, 1}}), "Range_incl", "ranges[0][1] = " + size);
        refused(() -> world.rangeIncl(new int[][] {{0, 4 * size, 2 * size}}), "rangeIncl", "ranges[0]", "" + 2 * size);
        refused(() -> world.Range_excl(new int[][] {{0, 0, 1}, {0, 0, 1}}), "Range_excl", "each rank once");
        refused(() -> Group.Translate_ranks(world, new int[] {size}, world), "Translate_ranks", "ranks1[0] = " + size);
        refused(() -> Group.Translate_ranks(world, null, world), "Translate_ranks", "ranks1 = null");
        refused(() -> Group.Translate_ranks(world, new int[1], null), "Translate_ranks", "group2 = null");
        refused(() -> Group.Union(null, world), "Union", "group1 = null");
        refused(() -> Group.Intersection(world, null), "Intersection", "group2 = null");
        refused(() -> Group.Difference(null, world), "Difference", "group1 = null");
        refused(() -> Group.Compare(world, MPI.GROUP_NULL), "Compare", "group2 = null");
        refused(() -> Comm.Compare(MPI.COMM_WORLD, MPI.COMM_NULL), "Compare", "comm2 = null");
        refused(() -> MPI.COMM_WORLD.Create_intercomm(MPI.COMM_SELF, 1, 0, 0), "Create_intercomm", "local_leader = 1");
    }

    @Test
    public void wrongArraysOfRequests() {
        refused(() -> Request.Waitall(null), "Waitall", "array_of_request = null");
    }

    private static boolean isOfOpenMpi() {
        return System.getenv("OMPI_COMM_WORLD_SIZE") != null;
    }

    @Test
    public void aMessageThatIsLongerThanItsBufferIsAnErrorAtTheReceiver() {
        int next = (rank + 1) % size;
        Request send = MPI.COMM_WORLD.Isend(new int[10], 0, 10, MPI.INT, next, 5);
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Recv(buf, 0, 2, MPI.INT, MPI.ANY_SOURCE, 5));
        assertThat(e.getMessage().toLowerCase(Locale.ROOT), allOf(containsString("recv"), containsString("trunc")));
        int previous = (rank + size - 1) % size;
        assertThat(e.getMessage(), allOf(containsString("from rank " + previous + " with tag 5"),
                containsString("> room for 8 bytes (2 elements, 2 of MPI.INT) at rank " + rank)));
        assertThat("the length, where MPI tells it", e.getMessage(),
                isOfOpenMpi() ? containsString("message of 40 bytes") : containsString("message "));
        send.Wait();
        assertThat(buf, is(new int[4]));
    }

    @Test
    public void aCollectiveOperationWithMoreThanARankHasRoomForTellsWhatToDo() {
        Assume.assumeTrue("other MPIs have other errors, and the communicator is lost", isOfOpenMpi() && size > 1);
        try {
            MPI.COMM_WORLD.Bcast(new int[100], 0, rank == 0 ? 100 : 1, MPI.INT, 0);
        } catch (MPIException e) {
            assertThat(e.getMessage(), allOf(containsString("Bcast: another rank gives more data"),
                    containsString("at rank " + rank), containsString("counts and datatypes that agree")));
        }
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void muchLongerMessagesLeaveTheMemoryBehindTheBufferAlone() {
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        for (int i = 0; i < 50; i++) {
            byte[] one = new byte[1];
            MPIException e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Sendrecv(
                    new byte[200_000], 0, 200_000, MPI.BYTE, next, 6, one, 0, 1, MPI.BYTE, previous, 6));
            assertThat(e.getMessage().toLowerCase(Locale.ROOT), containsString("trunc"));
        }
        java.nio.ByteBuffer guarded = java.nio.ByteBuffer.allocateDirect(300_000);
        Request receive = MPI.COMM_WORLD.Irecv(guarded, 0, 100, MPI.BYTE, previous, 7);
        byte[] ones = new byte[200_000];
        java.util.Arrays.fill(ones, (byte) 1);
        Request send = MPI.COMM_WORLD.Isend(ones, 0, ones.length, MPI.BYTE, next, 7);
        assertThrows(MPIException.class, receive::Wait);
        send.Wait();
        for (int i = 100; i < guarded.limit(); i++) {
            assertThat(guarded.get(i), is((byte) 0));
        }
    }

    @Test
    public void muchLongerPiecesLeaveTheMemoryBehindTheBufferAlone() {
        Assume.assumeTrue("other MPIs have other errors, and the communicator is lost", isOfOpenMpi() && size > 1);
        int last = size - 1;
        int count = rank == last ? 100_000 : 1;
        int[] own = new int[count * size];
        int[] all = new int[count * size];
        int[] counts = new int[size];
        int[] displs = new int[size];
        java.util.Arrays.fill(counts, count);
        java.util.Arrays.setAll(displs, i -> i * count);
        for (int i = 0; i < 5; i++) {
            longerFor(0, "Gather", () -> MPI.COMM_WORLD.Gather(own, 0, count, MPI.INT, all, 0, count, MPI.INT, 0));
            longerFor(0, "Gatherv",
                    () -> MPI.COMM_WORLD.Gatherv(own, 0, count, MPI.INT, all, 0, counts, displs, MPI.INT, 0));
            longerFor(rank, "Scatter",
                    () -> MPI.COMM_WORLD.Scatter(own, 0, count, MPI.INT, all, 0, count, MPI.INT, last));
            longerFor(rank, "Scatterv",
                    () -> MPI.COMM_WORLD.Scatterv(own, 0, counts, displs, MPI.INT, all, 0, count, MPI.INT, last));
            longerFor(rank, "Allgather",
                    () -> MPI.COMM_WORLD.Allgather(own, 0, count, MPI.INT, all, 0, count, MPI.INT));
            longerFor(rank, "Allgatherv",
                    () -> MPI.COMM_WORLD.Allgatherv(own, 0, count, MPI.INT, all, 0, counts, displs, MPI.INT));
            longerFor(rank, "Alltoall", () -> MPI.COMM_WORLD.Alltoall(own, 0, count, MPI.INT, all, 0, count, MPI.INT));
            longerFor(rank, "Alltoallv", () -> MPI.COMM_WORLD.Alltoallv(
                    own, 0, counts, displs, MPI.INT, all, 0, counts, displs, MPI.INT));
        }
        MPI.COMM_WORLD.Barrier();
    }

    /**
     * The receiver's buffer is too short, unless it is the last rank. In a reduction, others would then wait forever.
     */
    private void longerFor(int receiver, String call, ThrowingRunnable collective) {
        if (rank == receiver && rank < size - 1) {
            refused(collective, call + ": another rank gives more data than this rank has room for");
        } else {
            try {
                collective.run();
            } catch (Throwable e) {
                throw new AssertionError(call, e);
            }
        }
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    public void initAgainReturnsItsArguments() {
        String[] args = {"a"};
        assertThat(MPI.Init(args), sameInstance(args));
        assertThat(MPI.initThread(MPI.THREAD_MULTIPLE, 0, args), sameInstance(args));
        assertThat(MPI.initThread(args, MPI.THREAD_SINGLE), is(MPI.THREAD_MULTIPLE));
        assertThat(MPI.Initialized(), is(true));
    }

    @Test
    public void nullIsABufferOfNoElements() {
        for (Datatype type : List.of(MPI.INT, MPI.OBJECT, MPI.NULL)) {
            Status status = MPI.COMM_WORLD.Sendrecv(null, 0, 0, type, rank, 1, null, 0, 0, type, rank, 1);
            assertThat(status.source, is(rank));
        }
        int[] counts = new int[size];
        counts[0] = 1;
        int[] displs = new int[size];
        double[] all = {0};
        MPI.COMM_WORLD.Gatherv(rank == 0 ? new double[] {4} : null, 0, rank == 0 ? 1 : 0, MPI.DOUBLE,
                rank == size - 1 ? all : null, 0, counts, displs, MPI.DOUBLE, size - 1);
        assertThat(all[0], is(rank == size - 1 ? 4.0 : 0.0));
        MPI.COMM_WORLD.Scatterv(rank == size - 1 ? all : null, 0, counts, displs, MPI.DOUBLE,
                rank == 0 ? new double[1] : null, 0, rank == 0 ? 1 : 0, MPI.DOUBLE, size - 1);
    }

    @Test
    public void nothingOfAnyArrayIsSent() {
        Status status = MPI.COMM_WORLD.Sendrecv(
                new boolean[0], 0, 3, MPI.NULL, rank, 1, "any", 0, 0, MPI.NULL, rank, 1);
        assertThat(status.Get_count(MPI.BYTE), is(0));
        MPI.NULL.finalize();
        MPI.COMM_WORLD.Group().finalize();
    }
}
