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

    private SharedMemory() {}

    /** The parts of all ranks, in their order; collective. */
    static ByteBuffer[] parts(Communicator comm, String call, long[] sizes) {
        String[] name = {""};
        String[] problem = {""};
        if (comm.rank() == 0) {
            try {
                name[0] = create(sizes).toString();
            } catch (IOException | RuntimeException e) {
                problem[0] = e.toString();
            }
        }
        byte[] told = ByteExchange.of(null, comm, call, null).allgather(() -> text(name[0])).get()[0];
        ByteBuffer[] parts = null;
        if (told.length > 0) {
            try {
                parts = map(Path.of(new String(told, StandardCharsets.UTF_8)), sizes);
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                problem[0] = e.toString();
            }
        }
        byte[][] problems = ByteExchange.of(null, comm, call, null).allgather(() -> text(problem[0])).get();
        if (comm.rank() == 0 && told.length > 0) {
            delete(Path.of(name[0]));
        }
        for (int i = 0; i < problems.length; i++) {
            if (problems[i].length > 0) {
                throw Check.failure(call + ": rank " + i + " cannot share memory: "
                        + new String(problems[i], StandardCharsets.UTF_8) + Check.at("make room in " + FOLDER));
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

    /** Written, so that there is room for all of it: a page without would end the JVM when it is used. */
    private static Path create(long[] sizes) throws IOException {
        Path path = Files.createTempFile(FOLDER, "rmi4mpi-", ".window");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocate(PAGE);
            for (long size : sizes) {
                for (long i = 0; i < rounded(size); i += PAGE) {
                    while (zeros.hasRemaining()) {
                        file.write(zeros);
                    }
                    zeros.rewind();
                }
            }
            return path;
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    private static ByteBuffer[] map(Path path, long[] sizes) throws IOException {
        ByteBuffer[] parts = new ByteBuffer[sizes.length];
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long at = 0;
            for (int i = 0; i < sizes.length; i++) {
                parts[i] = sizes[i] == 0 ? ByteBuffer.allocateDirect(0)
                        : file.map(FileChannel.MapMode.READ_WRITE, at, sizes[i]).order(ByteOrder.nativeOrder());
                at += rounded(sizes[i]);
            }
        }
        return parts;
    }
}
