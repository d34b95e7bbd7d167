package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.either;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.Group;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** Files in the spelling of Open MPI: each form of reading and writing, views, pointers, and what is refused. */
@RunWith(RankRunner.class)
public class OpenMpiFilesTest {
    private static final int N = 100;
    private static final int NEW = MPI.MODE_CREATE | MPI.MODE_RDWR;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private String name;

    /** One name at all ranks. */
    @Before
    public void chooseName() throws Exception {
        byte[] path = new byte[200];
        if (rank == 0) {
            Path made = Files.createTempFile("rmi4mpi-file", ".bin");
            Files.delete(made);
            byte[] text = made.toString().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(text, 0, path, 0, text.length);
        }
        MPI.COMM_WORLD.bcast(path, path.length, MPI.BYTE, 0);
        name = new String(path, StandardCharsets.UTF_8).trim();
    }

    @After
    public void removeFile() throws Exception {
        MPI.COMM_WORLD.barrier();
        if (rank == 0) {
            Files.deleteIfExists(Path.of(name));
            Files.deleteIfExists(Path.of(name + ".sharedfp"));
        }
    }

    private int[] own(int first) {
        return IntStream.range(first, first + N).map(i -> i + 1000 * rank).toArray();
    }

    private File open(int mode) {
        File file = new File(MPI.COMM_WORLD, name, mode);
        file.setView(0, MPI.INT, MPI.INT, "native");
        return file;
    }

    @Test
    public void atOffsets() {
        try (File file = open(NEW)) {
            long at = (long) rank * N;
            int[] in = new int[N];
            assertThat(file.writeAt(at, own(0), N, MPI.INT).getCount(MPI.INT), is(N));
            assertThat(file.readAt(at, in, N, MPI.INT).getCount(MPI.INT), is(N));
            assertThat(in, is(own(0)));
            file.writeAtAll(at, own(1), N, MPI.INT);
            file.readAtAll(at, in, N, MPI.INT);
            assertThat(in, is(own(1)));
            file.iWriteAt(at, own(2), N, MPI.INT).waitFor();
            Status status = file.iReadAt(at, in, N, MPI.INT).waitStatus();
            assertThat(status.getCount(MPI.INT), is(N));
            assertThat(in, is(own(2)));
            file.iWriteAtAll(at, own(3), N, MPI.INT).waitFor();
            file.iReadAtAll(at, in, N, MPI.INT).waitFor();
            assertThat(in, is(own(3)));
            int[] out = own(4);
            file.writeAtAllBegin(at, out, N, MPI.INT);
            assertThat(file.writeAtAllEnd(out).getCount(MPI.INT), is(N));
            file.readAtAllBegin(at, in, N, MPI.INT);
            assertThat(file.readAtAllEnd(in).getCount(MPI.INT), is(N));
            assertThat(in, is(own(4)));
        }
    }

    @Test
    public void atEachRanksPointer() {
        try (File file = open(NEW)) {
            int[] in = new int[N];
            seekOwn(file);
            file.write(own(0), N, MPI.INT);
            assertThat(file.getPosition(), is((long) (rank + 1) * N));
            file.seek(-N, MPI.SEEK_CUR);
            file.read(in, N, MPI.INT);
            assertThat(in, is(own(0)));
            seekOwn(file);
            file.writeAll(own(1), N, MPI.INT);
            seekOwn(file);
            file.readAll(in, N, MPI.INT);
            assertThat(in, is(own(1)));
            seekOwn(file);
            file.iWrite(own(2), N, MPI.INT).waitFor();
            seekOwn(file);
            file.iRead(in, N, MPI.INT).waitFor();
            assertThat(in, is(own(2)));
            seekOwn(file);
            file.iWriteAll(own(3), N, MPI.INT).waitFor();
            seekOwn(file);
            file.iReadAll(in, N, MPI.INT).waitFor();
            assertThat(in, is(own(3)));
            seekOwn(file);
            int[] out = own(4);
            file.writeAllBegin(out, N, MPI.INT);
            file.writeAllEnd(out);
            seekOwn(file);
            file.readAllBegin(in, N, MPI.INT);
            file.readAllEnd(in);
            assertThat(in, is(own(4)));
        }
    }

    private void seekOwn(File file) {
        file.seek((long) rank * N, MPI.SEEK_SET);
    }

    @Test
    public void atTheSharedPointer() {
        try (File file = open(NEW)) {
            file.writeShared(own(0), N, MPI.INT);
            MPI.COMM_WORLD.barrier();
            assertThat(file.getPositionShared(), is((long) size * N));
            MPI.COMM_WORLD.barrier();
            file.iWriteShared(own(0), N, MPI.INT).waitFor();
            MPI.COMM_WORLD.barrier();
            file.seekShared(0, MPI.SEEK_SET);
            MPI.COMM_WORLD.barrier();
            int[] in = new int[N];
            file.readShared(in, N, MPI.INT);
            assertThat(in[N - 1], is(in[0] + N - 1));
            file.iReadShared(in, N, MPI.INT).waitFor();
            assertThat(in[N - 1], is(in[0] + N - 1));
        }
    }

    @Test
    public void inTheOrderOfRanks() {
        try (File file = open(NEW)) {
            int[] in = new int[N];
            file.writeOrdered(own(0), N, MPI.INT);
            int[] out = own(1);
            file.writeOrderedBegin(out, N, MPI.INT);
            file.writeOrderedEnd(out);
            file.readAt((long) (size + rank) * N, in, N, MPI.INT);
            assertThat(in, is(own(1)));
            file.seekShared(0, MPI.SEEK_SET);
            file.readOrdered(in, N, MPI.INT);
            assertThat(in, is(own(0)));
            file.readOrderedBegin(in, N, MPI.INT);
            file.readOrderedEnd(in);
            assertThat(in, is(own(1)));
        }
    }

    /** Open MPI's polls walk a list of started accesses without a lock. */
    @Test
    public void filesAreUsedBesideAThreadThatPolls() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        IntBuffer one = MPI.newIntBuffer(1);
        Request request = MPI.COMM_SELF.iRecv(one, 1, MPI.INT, 0, 3);
        Thread poller = new Thread(() -> {
            while (!isOver.get() && !request.test()) {
                Thread.yield();
            }
        });
        poller.start();
        try (File file = open(NEW)) {
            int[] out = own(0);
            int[] in = new int[N];
            IntBuffer started = MPI.newIntBuffer(N);
            for (int i = 0; i < 20; i++) {
                file.seekShared(0, MPI.SEEK_SET);
                file.writeOrderedBegin(out, N, MPI.INT);
                file.writeOrderedEnd(out);
                file.seekShared(0, MPI.SEEK_SET);
                file.readOrderedBegin(in, N, MPI.INT);
                file.readOrderedEnd(in);
                assertThat(in, is(out));
                file.iReadAt((long) rank * N, started, N, MPI.INT).waitFor();
                assertThat(started.get(N - 1), is(out[N - 1]));
            }
        } finally {
            isOver.set(true);
            poller.join();
            MPI.COMM_SELF.send(IntBuffer.wrap(new int[] {1}), 1, MPI.INT, 0, 3);
            request.waitFor();
        }
    }

    @Test
    public void viewsInterleaveRanks() {
        try (File file = new File(MPI.COMM_WORLD, name, NEW, new Info())) {
            Datatype tile = Datatype.createResized(Datatype.createContiguous(2, MPI.INT), 0, 8 * size);
            file.setView(16 + 8L * rank, MPI.INT, tile, "native");
            FileView view = file.getView();
            assertThat(view.getDisp(), is(16 + 8L * rank));
            assertThat(view.getEType(), is(MPI.INT));
            assertThat(view.getFileType(), is(tile));
            assertThat(view.getDataRep(), is("native"));
            assertThat(file.getByteOffset(3), is(16 + 8L * rank + 8L * size + 4));
            file.writeAll(own(0), N, MPI.INT);
            MPI.COMM_WORLD.barrier();
            file.setView(0, MPI.INT, MPI.INT, "native", MPI.INFO_NULL);
            int[] all = new int[4 + N * size];
            assertThat(file.readAt(0, all, all.length, MPI.INT).getCount(MPI.INT), is(all.length));
            for (int i = 0; i < N * size; i++) {
                int writer = i / 2 % size;
                assertThat(all[4 + i], is(1000 * writer + i / 2 / size * 2 + i % 2));
            }
        }
    }

    @Test
    public void buffersOfAllKinds() {
        try (File file = open(NEW)) {
            long at = (long) rank * 1000;
            Datatype everyOther = Datatype.createVector(10, 1, 2, MPI.INT);
            int[] sparse = new int[20];
            Arrays.fill(sparse, -1);
            file.writeAt(at, own(0), 10, MPI.INT);
            file.readAt(at, sparse, 1, everyOther);
            assertThat(sparse[2], is(own(0)[1]));
            assertThat(sparse[1], is(-1));
            IntBuffer direct = MPI.newIntBuffer(10);
            file.iReadAt(at, direct, 10, MPI.INT).waitFor();
            assertThat(direct.get(9), is(own(0)[9]));
            IntBuffer heap = IntBuffer.allocate(12);
            file.readAt(at, MPI.slice(heap.array(), 2), 10, MPI.INT);
            assertThat(heap.get(2), is(own(0)[0]));
            int[] large = IntStream.range(0, 100_000).toArray();
            long behind = 10_000 + rank * 100_000L;
            Request request = file.iWriteAt(behind, large, large.length, MPI.INT);
            assertThat(request.waitStatus().getCount(MPI.INT), is(large.length));
            int[] back = new int[large.length];
            file.readAt(behind, back, back.length, MPI.INT);
            assertThat(back, is(large));
        }
    }

    @Test
    public void readsLessWhereTheFileEnds() {
        try (File file = open(NEW)) {
            file.setSize(40);
            int[] in = new int[N];
            Arrays.fill(in, -1);
            assertThat(file.readAt(4, in, N, MPI.INT).getCount(MPI.INT), is(6));
            assertThat(in[5], is(0));
            assertThat(in[6], is(-1));
            assertThat(file.readAt(100, in, N, MPI.INT).getCount(MPI.INT), is(0));
            assertThat(file.readAt(0, in, 0, MPI.INT).getCount(MPI.INT), is(0));
        }
    }

    @Test
    public void farOffsets() {
        try (File file = open(NEW)) {
            long far = 5L << 30;
            long[] out = {rank + 42};
            file.setView(0, MPI.LONG, MPI.LONG, "native");
            file.writeAt(far / 8 + rank, out, 1, MPI.LONG);
            MPI.COMM_WORLD.barrier();
            assertThat(file.getSize(), is(far + 8L * size));
            file.seek(far / 8 + rank, MPI.SEEK_SET);
            assertThat(file.getPosition(), is(far / 8 + rank));
            assertThat(file.getByteOffset(far / 8), is(far));
            long[] in = new long[1];
            file.read(in, 1, MPI.LONG);
            assertThat(in, is(out));
        }
    }

    @Test
    public void wholeFile() {
        File file = open(NEW);
        file.setSize(1000);
        assertThat(file.getSize(), is(1000L));
        file.preallocate(2000);
        assertThat(file.getSize(), is(2000L));
        file.seek(-5, MPI.SEEK_END);
        assertThat(file.getPosition(), is(495L));
        assertThat(file.getAMode(), is(NEW));
        assertThat(Group.compare(file.getGroup(), MPI.COMM_WORLD.getGroup()), is(MPI.IDENT));
        assertThat(file.getTypeExtent(MPI.DOUBLE), is(8));
        file.setInfo(new Info());
        assertThat(file.getInfo().size(), greaterThanOrEqualTo(0));
        file.setAtomicity(false);
        assertThat(file.getAtomicity(), is(false));
        file.sync();
        assertThat(file.getErrhandler(), is(MPI.ERRORS_RETURN));
        file.setErrhandler(MPI.ERRORS_RETURN);
        file.callErrhandler(MPI.ERR_NO_SPACE); // ERRORS_RETURN does nothing
        file.close();
        file.close();
        assertThrows(MPIException.class, file::getSize);
        MPI.COMM_WORLD.barrier();
        if (rank == 0) {
            File.delete(name);
            assertThat(Files.exists(Path.of(name)), is(false));
            assertThat(classOf(() -> File.delete(name, MPI.INFO_NULL)), is(MPI.ERR_NO_SUCH_FILE));
        }
    }

    private static int classOf(org.junit.function.ThrowingRunnable call) {
        return assertThrows(MPIException.class, call).getErrorClass();
    }

    @Test
    public void missingFilesAndWrongModes() {
        MPIException e = assertThrows(MPIException.class, () -> new File(MPI.COMM_WORLD, name, MPI.MODE_RDONLY));
        assertThat(e.getErrorClass(), is(MPI.ERR_NO_SUCH_FILE));
        assertThat(e.getMessage(), containsString(name));
        assertThat(e.getMessage(), containsString("MODE_CREATE"));
        assertThat(classOf(() -> new File(MPI.COMM_WORLD, name, MPI.MODE_CREATE)), is(MPI.ERR_AMODE));
        assertThat(classOf(() -> new File(MPI.COMM_WORLD, name, MPI.MODE_RDONLY | MPI.MODE_RDWR)),
                is(MPI.ERR_AMODE));
        assertThat(classOf(() -> new File(MPI.COMM_WORLD, name, MPI.MODE_RDONLY | MPI.MODE_CREATE)),
                is(MPI.ERR_AMODE));
        assertThat(classOf(() -> new File(MPI.COMM_WORLD, name, -1)), is(MPI.ERR_AMODE));
        assertThrows(MPIException.class, () -> new File(MPI.COMM_WORLD, "", NEW));
        assertThrows(MPIException.class, () -> new File(null, name, NEW));
        open(NEW).close();
        // In MPICH 5 rank 0 makes the file, and the others hear only that it has failed.
        assertThat(classOf(() -> new File(MPI.COMM_WORLD, name, NEW | MPI.MODE_EXCL)),
                rank == 0 ? is(MPI.ERR_FILE_EXISTS) : either(is(MPI.ERR_FILE_EXISTS)).or(is(MPI.ERR_OTHER)));
        try (File file = open(MPI.MODE_RDONLY)) {
            assertThat(classOf(() -> file.write(new int[1], 1, MPI.INT)), is(MPI.ERR_READ_ONLY));
            assertThat(classOf(() -> file.setSize(4)), is(MPI.ERR_READ_ONLY));
        }
        try (File file = open(MPI.MODE_WRONLY)) {
            assertThat(classOf(() -> file.iRead(new int[1], 1, MPI.INT)), is(MPI.ERR_ACCESS));
        }
    }

    @Test
    public void wrongArguments() {
        try (File file = open(NEW)) {
            int[] two = new int[2];
            assertThat(classOf(() -> file.readAt(0, two, 3, MPI.INT)), is(MPI.ERR_COUNT));
            assertThat(classOf(() -> file.readAt(0, two, -1, MPI.INT)), is(MPI.ERR_COUNT));
            assertThrows(MPIException.class, () -> file.writeAt(-1, two, 2, MPI.INT));
            assertThrows(MPIException.class, () -> file.writeAt(Long.MAX_VALUE, two, 2, MPI.INT));
            assertThrows(MPIException.class, () -> file.seek(Long.MIN_VALUE, MPI.SEEK_CUR));
            assertThrows(MPIException.class, () -> file.seek(0, 12345));
            assertThrows(MPIException.class, () -> file.read(two, 2, MPI.DOUBLE));
            assertThrows(MPIException.class, () -> file.read(null, 2, MPI.INT));
            assertThrows(MPIException.class, () -> file.write(new Object[] {1}, 1, MPI.OBJECT));
            assertThrows(MPIException.class, () -> file.write(new byte[3], 3, MPI.BYTE));
            assertThrows(MPIException.class,
                    () -> file.read(ByteBuffer.allocate(8).asReadOnlyBuffer(), 4, MPI.BYTE));
            assertThrows(MPIException.class, () -> file.setView(-1, MPI.INT, MPI.INT, "native"));
            assertThrows(MPIException.class, () -> file.setView(0, MPI.INT, MPI.DOUBLE, "native"));
            assertThrows(MPIException.class, () -> file.setView(0, null, MPI.INT, "native"));
            assertThrows(MPIException.class, () -> file.setView(0, MPI.INT, MPI.INT, null));
            Datatype back = Datatype.createIndexed(new int[] {1, 1}, new int[] {3, 0}, MPI.INT);
            assertThrows(MPIException.class, () -> file.setView(0, MPI.INT, back, "native"));
            assertThrows(MPIException.class, () -> file.setSize(-1));
            assertThrows(MPIException.class, () -> file.readAllEnd(two));
            file.writeAllBegin(two, 2, MPI.INT);
            assertThrows(MPIException.class, () -> file.writeAllBegin(two, 2, MPI.INT));
            assertThrows(MPIException.class, file::close);
            assertThrows(MPIException.class, () -> file.writeAllEnd(new int[2]));
            file.writeAllEnd(two);
            Request request = file.iWrite(two, 2, MPI.INT);
            assertThat(assertThrows(MPIException.class, file::close).getMessage(), containsString("requests"));
            request.waitFor();
        }
    }

    private static void assertBadFile(String path, org.junit.function.ThrowingRunnable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertThat(e.getMessage(), e.getErrorClass(), is(MPI.ERR_BAD_FILE));
        assertThat(e.getMessage(), containsString(path));
        assertThat(e.getMessage(), containsString("that this MPI can take"));
    }

    @Test
    public void namesThatAreTooLongAreRefused() {
        String folder = Path.of(name).getParent().toString();
        String longName = folder + "/" + "n".repeat(254);
        String longPath = folder + "/" + "./".repeat(2500) + "n";
        for (String each : new String[] {longName, longPath}) {
            assertBadFile(each, () -> new File(MPI.COMM_WORLD, each, NEW));
        }
        assertBadFile(longPath, () -> File.delete(longPath));
        assertBadFile("", () -> File.delete("n".repeat(256)));
    }

    @Test
    public void theLongestNamesThatAreTakenWork() {
        String folder = Path.of(name).getParent().toString();
        for (int length : new int[] {200, 220}) {
            String longName = folder + "/" + "n".repeat(length);
            try (File file = new File(MPI.COMM_WORLD, longName, NEW | MPI.MODE_DELETE_ON_CLOSE)) {
                file.writeOrdered(new int[] {rank}, 1, MPI.INT);
                assertThat(file.getPositionShared(), is(4L * size));
            }
        }
    }

    @Test
    public void aFileIsDeletedOnce() {
        open(NEW).close();
        MPI.COMM_WORLD.barrier();
        int[] deleted = new int[1];
        try {
            File.delete(name);
            deleted[0] = 1;
        } catch (MPIException e) {
            assertThat(e.getErrorClass(), is(MPI.ERR_NO_SUCH_FILE));
            assertThat(e.getMessage(), containsString("another rank may have done so before"));
        }
        MPI.COMM_WORLD.allReduce(deleted, 1, MPI.INT, MPI.SUM);
        assertThat(deleted[0], is(1));
    }
}
