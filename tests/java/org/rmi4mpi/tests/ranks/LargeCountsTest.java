package org.rmi4mpi.tests.ranks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import mpi.Win;
import org.junit.Assume;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/**
 * Counts, displacements and offsets whose bytes are beyond the range of an int. A type of extent 0 selects one element any
 * number of times, so that little memory is needed.
 */
@RunWith(RankRunner.class)
public class LargeCountsTest {
    /** Copies of 8 bytes that are 4 GiB together. */
    private static final int MANY = 1 << 29;
    /** Copies of 8 bytes that are 1 GiB together. */
    private static final int HALF_OF_MOST = 1 << 27;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final long[] one = {7};
    private final Datatype same = Datatype.createResized(MPI.LONG, 0, 0);

    private static void refused(ThrowingRunnable call, String expected) {
        assertThat(assertThrows(MPIException.class, call).getMessage(), containsString(expected));
    }

    @Test
    public void aMessageOfMoreThan2GiBIsRefused() {
        String most = "at most 268435455 elements, or 2 GiB less 1 byte";
        refused(() -> MPI.COMM_WORLD.send(one, MANY, same, rank, 1), most);
        refused(() -> MPI.COMM_WORLD.iRecv(one, MANY, same, rank, 1), most);
        refused(() -> MPI.COMM_WORLD.bcast(one, MANY, same, 0), most);
        refused(() -> MPI.COMM_WORLD.iAllReduce(one, new long[1], MANY, same, MPI.SUM), most);
        LongBuffer direct = MPI.newLongBuffer(1);
        refused(() -> MPI.COMM_WORLD.send(direct, MANY, same, rank, 1), most);
        Datatype four = Datatype.createContiguous(4, MPI.LONG);
        refused(() -> MPI.COMM_WORLD.send(one, Integer.MAX_VALUE, four, rank, 1), "count 2147483647 of extent 4");
        refused(() -> Datatype.createContiguous(MANY, four), "a block of 2147483648 elements");
        refused(() -> Datatype.createVector(3, 1, 1 << 30, MPI.LONG), "displacement");
    }

    @Test
    public void piecesOfMoreThan2GiBTogetherAreRefused() {
        Assume.assumeTrue("the pieces of two ranks are too much", size > 1);
        refused(() -> MPI.COMM_WORLD.allGather(one, 1, MPI.LONG, one, HALF_OF_MOST, same), "the pieces together");
        refused(() -> MPI.COMM_WORLD.allToAll(one, HALF_OF_MOST, same, one, HALF_OF_MOST, same), "the pieces together");
        int[] counts = new int[size];
        Arrays.fill(counts, Integer.MAX_VALUE);
        refused(() -> MPI.COMM_WORLD.reduceScatter(one, one, counts, MPI.LONG, MPI.SUM), "recvcounts[1] = 2147483647");
    }

    @Test
    public void placesInAWindowAreCountedInLongs() throws IOException, MPIException {
        WindowReach.assumeAllRanks();
        ByteBuffer memory = MPI.newByteBuffer(64);
        Win win = new Win(memory, 64, 1 << 20, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.fence(0);
        int next = (rank + 1) % size;
        refused(() -> win.put(one, 1, MPI.LONG, next, Integer.MAX_VALUE, 1, MPI.LONG), "reach byte 2251799812636680");
        refused(() -> win.put(one, 1, MPI.LONG, next, 4096, 1, MPI.LONG), "reach byte 4294967304");
        refused(() -> win.get(one, MANY, same, next, 0, MANY, same), "2 GiB less 1 byte");
        refused(() -> win.get(one, 1, MPI.LONG, next, 0, MANY, same), "4294967296");
        win.fence(0);
        win.free();
    }

    @Test
    public void offsetsInAFileAreLongs() throws Exception {
        long offset = (5L << 30) + 8L * rank;
        byte[] name = new byte[200];
        if (rank == 0) {
            byte[] made = Files.createTempFile("rmi4mpi-large", ".bin").toString().getBytes(UTF_8);
            System.arraycopy(made, 0, name, 0, made.length);
        }
        MPI.COMM_WORLD.bcast(name, name.length, MPI.BYTE, 0);
        String path = new String(name, UTF_8).trim();
        try (File file = new File(MPI.COMM_WORLD, path, MPI.MODE_RDWR)) {
            file.writeAtAll(offset, new long[] {rank}, 1, MPI.LONG);
            file.sync();
            MPI.COMM_WORLD.barrier();
            assertThat(file.getSize(), is((5L << 30) + 8L * size));
            Status status = file.readAt((5L << 30) + 8L * ((rank + 1) % size), one, 1, MPI.LONG);
            assertThat(status.getCount(MPI.LONG), is(1));
            assertThat(one[0], is((long) (rank + 1) % size));
            file.setView(5L << 30, MPI.LONG, MPI.LONG, "native");
            file.seek(rank, MPI.SEEK_SET);
            file.read(one, 1, MPI.LONG);
            assertThat(one[0], is((long) rank));
            assertThat(file.getByteOffset(rank), is(offset));
        }
        if (rank == 0) {
            Files.delete(Path.of(path));
        }
    }
}
