package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Collective operations of objects, and by a program's function, that are started and completed later. */
@RunWith(RankRunner.class)
public class StartedObjectsTest {
    /** In bytes: more than goes with the first message of an object. */
    private static final int LARGE = 300_000;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;
    /** The first text, then the second; it does not commute. */
    private final Op join = new Op(new UserFunction() {
        @Override
        public void call(Object in, Object inout, int count, Datatype type) {
            for (int i = 0; i < count; i++) {
                ((Object[]) inout)[i] = ((Object[]) in)[i] + "," + ((Object[]) inout)[i];
            }
        }
    }, false);

    private static String upTo(int end) {
        return String.join(",", IntStream.range(0, end).mapToObj(Integer::toString).toList());
    }

    private Object[] ofAll() {
        return IntStream.range(0, size).mapToObj(i -> "of " + i).toArray();
    }

    @Test
    public void operationsInEitherSpelling() throws MPIException {
        for (int root = 0; root < size; root++) {
            Object[] one = {rank == root ? List.of("root", root) : null};
            MPI.COMM_WORLD.Ibcast(one, 0, 1, MPI.OBJECT, root).Wait();
            assertThat(one[0], equalTo(List.of("root", root)));
            Object[] all = new Object[size];
            MPI.COMM_WORLD.iGather("of " + rank, 1, MPI.OBJECT, all, 1, MPI.OBJECT, root).waitFor();
            assertThat(all, equalTo(rank == root ? ofAll() : new Object[size]));
            Object[] mine = new Object[1];
            MPI.COMM_WORLD.Iscatter(rank == root ? ofAll() : null, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, root)
                    .Wait();
            assertThat(mine[0], is("of " + rank));
        }
        Object[] all = new Object[size];
        MPI.COMM_WORLD.iAllGather("of " + rank, 1, MPI.OBJECT, all, 1, MPI.OBJECT).waitFor();
        assertThat(all, equalTo(ofAll()));
        Object[] to = IntStream.range(0, size).mapToObj(i -> rank + " to " + i).toArray();
        MPI.COMM_WORLD.Ialltoall(to, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT).Wait();
        assertThat(all, equalTo(IntStream.range(0, size).mapToObj(i -> i + " to " + rank).toArray()));
        MPI.COMM_WORLD.Igather("own " + rank, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, size - 1).Wait();
        assertThat(all[0], is(rank == size - 1 ? "own 0" : "0 to " + rank));
    }

    @Test
    public void piecesOfDifferentSizes() throws MPIException {
        int[] counts = IntStream.rangeClosed(1, size).toArray();
        int[] displs = IntStream.range(0, size).map(i -> i * (i + 1) / 2).toArray();
        int total = size * (size + 1) / 2;
        Object[] mine = new Object[rank + 1];
        Arrays.fill(mine, "of " + rank);
        Object[] all = new Object[total];
        MPI.COMM_WORLD.iAllGatherv(mine, rank + 1, MPI.OBJECT, all, counts, displs, MPI.OBJECT).waitFor();
        for (int i = 0; i < size; i++) {
            assertThat(all[displs[i] + i], is("of " + i));
        }
        Object[] back = new Object[rank + 1];
        MPI.COMM_WORLD.Iscatterv(all, 0, counts, displs, MPI.OBJECT, back, 0, rank + 1, MPI.OBJECT, size - 1).Wait();
        assertThat(back, equalTo(mine));
        Object[] gathered = new Object[total];
        MPI.COMM_WORLD.Igatherv(mine, 0, rank + 1, MPI.OBJECT, gathered, 0, counts, displs, MPI.OBJECT, 0).Wait();
        assertThat(gathered, equalTo(rank == 0 ? all : new Object[total]));
    }

    @Test
    public void reductions() throws MPIException {
        Object[] mine = {"" + rank};
        Object[] result = new Object[1];
        MPI.COMM_WORLD.iAllReduce(mine, result, 1, MPI.OBJECT, join).waitFor();
        assertThat(result[0], is(upTo(size)));
        MPI.COMM_WORLD.iScan(mine, result, 1, MPI.OBJECT, join).waitFor();
        assertThat(result[0], is(upTo(rank + 1)));
        MPI.COMM_WORLD.iExScan(mine, result, 1, MPI.OBJECT, join).waitFor();
        assertThat(result[0], is(rank == 0 ? "0" : upTo(rank)));
        Object[] reduced = new Object[1];
        MPI.COMM_WORLD.iReduce(mine, reduced, 1, MPI.OBJECT, join, size - 1).waitFor();
        assertThat(reduced[0], is(rank == size - 1 ? upTo(size) : null));
        Object[] each = new Object[size];
        Arrays.fill(each, "" + rank);
        MPI.COMM_WORLD.iReduceScatterBlock(each, reduced, 1, MPI.OBJECT, join).waitFor();
        assertThat(reduced[0], is(upTo(size)));
        int[] numbers = {rank, 1};
        MPI.COMM_WORLD.iAllReduce(numbers, 2, MPI.INT, new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inout, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    ((int[]) inout)[i] = Math.max(((int[]) in)[i], ((int[]) inout)[i]);
                }
            }
        }, true)).waitFor();
        assertThat(numbers, is(new int[] {size - 1, 1}));
    }

    /** Many are under way at once, some of them large, and the ranks complete them in different orders. */
    @Test
    public void operationsGoOnIndependently() throws MPIException {
        int operations = 12;
        Request[] requests = new Request[operations];
        Object[][] one = new Object[operations][1];
        for (int i = 0; i < operations; i++) {
            one[i][0] = rank == i % size ? new Object[] {i, new byte[i % 3 * LARGE]} : null;
            requests[i] = MPI.COMM_WORLD.iBcast(one[i], 1, MPI.OBJECT, i % size);
        }
        int[] numbers = {rank};
        MPI.COMM_WORLD.Allreduce(numbers, 0, numbers, 0, 1, MPI.INT, MPI.MAX);
        MPI.COMM_WORLD.Bcast(new Object[] {"meanwhile"}, 0, 1, MPI.OBJECT, 0);
        for (int i = 0; i < operations; i++) {
            requests[rank % 2 == 0 ? i : operations - 1 - i].waitFor();
        }
        for (int i = 0; i < operations; i++) {
            Object[] got = (Object[]) one[i][0];
            assertThat(got[0], is(i));
            assertThat(((byte[]) got[1]).length, is(i % 3 * LARGE));
        }
    }

    /** So many that those which have ended are looked for while others start. */
    @Test
    public void hundredsAreUnderWay() throws MPIException {
        int operations = 600;
        Request[] requests = new Request[operations];
        Object[][] all = new Object[operations][size];
        for (int i = 0; i < operations; i++) {
            Object[] own = {new int[] {rank, i}};
            requests[i] = MPI.COMM_WORLD.iAllGather(own, 1, MPI.OBJECT, all[i], 1, MPI.OBJECT);
        }
        for (int i = operations - 1; i >= 0; i--) {
            requests[i].waitFor();
            for (int from = 0; from < size; from++) {
                assertThat((int[]) all[i][from], is(new int[] {from, i}));
            }
        }
    }

    /** A rank that waits for something else takes part nevertheless. */
    @Test
    public void otherWaitsMakeProgress() throws Exception {
        Object[] all = new Object[size];
        Object[] second = new Object[size];
        Request first = MPI.COMM_WORLD.iAllGather(new byte[LARGE], 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        Request then = MPI.COMM_WORLD.iAllGather("b" + rank, 1, MPI.OBJECT, second, 1, MPI.OBJECT);
        byte[] token = {1};
        if (rank > 0) {
            MPI.COMM_WORLD.Recv(token, 0, 1, MPI.BYTE, rank - 1, 77);
        }
        then.waitFor();
        first.toFuture().get();
        if (rank < size - 1) {
            MPI.COMM_WORLD.Send(token, 0, 1, MPI.BYTE, rank + 1, 77);
        }
        assertThat(((byte[]) all[next]).length, is(LARGE));
        assertThat(second[previous], is("b" + previous));
    }

    @Test
    public void aTestSeesTheEnd() throws MPIException {
        Object[] one = {rank == 0 ? "text" : null};
        Request request = MPI.COMM_WORLD.Ibcast(one, 0, 1, MPI.OBJECT, 0);
        while (request.Test() == null) {
            Thread.onSpinWait();
        }
        assertThat(one[0], is("text"));
        Request[] both = {MPI.COMM_WORLD.Ibcast(one, 0, 1, MPI.OBJECT, 0),
            MPI.COMM_WORLD.iAllReduce(new Object[] {rank}, new Object[1], 1, MPI.OBJECT, join)};
        Request.Waitall(both);
    }

    @Test
    public void aCommunicatorIsFreedWhenItsOperationsHaveEnded() throws MPIException {
        Intracomm copy = MPI.COMM_WORLD.dup();
        Object[] all = new Object[size];
        Request request = copy.iAllGather(new int[] {rank}, 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        copy.iBcast(new Object[] {rank == 0 ? "freed" : null}, 1, MPI.OBJECT, 0).free();
        copy.free();
        request.waitFor();
        assertThat(all[next], equalTo(new int[] {next}));
    }

    @Test
    public void betweenTwoGroups() throws MPIException {
        Assume.assumeTrue("two groups need two ranks", size > 1);
        boolean isFirst = rank == 0;
        Intracomm own = MPI.COMM_WORLD.split(isFirst ? 0 : 1, rank);
        Intercomm both = MPI.COMM_WORLD.createIntercomm(own, 0, isFirst ? 1 : 0, 9);
        int root = isFirst ? MPI.ROOT : 0;
        int others = both.getRemoteSize();
        Object[] one = {isFirst ? "from the first" : null};
        both.iBcast(one, 1, MPI.OBJECT, root).waitFor();
        assertThat(one[0], is("from the first"));
        Object[] all = new Object[others];
        both.iGather("rank " + rank, 1, MPI.OBJECT, all, 1, MPI.OBJECT, root).waitFor();
        both.iScatter(all, 1, MPI.OBJECT, one, 1, MPI.OBJECT, root).waitFor();
        assertThat(one[0], is(isFirst ? "from the first" : "rank " + rank));
        both.iAllGather("rank " + rank, 1, MPI.OBJECT, all, 1, MPI.OBJECT).waitFor();
        assertThat(all[0], is(isFirst ? "rank 1" : "rank 0"));
        both.iAllToAll(new Object[others], 1, MPI.OBJECT, all, 1, MPI.OBJECT).waitFor();
        assertThat(all[others - 1], is(nullValue()));
        Object[] joined = new Object[1];
        both.iAllReduce(new Object[] {"" + rank}, joined, 1, MPI.OBJECT, join).waitFor();
        assertThat(joined[0], is(isFirst ? upTo(size).substring(2) : "0"));
        both.free();
        own.free();
    }

    @Test
    public void whatOneRankCannotWriteFailsAtThoseThatWaitForIt() {
        Object[] all = new Object[size];
        Object mine = rank == 0 ? new Object() : "of " + rank;
        Request gather = MPI.COMM_WORLD.Iallgather(new Object[] {mine}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        MPIException e = assertThrows(MPIException.class, gather::Wait);
        assertThat(e.getMessage(),
                containsString(rank == 0 ? "NotSerializableException" : "rank 0 of the communicator could not"));
        Request bcast = MPI.COMM_WORLD.Ibcast(new Object[] {mine}, 0, 1, MPI.OBJECT, 0);
        assertThrows(MPIException.class, bcast::Wait);
        Object[] none = {};
        Request tooMany = MPI.COMM_WORLD.Ibcast(rank == 0 ? new Object[] {"a"} : none, 0, rank == 0 ? 1 : 0,
                MPI.OBJECT, 0);
        if (rank == 0) {
            tooMany.Wait();
        } else {
            assertThat(assertThrows(MPIException.class, tooMany::Wait).getMessage(),
                    containsString("1 objects arrived > 0"));
        }
        MPI.COMM_WORLD.Iallgather("after", 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT).Wait();
        assertThat(all[previous], is("after"));
    }
}
