package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Group;
import mpi.Info;
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

/** Communicators in the spelling of Open MPI: duplicates, parts, two groups, topologies, and what is kept with them. */
@RunWith(RankRunner.class)
public class OpenMpiCommunicatorsTest {
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    @Test
    public void duplicates() throws MPIException {
        int key = Comm.createKeyval();
        Object value = new Object();
        MPI.COMM_WORLD.setAttr(key, value);
        try (Intracomm copy = MPI.COMM_WORLD.dup()) {
            assertThat(copy.getAttr(key), is(sameInstance(value)));
            assertThat(Comm.compare(copy, MPI.COMM_WORLD), is(MPI.CONGRUENT));
            Intracomm started = copy.iDup();
            Request request = started.getRequest();
            request.waitFor();
            int[] sum = {1};
            started.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertThat(sum[0], is(size));
            started.free();
            assertThat(started.isNull(), is(true));
        }
        MPI.COMM_WORLD.deleteAttr(key);
        assertThat(MPI.COMM_WORLD.getAttr(key), is(nullValue()));
        assertThat((Integer) MPI.COMM_WORLD.getAttr(MPI.TAG_UB) >= 32767, is(true));
        Comm.freeKeyval(key);
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.setAttr(key, 1));
    }

    @Test
    public void hintsAndNames() throws MPIException {
        Info info = new Info();
        info.set("a key", "a value");
        Intracomm copy = MPI.COMM_WORLD.dupWithInfo(info);
        assertThat(copy.getInfo().get("a key"), is("a value"));
        copy.setInfo(new Info());
        assertThat(copy.getInfo().size(), is(0));
        copy.setName("copy");
        assertThat(copy.getName(), is("copy"));
        assertThat(MPI.COMM_WORLD.getName(), is("MPI_COMM_WORLD"));
        copy.disconnect();
        assertThat(copy.isNull(), is(true));
        assertThat(info.getKey(0), is("a key"));
        Info other = info.dup();
        info.delete("a key");
        assertThat(info.get("a key"), is(nullValue()));
        assertThat(other.size(), is(1));
        other.free();
        assertThrows(MPIException.class, other::size);
        assertThat(MPI.INFO_NULL.isNull(), is(true));
        assertThat(MPI.INFO_ENV.isNull(), is(false));
    }

    @Test
    public void parts() throws MPIException {
        Intracomm half = MPI.COMM_WORLD.split(rank % 2, -rank);
        assertThat(half.getRank(), is((size - 1 - rank) / 2));
        half.free();
        assertThat(MPI.COMM_WORLD.split(MPI.UNDEFINED, 0).isNull(), is(true));
        assertThat(MPI.COMM_WORLD.Split(MPI.UNDEFINED, 0), is(nullValue()));
        Intracomm node = MPI.COMM_WORLD.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL);
        int[] hosts = new int[size];
        int host = MPI.getProcessorName().hashCode();
        MPI.COMM_WORLD.allGather(new int[] {host}, 1, MPI.INT, hosts, 1, MPI.INT);
        assertThat(node.getSize(), is((int) Arrays.stream(hosts).filter(each -> each == host).count()));
        node.free();
        Group first = MPI.COMM_WORLD.getGroup().incl(new int[] {0});
        Intracomm one = MPI.COMM_WORLD.create(first);
        assertThat(one.isNull(), is(rank != 0));
        if (rank == 0) {
            one.free();
            Intracomm again = MPI.COMM_WORLD.createGroup(first, 3);
            assertThat(again.getSize(), is(1));
            again.free();
        }
        assertThat(Group.compare(MPI.COMM_WORLD.getGroup(), MPI.COMM_WORLD.getGroup()), is(MPI.IDENT));
        assertThat(Group.translateRanks(first, new int[] {0}, MPI.COMM_WORLD.getGroup()), is(new int[] {0}));
        first.free();
        assertThat(first.isNull(), is(true));
        MPIException e = assertThrows(MPIException.class, first::getSize);
        assertThat(e.getErrorClass(), is(MPI.ERR_GROUP));
        e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.create(first));
        assertThat(e.getErrorClass(), is(MPI.ERR_GROUP));
        MPI.GROUP_EMPTY.free(); // changes nothing
        assertThat(MPI.GROUP_EMPTY.getSize(), is(0));
    }

    @Test
    public void collectiveOperationsBetweenTwoGroups() throws MPIException {
        Assume.assumeTrue("two groups need two ranks", size > 1);
        boolean isFirst = rank == 0;
        Intracomm own = MPI.COMM_WORLD.split(isFirst ? 0 : 1, rank);
        Intercomm both = MPI.COMM_WORLD.createIntercomm(own, 0, isFirst ? 1 : 0, 9);
        assertThat(both.isInter(), is(true));
        assertThat(both.getRemoteSize(), is(isFirst ? size - 1 : 1));
        both.barrier();
        int[] value = {isFirst ? 42 : 0};
        both.bcast(value, 1, MPI.INT, isFirst ? MPI.ROOT : 0);
        assertThat(value[0], is(42));
        int[] all = new int[size];
        both.gather(new int[] {rank}, 1, MPI.INT, all, 1, MPI.INT, isFirst ? MPI.ROOT : 0);
        if (isFirst) {
            assertThat(Arrays.copyOf(all, size - 1), is(IntStream.range(1, size).toArray()));
        }
        int[] piece = new int[1];
        both.scatter(all, 1, MPI.INT, piece, 1, MPI.INT, isFirst ? MPI.ROOT : 0);
        assertThat(piece[0], is(isFirst ? 0 : rank));
        int[] others = new int[isFirst ? size - 1 : 1];
        both.allGather(new int[] {rank}, 1, MPI.INT, others, 1, MPI.INT);
        assertThat(others, is(isFirst ? IntStream.range(1, size).toArray() : new int[] {0}));
        int[] sum = new int[1];
        both.allReduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM);
        assertThat(sum[0], is(isFirst ? size * (size - 1) / 2 : 0));
        both.reduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM, isFirst ? MPI.ROOT : 0);
        assertThat(sum[0], is(isFirst ? size - 1 : 0));
        int[] out = new int[others.length];
        Arrays.fill(out, rank);
        both.allToAll(out, 1, MPI.INT, others, 1, MPI.INT);
        assertThat(others, is(isFirst ? IntStream.range(1, size).toArray() : new int[] {0}));
        objectsBetweenTwoGroups(both, isFirst);
        Intracomm merged = both.merge(isFirst);
        assertThat(merged.getRank(), is(isFirst ? size - 1 : rank - 1));
        merged.free();
        both.free();
        own.free();
    }

    @Test
    public void ranksBesideTheRootOfTwoGroupsGoOn() throws MPIException {
        Assume.assumeTrue("two groups need two ranks", size > 1);
        boolean isLast = rank == size - 1;
        Intracomm own = MPI.COMM_WORLD.split(isLast ? 1 : 0, rank);
        Intercomm both = MPI.COMM_WORLD.createIntercomm(own, 0, isLast ? 0 : size - 1, 9);
        int root = isLast ? 0 : rank == 0 ? MPI.ROOT : MPI.PROC_NULL;
        for (int i = 1; i <= 3; i++) {
            int[] value = {rank == 0 ? i : 0};
            both.bcast(value, 1, MPI.INT, root);
            assertThat(value[0], is(rank == 0 || isLast ? i : 0));
            both.barrier();
            int[] sum = new int[1];
            both.reduce(new int[] {i}, sum, 1, MPI.INT, MPI.SUM, root);
            assertThat(sum[0], is(rank == 0 ? i : 0));
            both.gather(new int[] {i}, 1, MPI.INT, sum, 1, MPI.INT, root);
            both.scatter(value, 1, MPI.INT, sum, 1, MPI.INT, root);
            both.barrier();
        }
        both.free();
        own.free();
    }

    @Test
    public void eachRankOfTwoGroupsBroadcasts() throws MPIException {
        Assume.assumeTrue("two groups need two ranks", size > 1);
        int half = size / 2;
        boolean isLow = rank < half;
        Intracomm own = MPI.COMM_WORLD.split(isLow ? 0 : 1, rank);
        Intercomm both = MPI.COMM_WORLD.createIntercomm(own, 0, isLow ? half : 0, 9);
        for (int sender = 0; sender < size; sender++) {
            boolean isOther = isLow != sender < half;
            int root = isOther ? sender < half ? sender : sender - half : rank == sender ? MPI.ROOT : MPI.PROC_NULL;
            for (int count : new int[] {0, 3, 70_000}) {
                int[] got = new int[count];
                int[] sent = new int[count];
                Arrays.fill(got, rank);
                Arrays.fill(sent, isOther ? sender : rank);
                both.bcast(got, root == MPI.PROC_NULL ? 0 : count, MPI.INT, root);
                assertThat(Arrays.equals(got, sent), is(true));
                Arrays.fill(got, rank);
                Request request = both.iBcast(IntBuffer.wrap(got), count, MPI.INT, root);
                both.iBarrier().waitFor();
                request.waitFor();
                assertThat(Arrays.equals(got, sent), is(true));
            }
        }
        both.free();
        own.free();
    }

    private void objectsBetweenTwoGroups(Intercomm both, boolean isFirst) throws MPIException {
        int root = isFirst ? MPI.ROOT : 0;
        int others = both.getRemoteSize();
        Object[] one = {isFirst ? "from the first" : null};
        both.bcast(one, 1, MPI.OBJECT, root);
        assertThat(one[0], is("from the first"));
        Object[] all = new Object[others];
        both.gather("rank " + rank, 1, MPI.OBJECT, all, 1, MPI.OBJECT, root);
        both.scatter(all, 1, MPI.OBJECT, one, 1, MPI.OBJECT, root);
        assertThat(one[0], is(isFirst ? "from the first" : "rank " + rank));
        both.allToAll(new Object[others], 1, MPI.OBJECT, all, 1, MPI.OBJECT);
        assertThat(all[others - 1], is(nullValue()));
        int[] sum = new int[1];
        both.allReduce(new int[] {rank}, sum, 1, MPI.INT, new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inout, int count, Datatype type) {
                ((int[]) inout)[0] += ((int[]) in)[0];
            }
        }, true));
        assertThat(sum[0], is(isFirst ? size * (size - 1) / 2 : 0));
    }

    @Test
    public void neighboursOnARing() throws MPIException {
        CartComm ring = MPI.COMM_WORLD.createCart(new int[] {size}, new boolean[] {true}, false);
        assertThat(ring.getTopology(), is(MPI.CART));
        assertThat(ring.shift(0, 1).getRankDest(), is(next));
        assertThat(ring.getTopo().getDim(0), is(size));
        assertThat(ring.getCoords(rank), is(new int[] {rank}));
        int[] in = new int[2];
        ring.neighborAllGather(new int[] {rank}, 1, MPI.INT, in, 1, MPI.INT);
        assertThat(in, is(new int[] {previous, next}));
        Arrays.fill(in, -1);
        ring.iNeighborAllGatherv(new int[] {rank}, 1, MPI.INT, in, new int[] {1, 1}, new int[] {1, 0}, MPI.INT)
                .waitFor();
        assertThat(in, is(new int[] {next, previous}));
        CartComm copy = ring.dup();
        copy.neighborAllGather(new int[] {rank}, 1, MPI.INT, in, 1, MPI.INT);
        assertThat(in, is(new int[] {previous, next}));
        copy.free();
        CartComm point = ring.sub(new boolean[] {false});
        assertThat(point.getSize(), is(1));
        point.free();
        ring.free();
        MPIException e = assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.neighborAllGather(new int[1], 1, MPI.INT, in, 1, MPI.INT));
        assertThat(e.getErrorClass(), is(MPI.ERR_TOPOLOGY));
    }

    @Test
    public void neighboursOnALine() throws MPIException {
        CartComm line = MPI.COMM_WORLD.createCart(new int[] {size}, new boolean[] {false}, false);
        int[] in = {-1, -1};
        line.neighborAllToAll(new int[] {10 * rank, 10 * rank + 1}, 1, MPI.INT, in, 1, MPI.INT);
        assertThat(in[0], is(rank == 0 ? -1 : 10 * (rank - 1) + 1));
        assertThat(in[1], is(rank == size - 1 ? -1 : 10 * (rank + 1)));
        line.free();
        int[] dims = {0, 0};
        CartComm.createDims(6, dims);
        assertThat(dims, is(new int[] {3, 2}));
        MPIException e = assertThrows(MPIException.class, () -> CartComm.createDims(6, new int[] {0, 5}));
        assertThat(e.getErrorClass(), is(MPI.ERR_DIMS));
        e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.getAttr(MPI.KEYVAL_INVALID));
        assertThat(e.getErrorClass(), is(MPI.ERR_KEYVAL));
    }

    @Test
    public void graphs() throws MPIException {
        int[] index = IntStream.range(0, size).map(i -> i + 1).toArray();
        int[] edges = IntStream.range(0, size).map(i -> (i + 1) % size).toArray();
        GraphComm graph = MPI.COMM_WORLD.createGraph(index, edges, false);
        assertThat(graph.getTopology(), is(MPI.GRAPH));
        assertThat(graph.getNeighbors(rank), is(new int[] {next}));
        assertThat(graph.getDims().getEdgeCount(), is(size));
        assertThrows(MPIException.class, graph::getDistGraphNeighbors);
        graph.free();
    }

    @Test
    public void distributedGraphs() throws MPIException {
        int[] one = {1};
        GraphComm[] graphs = {
            MPI.COMM_WORLD.createDistGraphAdjacent(new int[] {previous}, one, new int[] {next}, one, MPI.INFO_NULL,
                    false),
            MPI.COMM_WORLD.createDistGraph(new int[] {rank}, one, new int[] {next}, one, MPI.INFO_NULL, false),
            MPI.COMM_WORLD.createDistGraphAdjacent(new int[] {previous}, new int[] {next}, MPI.INFO_NULL, false),
            MPI.COMM_WORLD.createDistGraph(new int[] {next}, one, new int[] {(next + 1) % size}, MPI.INFO_NULL, false)};
        for (int i = 0; i < graphs.length; i++) {
            GraphComm graph = graphs[i];
            assertThat(graph.getTopology(), is(MPI.DIST_GRAPH));
            DistGraphNeighbors neighbors = graph.getDistGraphNeighbors();
            assertThat(neighbors, is(notNullValue()));
            assertThat(neighbors.getInDegree(), is(1));
            assertThat(neighbors.getSource(0), is(previous));
            assertThat(neighbors.getDestination(0), is(next));
            assertThat(neighbors.isWeighted(), is(i < 2));
            int[] in = new int[1];
            graph.neighborAllToAllv(new int[] {rank}, one, new int[1], MPI.INT, in, one, new int[1], MPI.INT);
            assertThat(in[0], is(previous));
            graph.iNeighborAllToAll(new int[] {-rank}, 1, MPI.INT, in, 1, MPI.INT).waitFor();
            assertThat(in[0], is(-previous));
            graph.free();
        }
    }

    @Test
    public void theLibraryTellsOfItself() throws MPIException {
        assertThat(MPI.getVersion().getVersion() >= 3, is(true));
        assertThat(MPI.getLibVersion().isEmpty(), is(false));
        assertThat(MPI.isInitialized(), is(true));
        assertThat(MPI.isFinalized(), is(false));
        assertThat(MPI.InitThread(new String[0], MPI.THREAD_SINGLE), is(MPI.THREAD_MULTIPLE));
    }
}
