package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.containsStringIgnoringCase;
import static org.hamcrest.Matchers.is;
import static org.junit.Assert.assertThrows;
import static org.junit.Assume.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.OneJdk;
import org.rmi4mpi.tests.runner.RankRunner;

/** Writes to a file system of 1 MiB, which has no room for them. Only root can mount it; otherwise nothing is tested. */
@OneJdk
@RunWith(RankRunner.class)
public class FullDiskTest {
    private static final int PATH = 200;
    /** Bytes that have room. */
    private static final int FEW = 1000;
    /** Bytes of each rank that have none. */
    private static final int MANY = 2 << 20;

    private final int rank = MPI.COMM_WORLD.getRank();
    private Path folder;

    /** A way to write. */
    @FunctionalInterface
    private interface Way {
        void write(File file, long offset, byte[] bytes, int count);
    }

    private static Map<String, Way> ways() {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("write", (file, offset, bytes, count) -> {
            file.seek(offset, MPI.SEEK_SET);
            file.write(bytes, count, MPI.BYTE);
        });
        ways.put("writeAt", (file, offset, bytes, count) -> file.writeAt(offset, bytes, count, MPI.BYTE));
        ways.put("writeAll", (file, offset, bytes, count) -> {
            file.seek(offset, MPI.SEEK_SET);
            file.writeAll(bytes, count, MPI.BYTE);
        });
        ways.put("writeAtAll", (file, offset, bytes, count) -> file.writeAtAll(offset, bytes, count, MPI.BYTE));
        ways.put("writeShared", (file, offset, bytes, count) -> file.writeShared(bytes, count, MPI.BYTE));
        ways.put("writeOrdered", (file, offset, bytes, count) -> file.writeOrdered(bytes, count, MPI.BYTE));
        ways.put("iWrite", (file, offset, bytes, count) -> {
            file.seek(offset, MPI.SEEK_SET);
            file.iWrite(bytes, count, MPI.BYTE).waitFor();
        });
        ways.put("iWriteAt", (file, offset, bytes, count) -> file.iWriteAt(offset, bytes, count, MPI.BYTE).waitFor());
        ways.put("iWriteAll", (file, offset, bytes, count) -> {
            file.seek(offset, MPI.SEEK_SET);
            file.iWriteAll(bytes, count, MPI.BYTE).waitFor();
        });
        ways.put("iWriteAtAll",
                (file, offset, bytes, count) -> file.iWriteAtAll(offset, bytes, count, MPI.BYTE).waitFor());
        ways.put("iWriteShared", (file, offset, bytes, count) -> file.iWriteShared(bytes, count, MPI.BYTE).waitFor());
        ways.put("writeAllBegin", (file, offset, bytes, count) -> {
            file.seek(offset, MPI.SEEK_SET);
            file.writeAllBegin(bytes, count, MPI.BYTE);
            file.writeAllEnd(bytes);
        });
        ways.put("writeAtAllBegin", (file, offset, bytes, count) -> {
            file.writeAtAllBegin(offset, bytes, count, MPI.BYTE);
            file.writeAtAllEnd(bytes);
        });
        ways.put("writeOrderedBegin", (file, offset, bytes, count) -> {
            file.writeOrderedBegin(bytes, count, MPI.BYTE);
            file.writeOrderedEnd(bytes);
        });
        return ways;
    }

    @Before
    public void mount() throws Exception {
        byte[] path = new byte[PATH];
        if (rank == 0) {
            folder = Files.createTempDirectory("rmi4mpi-full");
            if (run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString())) {
                Files.write(folder.resolve("mounted"), new byte[0]);
            }
            byte[] name = folder.toString().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(name, 0, path, 0, name.length);
        }
        MPI.COMM_WORLD.bcast(path, PATH, MPI.BYTE, 0);
        folder = Path.of(new String(path, StandardCharsets.UTF_8).trim());
        int[] here = {Files.exists(folder.resolve("mounted")) ? 1 : 0};
        MPI.COMM_WORLD.allReduce(here, 1, MPI.INT, MPI.MIN);
        assumeTrue("only root can mount a small file system, and not in each container", here[0] == 1);
    }

    @After
    public void unmount() throws Exception {
        MPI.COMM_WORLD.barrier();
        if (rank == 0) {
            run("umount", "-l", folder.toString());
            Files.delete(folder);
        }
    }

    private static boolean run(String... command) throws Exception {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such command
        }
    }

    private File open(String name) {
        return new File(MPI.COMM_WORLD, folder.resolve(name).toString(), MPI.MODE_CREATE | MPI.MODE_RDWR);
    }

    private void fails(String way, Way write, File file) {
        byte[] bytes = new byte[MANY];
        Arrays.fill(bytes, (byte) 1);
        MPIException e = assertThrows(way, MPIException.class,
                () -> write.write(file, (long) MANY * rank, bytes, MANY));
        assertThat(way, e.getMessage(), allOf(containsString("file " + folder.resolve(way)),
                containsStringIgnoringCase("no space left"), containsString("at rank " + rank)));
        assertThat(e.getMessage(), e.getErrorClass(), is(MPI.ERR_NO_SPACE));
    }

    private void delete(String name) {
        MPI.COMM_WORLD.barrier();
        if (rank == 0) {
            File.delete(folder.resolve(name).toString());
        }
        MPI.COMM_WORLD.barrier();
    }

    @Test
    public void aWriteThatIsNotWholeFails() {
        ways().forEach((way, write) -> {
            try (File file = open(way)) {
                write.write(file, (long) FEW * rank, new byte[FEW], FEW);
                MPI.COMM_WORLD.barrier(); // all have written before one fills the disk
                fails(way, write, file);
                MPI.COMM_WORLD.barrier();
                assertThat(way, file.readAt((long) FEW * rank, new byte[FEW], FEW, MPI.BYTE).getCount(MPI.BYTE),
                        is(FEW));
            }
            delete(way);
        });
    }

    @Test
    public void aWriteOfNothingFails() throws Exception {
        Path filler = folder.resolve("filler");
        for (Map.Entry<String, Way> way : ways().entrySet()) {
            if (rank == 0) {
                assertThrows(IOException.class, () -> fill(filler));
            }
            MPI.COMM_WORLD.barrier();
            try (File file = open(way.getKey())) {
                fails(way.getKey(), way.getValue(), file);
            }
            delete(way.getKey());
        }
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            for (;;) {
                out.write(new byte[4096]);
            }
        }
    }

    /** A rank may write for others, and its data may be all that is missing. */
    @Test
    public void allRanksHearOfACollectiveWriteThatHasFailed() {
        byte[] bytes = new byte[MANY];
        boolean isLast = rank == MPI.COMM_WORLD.getSize() - 1;
        for (String way : List.of("writeAll", "writeAtAll", "writeOrdered", "writeAllBegin", "writeOrderedBegin")) {
            try (File file = open(way)) {
                MPIException e = assertThrows(way, MPIException.class,
                        () -> ways().get(way).write(file, (long) FEW * rank, bytes, isLast ? MANY : FEW));
                assertThat(way, e.getMessage(), containsStringIgnoringCase("no space left"));
                assertThat(way, e.getErrorClass(), is(MPI.ERR_NO_SPACE));
            }
            delete(way);
        }
    }

    @Test
    public void noRoomIsMade() {
        try (File file = open("room")) {
            file.preallocate(FEW);
            assertThat(assertThrows(MPIException.class, () -> file.preallocate(MANY)).getErrorClass(),
                    is(MPI.ERR_NO_SPACE));
        }
    }
}
