package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Errhandler;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShiftParms;
import mpi.Status;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Groups, communicators, topologies, attributes. */
@RunWith(RankRunner.class)
public class CommTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();

    @Test
    public void groupsAreSets() {
        Group world = MPI.COMM_WORLD.Group();
        assertThat(world.Size(), is(size));
        assertThat(world.Rank(), is(rank));
        Group evens = world.Incl(IntStream.range(0, size).filter(i -> i % 2 == 0).toArray());
        Group odds = Group.Difference(world, evens);
        assertThat(evens.Size() + odds.Size(), is(size));
        assertThat(Group.Intersection(evens, odds).Size(), is(0));
        assertThat(Group.Compare(Group.Intersection(evens, odds), MPI.GROUP_EMPTY), is(MPI.IDENT));
        Group union = Group.Union(odds, evens);
        assertThat(Group.Compare(union, world), is(size == 1 ? MPI.IDENT : MPI.SIMILAR));
        assertThat(Group.Compare(evens, world), is(size == 1 ? MPI.IDENT : MPI.UNEQUAL));
        assertThat(evens.Rank(), is(rank % 2 == 0 ? rank / 2 : MPI.UNDEFINED));
        Group backwards = world.Range_incl(new int[][] {{size - 1, 0, -1}});
        assertThat(Group.Translate_ranks(world, new int[] {0, size - 1}, backwards), equalTo(new int[] {size - 1, 0}));
        assertThat(world.Range_excl(new int[][] {{0, size - 1, 2}}).Size(), is(size / 2));
        assertThat(world.Excl(new int[] {0}).Size(), is(size - 1));
        assertThrows(MPIException.class, () -> world.Incl(new int[] {0, 0}));
        assertThrows(MPIException.class, () -> world.Incl(new int[] {size}));
    }

    @Test
    public void aCloneHasMessagesOfItsOwn() {
        MPI.COMM_WORLD.Attr_put(4711, 5);
        Intracomm copy = MPI.COMM_WORLD.clone();
        assertThat(Comm.Compare(copy, MPI.COMM_WORLD), is(MPI.CONGRUENT));
        assertThat(Comm.Compare(MPI.COMM_WORLD, MPI.COMM_WORLD), is(MPI.IDENT));
        assertThat(copy.Attr_get(4711), is(5));
        MPI.COMM_WORLD.Attr_delete(4711);
        assertThat(MPI.COMM_WORLD.Attr_get(4711), is(MPI.UNDEFINED));
        int next = (rank + 1) % size;
        mpi.Request onCopy = copy.Isend(new int[] {1}, 0, 1, MPI.INT, next, 0);
        mpi.Request onWorld = MPI.COMM_WORLD.Isend(new int[] {2}, 0, 1, MPI.INT, next, 0);
        int[] got = new int[1];
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        assertThat(got[0], is(2));
        copy.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        assertThat(got[0], is(1));
        onCopy.Wait();
        onWorld.Wait();
        copy.Free();
        assertThat(copy.Is_null(), is(true));
        MPIException e = assertThrows(MPIException.class, copy::Barrier);
        assertThat(e.getMessage(), containsString("freed"));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Free());
    }

    @Test
    public void splitByColourInTheOrderOfKeys() {
        Intracomm part = MPI.COMM_WORLD.Split(rank % 2, -rank);
        int members = rank % 2 == 0 ? (size + 1) / 2 : size / 2;
        assertThat(part.Size(), is(members));
        assertThat(part.Rank(), is(members - 1 - rank / 2));
        int[] sum = new int[1];
        part.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertThat(sum[0], is(IntStream.range(0, size).filter(i -> i % 2 == rank % 2).sum()));
        part.Free();
        Intracomm none = MPI.COMM_WORLD.Split(rank == 0 ? MPI.UNDEFINED : 1, 0);
        assertThat(none == null, is(rank == 0));
    }

    @Test
    public void createOfAGroup() {
        Group firstTwo = MPI.COMM_WORLD.Group().Incl(size > 1 ? new int[] {1, 0} : new int[] {0});
        Intracomm comm = MPI.COMM_WORLD.Create(firstTwo);
        if (rank > 1) {
            assertThat(comm, nullValue());
        } else {
            assertThat(comm.Rank(), is(size > 1 ? 1 - rank : 0));
            comm.Barrier();
        }
        Object[] object = {rank == 0 ? "large " + "x".repeat(20_000) : null};
        if (comm != null && comm.Size() == 2) {
            if (comm.Rank() == 1) {
                comm.Send(object, 0, 1, MPI.OBJECT, 0, 1);
            } else {
                comm.Recv(object, 0, 1, MPI.OBJECT, 1, 1);
            }
            assertThat(((String) object[0]).length(), is(20_006));
        }
    }

    private static Group every2nd(int first) {
        int size = MPI.COMM_WORLD.Size();
        return MPI.COMM_WORLD.Group().Incl(IntStream.range(0, size).filter(i -> i % 2 == first).toArray());
    }

    @Test
    public void membersOfAGroupCreateWithoutTheOthers() {
        for (int i = 0; i < 20; i++) {
            if (rank % 2 == 0) {
                Intracomm evens = MPI.COMM_WORLD.Create(every2nd(0));
                int[] sum = new int[1];
                evens.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                assertThat(sum[0], is(IntStream.range(0, size).filter(k -> k % 2 == 0).sum()));
                Intracomm same = evens.Create(evens.Group());
                assertThat(Comm.Compare(same, evens), is(MPI.CONGRUENT));
                same.Free();
                evens.Free();
            }
            Intracomm half = MPI.COMM_WORLD.Create(every2nd(rank % 2));
            assertThat(half.Size(), is(every2nd(rank % 2).Size()));
            half.Barrier();
            half.Free();
        }
        assertThat(MPI.COMM_WORLD.Create(MPI.GROUP_EMPTY), nullValue());
    }

    @Test
    public void interCommunicatorsJoinTwoGroups() {
        Assume.assumeTrue("needs two ranks", size > 1);
        int side = rank % 2;
        Intracomm local = MPI.COMM_WORLD.Split(side, rank);
        Intercomm inter = MPI.COMM_WORLD.Create_intercomm(local, 0, 1 - side, 12);
        assertThat(inter.Test_inter(), is(true));
        assertThat(local.Test_inter(), is(false));
        assertThat(inter.Size(), is(local.Size()));
        assertThat(inter.Remote_size(), is(size - local.Size()));
        assertThat(inter.Remote_group().Size(), is(inter.Remote_Group().Size()));
        if (rank < 2) {
            Object[] got = new Object[1];
            Status status = inter.Sendrecv(new Object[] {"from " + rank + "y".repeat(9000)}, 0, 1, MPI.OBJECT, 0, 3,
                    got, 0, 1, MPI.OBJECT, 0, 3);
            assertThat((String) got[0], containsString("from " + (1 - rank)));
            assertThat(status.source, is(0));
        }
        Intercomm copy = inter.clone();
        assertThat(Comm.Compare(copy, inter), is(MPI.CONGRUENT));
        Intracomm merged = inter.Merge(side == 0);
        assertThat(merged.Size(), is(size));
        assertThat(merged.Rank(), is(side == 1 ? rank / 2 : size / 2 + rank / 2));
        merged.Barrier();
        inter.Free();
    }

    @Test
    public void cartesianGrids() {
        int[] dims = {0, 0};
        Cartcomm.Dims_create(size, dims);
        assertThat(dims[0] * dims[1], is(size));
        assertThat(dims[0], greaterThanOrEqualTo(dims[1]));
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false, true}, false);
        assertThat(grid.Topo_test(), is(MPI.CART));
        int[] coords = grid.Coords(grid.Rank());
        assertThat(grid.Rank(coords), is(grid.Rank()));
        assertThat(grid.Get().dims, equalTo(dims));
        assertThat(grid.Get().coords, equalTo(coords));
        ShiftParms down = grid.Shift(0, 1);
        assertThat(down.rank_dest == MPI.PROC_NULL, is(coords[0] == dims[0] - 1));
        ShiftParms ring = grid.Shift(1, 1);
        int[] got = new int[1];
        grid.Sendrecv(new int[] {rank}, 0, 1, MPI.INT, ring.rank_dest, 0, got, 0, 1, MPI.INT, ring.rank_source, 0);
        assertThat(got[0], is(ring.rank_source));
        Cartcomm rows = grid.Sub(new boolean[] {false, true});
        assertThat(rows.Size(), is(dims[1]));
        assertThat(rows.Rank(), is(coords[1]));
        assertThat(rows.Get().dims, equalTo(new int[] {dims[1]}));
        Cartcomm one = MPI.COMM_WORLD.Create_cart(new int[] {1}, new boolean[] {true}, false);
        assertThat(one == null, is(rank > 0));
        assertThat(MPI.COMM_WORLD.Topo_test(), is(MPI.UNDEFINED));
        assertThat((grid.clone()).Get().dims, equalTo(dims));
        assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.Create_cart(new int[] {size + 1}, new boolean[1], false));
    }

    @Test
    public void graphs() {
        int[] index = new int[size];
        int[] edges = new int[2 * size];
        for (int i = 0; i < size; i++) {
            index[i] = 2 * (i + 1);
            edges[2 * i] = (i + size - 1) % size;
            edges[2 * i + 1] = (i + 1) % size;
        }
        Graphcomm ring = MPI.COMM_WORLD.Create_graph(index, edges, false);
        assertThat(ring.Topo_test(), is(MPI.GRAPH));
        assertThat(ring.Neighbours(rank), equalTo(new int[] {(rank + size - 1) % size, (rank + 1) % size}));
        assertThat(ring.Get().index, equalTo(index));
        assertThat(ring.Get().edges, equalTo(edges));
        assertThat(ring.Map(index, edges), is(rank));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Create_graph(new int[] {1}, new int[] {5}, false));
    }

    @Test
    public void attributesAndErrorHandlers() {
        assertThat(MPI.COMM_WORLD.Attr_get(MPI.TAG_UB), greaterThanOrEqualTo(32767));
        assertThat(MPI.COMM_WORLD.Attr_get(MPI.HOST), is(MPI.PROC_NULL));
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        assertThat(MPI.COMM_WORLD.Errorhandler_get(), equalTo(new Errhandler(Errhandler.FATAL)));
        MPI.Errorhandler_set(MPI.ERRORS_RETURN);
        assertThat(MPI.Errorhandler_get(), equalTo(MPI.ERRORS_RETURN));
        assertThat(MPI.queryThread(), is(MPI.THREAD_MULTIPLE));
        assertThat(MPI.isMainThread(), is(true));
        assertThat(MPI.COMM_SELF.Size(), is(1));
    }

    @Test
    public void communicatorsAreMadeInDifferentOrdersByDifferentThreads() throws Exception {
        Intracomm a = MPI.COMM_WORLD.clone();
        Intracomm b = MPI.COMM_WORLD.clone();
        Intracomm[] order = rank % 2 == 0 ? new Intracomm[] {a, b} : new Intracomm[] {b, a};
        Integer[] sizes = new Integer[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int n = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 5; k++) {
                    sizes[n] = order[n].Split(0, 0).Create(order[n].Group()).Size();
                    order[n].Create(every2nd(rank % 2)).Free();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(sizes, arrayContaining(size, size));
    }

    @Test
    public void aStrideMayPassOverTheLastRankOfARange() {
        Group world = MPI.COMM_WORLD.Group();
        int[][] beyond = {{0, size, size + 1}};
        assertThat(world.Range_incl(beyond).Size(), is(1));
        assertThat(world.rangeIncl(beyond).getSize(), is(1));
        assertThat(world.Range_excl(beyond).Size(), is(size - 1));
        assertThat(world.rangeExcl(new int[][] {{0, -1, -2}}).getSize(), is(size - 1));
        assertThrows(MPIException.class, () -> world.Range_incl(new int[][] {{0, size, size}}));
        assertThrows(MPIException.class, () -> world.Range_incl(new int[][] {{size, size + 1, 2}}));
    }

    @Test
    public void rangesAreArraysOfThree() {
        MPIException e = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Group().Range_incl(new int[][] {{0, 1}}));
        assertThat(e.getMessage(), containsString(Arrays.toString(new int[] {0, 1})));
    }
}
