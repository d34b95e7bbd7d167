package org.rmi4mpi.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Memory that the ranks of a node share. It is a file in memory: each rank maps it, and its name is then removed. A
 * freed window gives its pages back. The JVM unmaps the memory when no buffer of it is reachable, so that the use of a
 * buffer after its window was freed does no harm.
 */
final class SharedMemory {
    private static final Path FOLDER = Path.of("/dev/shm");
    private static final int PAGE = 4096;
    /** Bytes of one write. */
    private static final int PIECE = 16 * PAGE;
    private static final int NO_RANK = Integer.MAX_VALUE;
    private static final Layout INTS = Layout.of("ints", Element.INT, 1);

    private SharedMemory() {}

    /** Makes the memory, and returns the parts of all ranks, in their order; collective. */
    static ByteBuffer[] parts(Communicator comm, String call, long[] sizes) {
        String[] problem = new String[1];
        ByteBuffer[] parts = parts(comm, call, sizes, problem);
        if (parts == null) {
            throw Check.failure(call + ": " + problem[0] + Check.at("make room in " + FOLDER));
        }
        return parts;
    }

    /**
     * As {@link #parts(Communicator, String, long[])}, but null where a rank has no memory for it.
     *
     * @param problem takes the reason
     */
    static ByteBuffer[] parts(Communicator comm, String call, long[] sizes, String[] problem) {
        boolean wasInterrupted = Thread.interrupted(); // an interrupted thread can neither write nor map
        Path[] made = new Path[1];
        FileChannel[] file = new FileChannel[1];
        ByteBuffer[][] parts = new ByteBuffer[1][];
        try {
            boolean isMade = agree(comm, call, problem, () -> {
                if (comm.rank() == 0) {
                    made[0] = Files.createTempFile(FOLDER, "rmi4mpi-", ".window");
                }
            });
            byte[] name = ByteExchange.of(null, comm, call, null).bcast(() -> text("" + made[0]), 0).get();
            Path path = comm.rank() == 0 ? made[0] : Path.of(new String(name, StandardCharsets.UTF_8));
            boolean isOpen = isMade && agree(comm, call, problem, () -> file[0] = open(path));
            // No rank maps before all have room, since a mapping takes room until it is collected.
            // No rank writes before the name is gone. A file without a name ends with the job, even if the job is killed.
            return isOpen && agree(comm, call, problem, () -> release(null, made[0]))
                    && agree(comm, call, problem, () -> fill(file[0], sizes, comm.rank()))
                    && agree(comm, call, problem, () -> parts[0] = map(file[0], sizes)) ? parts[0] : null;
        } finally {
            release(file[0], made[0]);
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /**
     * Whether a step has succeeded at all ranks; collective. Otherwise the problem is that of the first rank that has
     * failed.
     */
    private static boolean agree(Communicator comm, String call, String[] problem, Step step) {
        String own = "";
        try {
            step.run();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            own = e.toString();
        }
        int[] first = {NO_RANK};
        Reductions.allreduce(null, comm, ints(new int[] {own.isEmpty() ? NO_RANK : comm.rank()}), ints(first),
                Reduction.MIN);
        if (first[0] == NO_RANK) {
            return true;
        }
        String told = own;
        byte[] text = ByteExchange.of(null, comm, call, null).bcast(() -> text(told), first[0]).get();
        problem[0] = "rank " + first[0] + " cannot share memory: "
                + (comm.rank() == first[0] ? told : new String(text, StandardCharsets.UTF_8));
        return false;
    }

    private static Span ints(int[] values) {
        return new Span("Win", "failed ranks", values, 0, values.length, INTS);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static FileChannel open(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static void release(FileChannel file, Path made) {
        try {
            if (made != null) {
                Files.deleteIfExists(made);
            }
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw Check.failure("Win: " + e + Check.at("delete the file"), e);
        }
    }

    private static long rounded(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }

    /**
     * Each rank writes its own part before any rank uses it. This makes sure that there is room, since the JVM would
     * end without it, and places the pages near the rank.
     */
    private static void fill(FileChannel file, long[] sizes, int rank) throws IOException {
        long at = Arrays.stream(sizes, 0, rank).map(SharedMemory::rounded).sum();
        long size = rounded(sizes[rank]);
        ByteBuffer zeros = ByteBuffer.allocate(PIECE);
        for (long i = 0; i < size;) {
            zeros.position(0).limit((int) Math.min(PIECE, size - i));
            i += file.write(zeros, at + i);
        }
    }

    private static ByteBuffer[] map(FileChannel file, long[] sizes) throws IOException {
        ByteBuffer[] parts = new ByteBuffer[sizes.length];
        long at = 0;
        for (int i = 0; i < sizes.length; i++) {
            parts[i] = sizes[i] == 0 ? ByteBuffer.allocateDirect(0)
                    : file.map(FileChannel.MapMode.READ_WRITE, at, sizes[i]).order(ByteOrder.nativeOrder());
            at += rounded(sizes[i]);
        }
        return parts;
    }
}
