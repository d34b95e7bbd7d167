package org.rmi4mpi.tests.ranks;

import static java.util.stream.Collectors.joining;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.User_function;
import org.junit.Assume;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** MPI.OBJECT in every operation. */
@RunWith(RankRunner.class)
public class ObjectTest {
    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int next = (rank + 1) % size;
    private final int previous = (rank + size - 1) % size;

    static class Complex implements Serializable {
        private static final long serialVersionUID = 1L;
        float re;
        float im;

        Complex(float re, float im) {
            this.re = re;
            this.im = im;
        }
    }

    /** Changes the second operand in place, as programs do. */
    static class ComplexAdd extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
            for (int i = 0; i < count; i++) {
                Complex a = (Complex) ((Object[]) in)[inOffset + i];
                Complex b = (Complex) ((Object[]) inout)[inoutOffset + i];
                b.re += a.re;
                b.im += a.im;
            }
        }
    }

    @Test
    public void objectsOfAnyLengthTravel() {
        for (int length : new int[] {0, 10, 5_000, 9_000, 3_000_000}) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) rank);
            Object[] sent = {"of " + rank, bytes, null, List.of(1, 2)};
            Object[] got = new Object[6];
            Request send = MPI.COMM_WORLD.Isend(sent, 0, 4, MPI.OBJECT, next, 8);
            Status status = MPI.COMM_WORLD.Recv(got, 1, 5, MPI.OBJECT, previous, 8);
            send.Wait();
            assertThat(got[1], equalTo("of " + previous));
            assertThat(((byte[]) got[2]).length, is(length));
            assertThat(got[3], nullValue());
            assertThat(got[4], equalTo(List.of(1, 2)));
            assertThat(got[5], nullValue());
            assertThat(status.Get_count(MPI.OBJECT), is(4));
            assertThat(status.source, is(previous));
            assertThat(status.tag, is(8));
        }
    }

    @Test
    public void receivesArePairedInTheOrderInWhichTheyWerePosted() {
        int count = 20;
        Object[][] got = new Object[count][1];
        Request[] receives = new Request[count];
        for (int i = 0; i < count; i++) {
            receives[i] = MPI.COMM_WORLD.Irecv(got[i], 0, 1, MPI.OBJECT, previous, 1);
        }
        Request[] sends = new Request[count];
        for (int i = 0; i < count; i++) {
            int[] payload = new int[i % 2 == 0 ? 5 : 50_000];
            payload[0] = i;
            sends[i] = MPI.COMM_WORLD.Isend(new Object[] {payload}, 0, 1, MPI.OBJECT, next, 1);
        }
        for (int i = count - 1; i >= 0; i--) {
            receives[i].Wait();
        }
        Request.Waitall(sends);
        for (int i = 0; i < count; i++) {
            assertThat(((int[]) got[i][0])[0], is(i));
        }
    }

    @Test
    public void aProbeTellsHowManyObjectsThereAre() {
        for (int length : new int[] {0, 1, 3, 300, 20_000}) {
            Object[] sent = new Object[length];
            Arrays.fill(sent, rank);
            Request send = MPI.COMM_WORLD.Isend(sent, 0, length, MPI.OBJECT, next, 4);
            Status found = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 4);
            assertThat(found.Get_count(MPI.OBJECT), is(length));
            assertThat(found.count, is(length));
            assertThat(MPI.COMM_WORLD.Iprobe(previous, MPI.ANY_TAG).Get_elements(MPI.OBJECT), is(length));
            Object[] got = new Object[length];
            Status status = MPI.COMM_WORLD.Recv(got, 0, length, MPI.OBJECT, found.source, found.tag);
            assertThat(status.source, is(previous));
            assertThat(status.Get_count(MPI.OBJECT), is(length));
            assertThat(got.length == 0 || got[length - 1].equals(previous), is(true));
            send.Wait();
            assertThat(MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, 4), nullValue());
            MPI.COMM_WORLD.Barrier();
        }
    }

    @Test
    public void messagesThatWereLookedIntoAreReceivedInTheirOrder() {
        int count = 10;
        Request[] sends = new Request[count];
        for (int i = 0; i < count; i++) {
            sends[i] = MPI.COMM_WORLD.Isend(new Object[] {i, new byte[3_000 * i]}, 0, 2, MPI.OBJECT, next, 5);
        }
        Object[][] got = new Object[count][2];
        Request[] receives = new Request[count];
        for (int i = 0; i < count; i++) {
            if (i % 3 != 1) {
                assertThat(MPI.COMM_WORLD.Probe(previous, 5).Get_count(MPI.OBJECT), is(2));
            }
            receives[i] = MPI.COMM_WORLD.Irecv(got[i], 0, 2, MPI.OBJECT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        }
        Request.Waitall(receives);
        Request.Waitall(sends);
        for (int i = 0; i < count; i++) {
            assertThat(got[i][0], is(i));
            assertThat(((byte[]) got[i][1]).length, is(3_000 * i));
        }
    }

    @Test
    public void numbersThatAreCountedAsObjectsAreNoneAndStayToBeReceived() {
        for (int length : new int[] {1, 100, 10_000}) {
            int[] sent = new int[length];
            Arrays.fill(sent, rank + 1);
            Object[] places = {new int[length], ByteBuffer.allocateDirect(4 * length).order(ByteOrder.nativeOrder())};
            for (Object place : places) {
                Request send = MPI.COMM_WORLD.Isend(sent, 0, length, MPI.INT, next, 6);
                Status found = MPI.COMM_WORLD.Probe(previous, MPI.ANY_TAG);
                assertThat(found.Get_count(MPI.OBJECT), is(MPI.UNDEFINED));
                assertThat(found.Get_count(MPI.INT), is(length));
                assertThat(MPI.COMM_WORLD.Recv(place, 0, length, MPI.INT, previous, 6).count, is(length));
                int last = place instanceof int[] array
                        ? array[length - 1]
                        : ((ByteBuffer) place).getInt(4 * length - 4);
                assertThat(last, is(previous + 1));
                send.Wait();
            }
            Request send = MPI.COMM_WORLD.Isend(sent, 0, length, MPI.INT, next, 6);
            assertThat(MPI.COMM_WORLD.Probe(previous, 6).Get_count(MPI.OBJECT), is(MPI.UNDEFINED));
            assertThrows(MPIException.class,
                    () -> MPI.COMM_WORLD.Recv(new int[length - 1], 0, length - 1, MPI.INT, previous, 6));
            send.Wait();
        }
    }

    @Test
    public void identityIsKeptWithinAMessage() {
        Object shared = new ArrayList<>(List.of("x"));
        Object[] got = new Object[2];
        MPI.COMM_WORLD.Sendrecv(new Object[] {shared, shared}, 0, 2, MPI.OBJECT, next, 2,
                got, 0, 2, MPI.OBJECT, previous, 2);
        assertThat(got[0], sameInstance(got[1]));
    }

    @Test
    public void rowsOfAMatrixAreObjects() {
        int[][] rows = {{rank, 1}, {rank, 2}, {rank, 3}};
        int[][] got = new int[3][];
        MPI.COMM_WORLD.Sendrecv(rows, 1, 2, MPI.OBJECT, next, 2, got, 0, 3, MPI.OBJECT, previous, 2);
        assertThat(got[0], equalTo(new int[] {previous, 2}));
        assertThat(got[1], equalTo(new int[] {previous, 3}));
        assertThat(got[2], nullValue());
    }

    @Test
    public void derivedTypesOfObjects() {
        Object[] sent = {"a", "b", "c", "d", "e", "f"};
        Object[] got = new Object[6];
        Datatype every2nd = Datatype.Vector(3, 1, 2, MPI.OBJECT);
        MPI.COMM_WORLD.Sendrecv(sent, 0, 1, every2nd, next, 2, got, 1, 1, every2nd, previous, 2);
        assertThat(got, equalTo(new Object[] {null, "a", null, "c", null, "e"}));
        Datatype pair = Datatype.Contiguous(2, MPI.OBJECT);
        for (int count = 3; count <= 4; count++) {
            Status status = MPI.COMM_WORLD.Sendrecv(
                    sent, 0, count, MPI.OBJECT, next, 2, got, 0, 2, pair, previous, 2);
            assertThat(status.count, is(count == 4 ? 2 : MPI.UNDEFINED));
            assertThat(status.Get_count(pair), is(status.count));
            assertThat(status.Get_elements(pair), is(count));
        }
    }

    @Test
    public void collectives() {
        Object[] one = {rank == 0 ? "root's" : null};
        MPI.COMM_WORLD.Bcast(one, 0, 1, MPI.OBJECT, 0);
        assertThat(one[0], equalTo("root's"));

        String[] expected = new String[size];
        Arrays.setAll(expected, i -> "of " + i);
        for (int root = 0; root < size; root++) {
            Object[] all = new Object[size];
            MPI.COMM_WORLD.Gather(new Object[] {"of " + rank}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, root);
            assertThat(all, equalTo(rank == root ? expected : new Object[size]));
        }
        Object[] all = new Object[size];
        MPI.COMM_WORLD.Allgather(new Object[] {"of " + rank}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        assertThat(all, equalTo(expected));

        Object[] mine = new Object[1];
        MPI.COMM_WORLD.Scatter(rank == 0 ? expected : null, 0, 1, MPI.OBJECT, mine, 0, 1, MPI.OBJECT, 0);
        assertThat(mine[0], equalTo("of " + rank));

        Object[] to = new Object[size];
        Arrays.setAll(to, i -> rank + " to " + i);
        Object[] from = new Object[size];
        MPI.COMM_WORLD.Alltoall(to, 0, 1, MPI.OBJECT, from, 0, 1, MPI.OBJECT);
        Object[] meant = new Object[size];
        Arrays.setAll(meant, i -> i + " to " + rank);
        assertThat(from, equalTo(meant));
    }

    @Test
    public void oneObjectStandsForAnArrayOfItWhereItIsOnlyRead() {
        Object[] all = new Object[size];
        String[] expected = new String[size];
        Arrays.setAll(expected, i -> "of " + i);
        MPI.COMM_WORLD.Allgather("of " + rank, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        assertThat(all, equalTo(expected));
        all = new Object[size];
        MPI.COMM_WORLD.Gather("of " + rank, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, 0);
        assertThat(all, equalTo(rank == 0 ? expected : new Object[size]));
        Object[] one = new Object[1];
        MPI.COMM_WORLD.Bcast(rank == 0 ? "root's" : one, 0, 1, MPI.OBJECT, 0);
        assertThat(one[0], is(rank == 0 ? null : (Object) "root's"));
        Complex[] sum = new Complex[1];
        MPI.COMM_WORLD.Allreduce(new Complex(rank, 1), 0, sum, 0, 1, MPI.OBJECT, new Op(new ComplexAdd(), true));
        assertThat(sum[0].im, is((float) size));
        MPI.COMM_WORLD.Scan(new Complex(rank, 1), 0, sum, 0, 1, MPI.OBJECT, new Op(new ComplexAdd(), true));
        assertThat(sum[0].im, is(rank + 1f));
        MPI.COMM_WORLD.Reduce_local(new Complex(1, 1), sum, 1, MPI.OBJECT, new Op(new ComplexAdd(), true));
        assertThat(sum[0].im, is(rank + 2f));
        byte[] packed = new byte[1000];
        int end = MPI.COMM_WORLD.Pack(List.of(1), 0, 1, MPI.OBJECT, packed, 0);
        assertThat(MPI.COMM_WORLD.Unpack(packed, 0, one, 0, 1, MPI.OBJECT), is(end));
        assertThat(one[0], equalTo(List.of(1)));
        byte[] bytes = MPI.COMM_WORLD.Object_Serialize(new int[] {5}, 0, 1, MPI.OBJECT);
        MPI.COMM_WORLD.Object_Deserialize(one, bytes, 0, 1, MPI.OBJECT);
        assertThat(one[0], equalTo(new int[] {5}));
        MPIException e = assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Allgather(
                "of " + rank, 0, 2, MPI.OBJECT, new Object[2 * size], 0, 2, MPI.OBJECT));
        assertThat(e.getMessage(), containsString("count 2 > length 1 of sendbuf"));
    }

    @Test
    public void variableCollectives() {
        int[] counts = new int[size];
        int[] displs = new int[size];
        int total = 0;
        for (int i = 0; i < size; i++) {
            counts[i] = i + 1;
            displs[i] = total;
            total += i + 1;
        }
        Object[] mine = new Object[rank + 1];
        Arrays.fill(mine, "of " + rank);
        Object[] expected = new Object[total];
        for (int i = 0; i < size; i++) {
            Arrays.fill(expected, displs[i], displs[i] + counts[i], "of " + i);
        }
        Object[] all = new Object[total];
        MPI.COMM_WORLD.Allgatherv(mine, 0, mine.length, MPI.OBJECT, all, 0, counts, displs, MPI.OBJECT);
        assertThat(all, equalTo(expected));
        Object[] back = new Object[rank + 1];
        MPI.COMM_WORLD.Scatterv(all, 0, counts, displs, MPI.OBJECT, back, 0, back.length, MPI.OBJECT, size - 1);
        assertThat(back, equalTo(mine));
    }

    @Test
    public void reductionsByAProgramsFunction() {
        Op add = new Op(new ComplexAdd(), true);
        Complex[] mine = {new Complex(rank, 1), new Complex(1, rank)};
        Complex[] sum = new Complex[2];
        MPI.COMM_WORLD.Allreduce(mine, 0, sum, 0, 2, MPI.OBJECT, add);
        assertThat(sum[0].re, is(size * (size - 1) / 2f));
        assertThat(sum[0].im, is((float) size));
        assertThat("the caller's own object is left alone", mine[0].re, is((float) rank));
        Complex[] scan = new Complex[2];
        MPI.COMM_WORLD.Scan(mine, 0, scan, 0, 2, MPI.OBJECT, add);
        assertThat(scan[1].re, is(rank + 1f));
        Complex[] reduced = new Complex[2];
        MPI.COMM_WORLD.Reduce(mine, 0, reduced, 0, 2, MPI.OBJECT, add, 0);
        if (rank == 0) {
            assertThat(reduced[1].re, is((float) size));
        }
    }

    @Test
    public void reductionsMayMakeObjectsOfAnotherClass() {
        Op join = new Op(new User_function() {
            @Override
            public void Call(Object in, int i, Object inout, int j, int count, Datatype type) {
                for (int k = 0; k < count; k++) {
                    ((Object[]) inout)[j + k] = ((Object[]) in)[i + k] + "|" + ((Object[]) inout)[j + k];
                }
            }
        }, false);
        Object[] joined = new Object[1];
        MPI.COMM_WORLD.Allreduce(new Integer[] {rank}, 0, joined, 0, 1, MPI.OBJECT, join);
        assertThat("" + joined[0], is(IntStream.range(0, size).mapToObj(i -> "" + i).collect(joining("|"))));
        Object[] mixed = rank == 0 ? new Integer[] {0} : new String[] {"" + rank};
        MPI.COMM_WORLD.Scan(mixed, 0, joined, 0, 1, MPI.OBJECT, join);
        assertThat("" + joined[0], is(IntStream.rangeClosed(0, rank).mapToObj(i -> "" + i).collect(joining("|"))));
        MPIException e = assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.Allreduce(mixed, 0, new List<?>[1], 0, 1, MPI.OBJECT, join));
        assertThat(e.getMessage(), containsString("does not fit java.util.List[]"));
    }

    @Test
    public void serializeAndDeserialize() {
        byte[] bytes = MPI.COMM_WORLD.Object_Serialize(new Object[] {"a", "b"}, 1, 1, MPI.OBJECT);
        Object[] got = new Object[2];
        MPI.COMM_WORLD.Object_Deserialize(got, bytes, 1, 1, MPI.OBJECT);
        assertThat(got, equalTo(new Object[] {null, "b"}));
    }

    private static List<String> texts(int count) {
        return IntStream.range(0, count).mapToObj(i -> "text " + i).toList();
    }

    /** Each rank reads while it sends, and no rank waits for one that waits. */
    @Test
    public void allRanksSendLargeObjectsAtOnce() {
        List<String> sent = texts(50_000);
        Object[] got = new Object[1];
        MPI.COMM_WORLD.Sendrecv(new Object[] {sent}, 0, 1, MPI.OBJECT, next, 6, got, 0, 1, MPI.OBJECT, previous, 6);
        assertThat(got[0], equalTo(sent));
        got[0] = null;
        Request send = MPI.COMM_WORLD.Isend(new Object[] {sent}, 0, 1, MPI.OBJECT, next, 6);
        Request receive = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.OBJECT, previous, 6);
        Request.Waitall(new Request[] {send, receive});
        assertThat(got[0], equalTo(sent));
        got[0] = null;
        Request first = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.OBJECT, previous, 6);
        MPI.COMM_WORLD.Ssend(new Object[] {sent}, 0, 1, MPI.OBJECT, next, 6);
        MPI.COMM_WORLD.Send(new int[] {rank}, 0, 1, MPI.INT, next, 7);
        int[] second = new int[1];
        MPI.COMM_WORLD.Recv(second, 0, 1, MPI.INT, previous, 7); // the objects before it arrive without the program
        first.Wait();
        assertThat(got[0], equalTo(sent));
        assertThat(second[0], is(previous));
    }

    /** The sender, or else the receiver, makes no call of MPI until the other rank has ended its own call. */
    @Test
    public void largeObjectsTravelWhileARankMakesNoCall() throws Exception {
        Assume.assumeTrue("a rank that waits needs another one", size > 1);
        byte[] sent = new byte[8 << 20];
        Arrays.fill(sent, (byte) 7);
        Object[] got = new Object[1];
        byte[] token = new byte[1];
        if (rank == 0) {
            Request send = MPI.COMM_WORLD.Isend(new Object[] {sent}, 0, 1, MPI.OBJECT, 1, 8);
            MPI.COMM_WORLD.Irecv(token, 0, 1, MPI.BYTE, 1, 9).toFuture().get();
            send.Wait();
            MPI.COMM_WORLD.Recv(token, 0, 1, MPI.BYTE, 1, 9);
            MPI.COMM_WORLD.Send(new Object[] {sent}, 0, 1, MPI.OBJECT, 1, 8);
            MPI.COMM_WORLD.Send(token, 0, 1, MPI.BYTE, 1, 9);
        } else if (rank == 1) {
            MPI.COMM_WORLD.Recv(got, 0, 1, MPI.OBJECT, 0, 8);
            assertThat(got[0], equalTo(sent));
            MPI.COMM_WORLD.Send(token, 0, 1, MPI.BYTE, 0, 9);
            got[0] = null;
            Request receive = MPI.COMM_WORLD.Irecv(got, 0, 1, MPI.OBJECT, 0, 8);
            Future<?> ended = MPI.COMM_WORLD.Irecv(token, 0, 1, MPI.BYTE, 0, 9).toFuture();
            MPI.COMM_WORLD.Send(token, 0, 1, MPI.BYTE, 0, 9);
            ended.get();
            receive.Wait();
            assertThat(got[0], equalTo(sent));
        }
    }

    private static final class Unwritable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IOException("on purpose");
        }
    }

    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("on purpose");
        }
    }

    private void exchange(Object sent, String failureOfSend, String failureOfReceive) {
        Request receive = MPI.COMM_WORLD.Irecv(new Object[1], 0, 1, MPI.OBJECT, previous, 6);
        try {
            MPI.COMM_WORLD.Send(new Object[] {sent}, 0, 1, MPI.OBJECT, next, 6);
            assertThat(failureOfSend, nullValue());
        } catch (MPIException e) {
            assertThat(e.getMessage(), containsString(failureOfSend));
        }
        assertThat(assertThrows(MPIException.class, receive::Wait).getMessage(), containsString(failureOfReceive));
        Object[] got = new Object[1];
        MPI.COMM_WORLD.Sendrecv(new Object[] {"well " + rank}, 0, 1, MPI.OBJECT, next, 6, got, 0, 1, MPI.OBJECT,
                previous,
                6);
        assertThat(got[0], equalTo("well " + previous));
    }

    @Test
    public void aFailureInTheMiddleEndsTheMessageAtBothRanks() {
        List<String> texts = texts(50_000);
        exchange(List.of(texts, new Unwritable()), "cannot be serialized: java.io.IOException: on purpose",
                "rank " + previous + " of MPI.COMM_WORLD could not write or send its objects");
        exchange(List.of("short", new Unreadable(), texts), null,
                "cannot be deserialized: java.io.IOException: on purpose");
    }

    @Test
    public void aPersistentSendThatHasFailedStartsAgain() {
        Object[] sent = {texts(50_000), new Unwritable()};
        Object[] got = new Object[2];
        Prequest send = MPI.COMM_WORLD.Send_init(sent, 0, 2, MPI.OBJECT, next, 6);
        Prequest receive = MPI.COMM_WORLD.Recv_init(got, 0, 2, MPI.OBJECT, previous, 6);
        receive.Start();
        assertThrows(MPIException.class, send::Start);
        assertThrows(MPIException.class, receive::Wait);
        sent[1] = "well";
        for (int i = 0; i < 2; i++) {
            receive.Start();
            send.Start();
            send.Wait();
            receive.Wait();
            assertThat(got, equalTo(sent));
        }
    }

    @Test
    public void whatCannotTravelIsTold() {
        MPIException e = assertThrows(MPIException.class,
                () -> MPI.COMM_WORLD.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, next, 0));
        assertThat(e.getMessage(), containsString("NotSerializableException"));
        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.OBJECT, previous, 0));
        Request send = MPI.COMM_WORLD.Isend(new int[] {1}, 0, 1, MPI.INT, next, 9);
        MPIException noObjects = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Recv(new Object[1], 0, 1, MPI.OBJECT, previous, 9));
        assertThat(noObjects.getMessage(), containsString("holds no objects"));
        send.Wait();
        Request two = MPI.COMM_WORLD.Isend(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, next, 9);
        MPIException tooMany = assertThrows(
                MPIException.class, () -> MPI.COMM_WORLD.Recv(new Object[2], 0, 1, MPI.OBJECT, previous, 9));
        assertThat(tooMany.getMessage(), containsString("2 objects arrived > 1"));
        two.Wait();
    }
}
