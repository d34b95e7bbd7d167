package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.arrayWithSize;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.util.Arrays;
import java.util.BitSet;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.InCheck;
import org.rmi4mpi.tests.runner.RankRunner;

@RunWith(RankRunner.class)
@InCheck
public class PointToPointTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    @Test
    public void everyTypeTravelsWithOffsetsOnBothSides() {
        for (Arrays8 kind : Arrays8.values()) {
            Object sent = kind.filled(20, rank);
            Object got = kind.zeros(30);
            Request send = MPI.COMM_WORLD.Isend(sent, 5, 10, kind.type, next, 7);
            Status status = MPI.COMM_WORLD.Recv(got, 12, 18, kind.type, previous, 7);
            send.Wait();

            Object expected = kind.zeros(30);
            System.arraycopy(kind.filled(20, previous), 5, expected, 12, 10);
            assertThat(kind.name(), got, equalTo(expected));
            assertThat(status.source, is(previous));
            assertThat(status.tag, is(7));
            assertThat(status.Get_count(kind.type), is(10));
            assertThat(status.count, is(10));
        }
    }

    @Test
    public void blockingSendsToTheNextRankArriveInOrder() {
        int count = 200;
        int[] message = new int[1];
        if (rank == 0) {
            for (int i = 0; i < count && size > 1; i++) {
                message[0] = i;
                MPI.COMM_WORLD.Send(message, 0, 1, MPI.INT, 1, i % 3);
            }
        } else if (rank == 1) {
            for (int i = 0; i < count; i++) {
                MPI.COMM_WORLD.Recv(message, 0, 1, MPI.INT, 0, MPI.ANY_TAG);
                assertThat(message[0], is(i));
            }
        }
    }

    @Test
    public void largeMessagesCrossEachOther() {
        int length = 1 << 20;
        double[] sent = new double[length];
        Arrays.setAll(sent, i -> rank * 1e6 + i);
        double[] got = new double[length];
        MPI.COMM_WORLD.Sendrecv(sent, 0, length, MPI.DOUBLE, next, 1, got, 0, length, MPI.DOUBLE, previous, 1);
        double[] expected = new double[length];
        Arrays.setAll(expected, i -> previous * 1e6 + i);
        assertThat(Arrays.mismatch(got, expected), is(-1));
    }

    @Test
    public void aMessageOfNoElementsArrives() {
        Status status = MPI.COMM_WORLD.Sendrecv(
                new int[0], 0, 0, MPI.INT, next, 3, new int[0], 0, 0, MPI.INT, previous, 3);
        assertThat(status.Get_count(MPI.INT), is(0));
    }

    @Test
    public void aShorterMessageLeavesTheRestOfTheBuffer() {
        int[] got = {-1, -1, -1, -1};
        Request send = MPI.COMM_WORLD.Isend(new int[] {8, 9}, 0, 2, MPI.INT, next, 2);
        Status status = MPI.COMM_WORLD.Recv(got, 1, 3, MPI.INT, previous, 2);
        send.Wait();
        assertThat(got, equalTo(new int[] {-1, 8, 9, -1}));
        assertThat(status.Get_count(MPI.INT), is(2));
        assertThat(status.Get_count(MPI.LONG), is(1));
        assertThat(status.Get_count(MPI.BYTE), is(8));
    }

    @Test
    public void aLengthThatIsNoWholeNumberOfElementsIsUndefined() {
        Request send = MPI.COMM_WORLD.Isend(new byte[7], 0, 7, MPI.BYTE, next, 2);
        Status status = MPI.COMM_WORLD.Recv(new byte[7], 0, 7, MPI.BYTE, previous, 2);
        send.Wait();
        assertThat(status.Get_count(MPI.INT), is(MPI.UNDEFINED));
    }

    @Test
    public void wildcardsTakeWhatComesAndTellWhatItWas() {
        if (rank == 0) {
            BitSet senders = new BitSet();
            int[] got = new int[1];
            for (int i = 1; i < size; i++) {
                Status status = MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertThat(got[0], is(status.source));
                assertThat(status.tag, is(10 * status.source));
                senders.set(status.source);
            }
            assertThat(senders.cardinality(), is(size - 1));
        } else {
            MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, 0, 10 * rank);
        }
    }

    @Test
    public void nobodyIsAtProcNull() {
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 0);
        int[] got = {5};
        Status status = MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, MPI.PROC_NULL, 0);
        assertThat(got[0], is(5));
        assertThat(status.source, is(MPI.PROC_NULL));
        assertThat(status.Get_count(MPI.INT), is(0));
        assertThat(status.Get_count(MPI.OBJECT), is(0));
        Status ofObjects = MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, MPI.PROC_NULL, 0);
        assertThat(ofObjects.Get_count(MPI.OBJECT), is(0));
        assertThat(MPI.COMM_WORLD.Probe(MPI.PROC_NULL, 0).Get_count(MPI.OBJECT), is(0));
    }

    @Test
    public void iprobeFindsNothingAndProbeWaits() {
        assertThat(MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, 77), nullValue());
        MPI.COMM_WORLD.Barrier();
        Request send = MPI.COMM_WORLD.Isend(new long[] {1, 2, 3}, 0, 3, MPI.LONG, next, 77);
        Status found = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 77);
        assertThat(found.source, is(previous));
        assertThat(found.Get_count(MPI.LONG), is(3));
        assertThat(MPI.COMM_WORLD.Iprobe(previous, 77), notNullValue());
        long[] got = new long[3];
        MPI.COMM_WORLD.Recv(got, 0, 3, MPI.LONG, found.source, found.tag);
        send.Wait();
        assertThat(got, equalTo(new long[] {1, 2, 3}));
        assertThat(MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, 77), nullValue());
    }

    @Test
    public void waitallGivesTheStatusesInTheirOrder() {
        int count = 50;
        int[][] got = new int[count][2];
        Request[] requests = new Request[2 * count];
        for (int i = 0; i < count; i++) {
            requests[i] = MPI.COMM_WORLD.Irecv(got[i], 0, 2, MPI.INT, previous, 100 + i);
        }
        for (int i = 0; i < count; i++) {
            requests[count + i] = MPI.COMM_WORLD.Isend(new int[] {rank, i}, 0, 2, MPI.INT, next, 100 + i);
        }
        Status[] statuses = Request.Waitall(requests);
        assertThat(statuses, arrayWithSize(2 * count));
        for (int i = 0; i < count; i++) {
            assertThat(got[i], equalTo(new int[] {previous, i}));
            assertThat(statuses[i].tag, is(100 + i));
            assertThat(statuses[i].index, is(i));
            assertThat(requests[i].Is_null(), is(true));
        }
    }

    @Test
    public void waitanyTellsWhichUntilNoneIsLeft() {
        int count = 10;
        int[][] got = new int[count][1];
        Request[] receives = new Request[count];
        for (int i = 0; i < count; i++) {
            receives[i] = MPI.COMM_WORLD.Irecv(got[i], 0, 1, MPI.INT, previous, i);
        }
        for (int i = count - 1; i >= 0; i--) {
            MPI.COMM_WORLD.Isend(new int[] {i * i}, 0, 1, MPI.INT, next, i).Wait();
        }
        BitSet seen = new BitSet();
        for (int i = 0; i < count; i++) {
            Status status = Request.Waitany(receives);
            assertThat(status.tag, is(status.index));
            assertThat(got[status.index][0], is(status.index * status.index));
            seen.set(status.index);
        }
        assertThat(seen.cardinality(), is(count));
        assertThat(Request.Waitany(receives).index, is(MPI.UNDEFINED));
        assertThat(Request.Waitsome(receives), nullValue());
    }

    @Test
    public void waitsomeCompletesAtLeastOne() {
        Request[] receives = new Request[5];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, previous, i);
        }
        for (int i = 0; i < receives.length; i++) {
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, next, i);
        }
        int completed = 0;
        while (completed < receives.length) {
            Status[] some = Request.Waitsome(receives);
            assertThat(some.length, greaterThanOrEqualTo(1));
            completed += some.length;
        }
        assertThat(completed, is(receives.length));
    }

    @Test
    public void waitsomeGivesTheOutcomesBeforeAFailure() {
        assumeTrue("Open MPI does not report that a rank's message to itself is truncated by an earlier receive",
                size > 1);
        int[] got = new int[1];
        Request[] receives = {
            MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.INT, previous, 1),
            MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, previous, 2)
        };
        MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, next, 1);
        MPI.COMM_WORLD.Send(new int[2], 0, 2, MPI.INT, next, 2); // too long for its receive
        MPI.COMM_WORLD.Sendrecv(new int[1], 0, 1, MPI.INT, next, 3, new int[1], 0, 1, MPI.INT, previous, 3);
        Status[] some = Request.Waitsome(receives);
        assertThat(some, arrayWithSize(1));
        assertThat(some[0].index, is(0));
        assertThat(got[0], is(previous));
        assertThrows(MPIException.class, () -> Request.Waitsome(receives));
        assertThat(Request.Waitsome(receives), nullValue());
    }

    @Test
    public void testsTellThatNothingIsThereYet() {
        Request receive = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, previous, 9);
        Request[] one = {receive};
        assertThat(receive.Test(), nullValue());
        assertThat(Request.Testany(one), nullValue());
        assertThat(Request.Testall(one), nullValue());
        assertThat(Request.Testsome(one), arrayWithSize(0));
        assertThat(receive.Is_null(), is(false));
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, next, 9);
        Status status = null;
        while (status == null) {
            status = receive.Test();
        }
        assertThat(status.source, is(previous));
        assertThat(receive.Is_null(), is(true));
        assertThat(MPI.REQUEST_NULL.Is_null(), is(true));
    }

    @Test
    public void severalThreadsSendAndReceiveAtOnce() throws Exception {
        int threads = 4;
        int rounds = 200;
        Thread[] workers = new Thread[threads];
        Throwable[] failures = new Throwable[threads];
        for (int t = 0; t < threads; t++) {
            int tag = 500 + t;
            int slot = t;
            workers[t] = new Thread(() -> {
                int[] got = new int[1];
                for (int i = 0; i < rounds; i++) {
                    MPI.COMM_WORLD.Sendrecv(
                            new int[] {i * tag}, 0, 1, MPI.INT, next, tag, got, 0, 1, MPI.INT, previous, tag);
                    assertThat(got[0], is(i * tag));
                }
            });
            workers[t].setUncaughtExceptionHandler((thread, e) -> failures[slot] = e);
            workers[t].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        assertThat(failures, not(org.hamcrest.Matchers.hasItemInArray(notNullValue())));
    }

    @Test
    public void aPendingRequestKeepsItsBufferThroughCollections() {
        int count = 64;
        Request[] receives = new Request[count];
        int[][] got = new int[count][1000];
        for (int i = 0; i < count; i++) {
            receives[i] = MPI.COMM_WORLD.Irecv(got[i], 0, 1000, MPI.INT, previous, i);
        }
        System.gc();
        MPI.COMM_WORLD.Barrier();
        for (int i = 0; i < count; i++) {
            int[] message = new int[1000];
            Arrays.fill(message, i);
            MPI.COMM_WORLD.Send(message, 0, 1000, MPI.INT, next, i);
        }
        System.gc();
        Request.Waitall(receives);
        for (int i = 0; i < count; i++) {
            assertThat(got[i][999], is(i));
        }
    }
}
