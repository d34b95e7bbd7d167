package org.rmi4mpi.message;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that the ranks of a node share: a file in memory, which each of them maps, and that has no name afterwards. The JVM
 * unmaps it when no buffer of it is reachable, so that one that is used after its window was freed does no harm.
 */
final class SharedMemory {
    private static final Path FOLDER = Path.of("/dev/shm");
    private static final int PAGE = 4096;
    /** Bytes that are written at once. */
    private static final int PIECE = 16 * PAGE;

    private SharedMemory() {}

    /** The parts of all ranks, in their order; collective. */
    static ByteBuffer[] parts(Communicator comm, String call, long[] sizes) {
        String[] problem = new String[1];
        ByteBuffer[] parts = parts(comm, call, sizes, problem);
        if (parts == null) {
            throw Check.failure(call + ": " + problem[0] + Check.at("make room in " + FOLDER));
        }
        return parts;
    }

    /** As {@link #parts(Communicator, String, long[])}; null where a rank has not the memory, which a problem then tells. */
    static ByteBuffer[] parts(Communicator comm, String call, long[] sizes, String[] told) {
        String[] name = {""};
        String[] problem = {""};
        if (comm.rank() == 0) {
            try {
                name[0] = Files.createTempFile(FOLDER, "rmi4mpi-", ".window").toString();
            } catch (IOException | RuntimeException e) {
                problem[0] = e.toString();
            }
        }
        byte[] file = ByteExchange.of(null, comm, call, null).allgather(() -> text(name[0])).get()[0];
        ByteBuffer[] parts = null;
        if (file.length > 0) {
            try {
                parts = map(Path.of(new String(file, StandardCharsets.UTF_8)), sizes, comm.rank());
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                problem[0] = e.toString();
            }
        }
        byte[][] problems = ByteExchange.of(null, comm, call, null).allgather(() -> text(problem[0])).get();
        if (comm.rank() == 0 && file.length > 0) {
            delete(Path.of(name[0]));
        }
        for (int i = 0; i < problems.length; i++) {
            if (problems[i].length > 0) {
                told[0] = "rank " + i + " cannot share memory: " + new String(problems[i], StandardCharsets.UTF_8);
                return null;
            }
        }
        return parts;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw Check.failure("Win: " + e + Check.at("delete the file"), e);
        }
    }

    private static long rounded(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }

    /** Each rank writes its own part: so there is room for it, without which the JVM would end, and it is near the rank. */
    private static void fill(FileChannel file, long at, long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(PIECE);
        for (long i = 0; i < size; i += zeros.position()) {
            zeros.position(0).limit((int) Math.min(PIECE, size - i));
            for (int n = 0; zeros.hasRemaining();) {
                n += file.write(zeros, at + i + n);
            }
        }
    }

    private static ByteBuffer[] map(Path path, long[] sizes, int rank) throws IOException {
        ByteBuffer[] parts = new ByteBuffer[sizes.length];
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long at = 0;
            for (int i = 0; i < sizes.length; i++) {
                if (i == rank) {
                    fill(file, at, rounded(sizes[i]));
                }
                parts[i] = sizes[i] == 0 ? ByteBuffer.allocateDirect(0)
                        : file.map(FileChannel.MapMode.READ_WRITE, at, sizes[i]).order(ByteOrder.nativeOrder());
                at += rounded(sizes[i]);
            }
        }
        return parts;
    }
}
