package org.rmi4mpi.message.collective;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NodeMemory;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * Memory that the ranks of a node share, while it is made. It is a file in memory: each rank maps it, and its name is then
 * removed. A freed window gives its pages back. The JVM unmaps the memory when no buffer of it is reachable, so that the use
 * of a buffer after its window was freed does no harm.
 */
public final class SharedMemory {
    private static final Path FOLDER = Path.of("/dev/shm");
    private static final FileAttribute<?> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int PAGE = 4096;
    /** Bytes of a problem that all ranks are told. */
    private static final int LONGEST_TEXT = 512;
    /** The bytes of one write. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(16 * PAGE);

    private final Communicator comm;
    private final String call;
    /** Of the parts of the ranks, and of one more part, in bytes. */
    private final long[] sizes;
    /** At rank 0 while the file has it, else null. */
    private Path name;
    private FileChannel file;
    private ByteBuffer[] parts;
    /** The buffers that have all parts together. */
    private ByteBuffer[] mappings;
    /** Why there is no memory. */
    private String problem = "";

    /** @param extra bytes of one more part, after those of the ranks */
    public SharedMemory(Communicator comm, String call, long[] sizes, int extra) {
        this.comm = comm;
        this.call = call;
        this.sizes = Arrays.copyOf(sizes, sizes.length + 1);
        this.sizes[sizes.length] = extra;
    }

    /** The exception for {@link #make}, which has failed. */
    public MessageException failure() {
        return Check.failure(call + ": " + problem + Check.at("make room in " + FOLDER));
    }

    /**
     * Makes the memory. Returns false where a rank has no memory for it. Collective.
     *
     * @param showsAll whether programs see the parts of all ranks, not that of this rank alone
     */
    public boolean make(boolean showsAll) {
        boolean wasInterrupted = Thread.interrupted(); // an interrupted thread can neither write nor map
        try {
            long own = ThreadLocalRandom.current().nextLong();
            long[] numbers = agree(own, () -> create(path(own)));
            // No rank writes before the name is gone. A file without a name ends with the job, even if the job is killed.
            return numbers != null && agree(() -> open(path(numbers[1]))) && agree(this::removeName)
                    && (agree(() -> fillAndMap(showsAll)) || giveUp());
        } finally {
            close();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Path path(long number) {
        return FOLDER.resolve("rmi4mpi-" + Long.toHexString(number) + ".window");
    }

    /** The parts of the ranks. */
    public ByteBuffer[] parts() {
        return Arrays.copyOf(parts, comm.size());
    }

    /** The part after those of the ranks. */
    public ByteBuffer extra() {
        return parts[comm.size()];
    }

    /** Gives back the pages of all parts, for all ranks. The parts stay mapped, and are zero then. */
    public void drop() {
        for (ByteBuffer each : mappings) {
            if (each.capacity() > 0) {
                NodeMemory.drop(Mpi.address(each), each.capacity());
            }
        }
    }

    public interface Step {
        void run() throws IOException;
    }

    /**
     * Whether a step has succeeded at all ranks; collective. Otherwise the problem is that of the first rank that has
     * failed.
     */
    public boolean agree(Step step) {
        return agree(0, step) != null;
    }

    /** As {@link #agree(Step)}. Returns null, or for each rank a 0 and its number. */
    private long[] agree(long number, Step step) {
        String own = "";
        try {
            step.run();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            own = e.toString();
        }
        long[] all = Meetings.allgather(comm.handle(), comm.size(), own.isEmpty() ? 0 : 1, number);
        for (int i = 0; i < comm.size(); i++) {
            if (all[2 * i] != 0) {
                tell(i, own);
                return null;
            }
        }
        return all;
    }

    /** Tells all ranks the problem of one of them. */
    private void tell(int failed, String own) {
        ByteBuffer text = ByteBuffer.wrap(Arrays.copyOf(own.getBytes(StandardCharsets.UTF_8), LONGEST_TEXT));
        long[] words = new long[LONGEST_TEXT / Long.BYTES];
        text.asLongBuffer().get(words);
        long[] all = Meetings.allgather(comm.handle(), comm.size(), words);
        text.asLongBuffer().put(all, failed * words.length, words.length);
        problem = "rank " + failed + " cannot share memory: " + new String(text.array(), StandardCharsets.UTF_8).trim();
    }

    private void create(Path path) throws IOException {
        if (comm.rank() == 0) {
            file = FileChannel.open(path,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE), PRIVATE);
            name = path;
        }
    }

    private void open(Path path) throws IOException {
        if (comm.rank() != 0) {
            file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        }
    }

    private void removeName() throws IOException {
        if (name != null) {
            Files.delete(name);
            name = null;
        }
    }

    private void close() {
        try {
            removeName();
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw Check.failure(call + ": " + e + Check.at("delete the file"), e);
        }
    }

    private static long rounded(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE;
    }

    /** Where a part begins in the file. */
    private long start(int part) {
        return Arrays.stream(sizes, 0, part).map(SharedMemory::rounded).sum();
    }

    /**
     * Each rank writes its own part before any rank uses it. This makes sure that there is room, since the JVM would
     * end without it, and places the pages near the rank.
     */
    private void fillAndMap(boolean showsAll) throws IOException {
        for (int part = comm.rank(); part < sizes.length; part += comm.size()) {
            long start = start(part);
            long size = rounded(sizes[part]);
            for (long i = 0; i < size;) {
                i += file.write(ZEROS.duplicate().limit((int) Math.min(ZEROS.capacity(), size - i)), start + i);
            }
        }
        map(showsAll);
    }

    /** Gives back what a rank has written, since a mapping would keep it until the mapping is collected. */
    private boolean giveUp() {
        try {
            file.truncate(0);
        } catch (IOException e) {
            problem += "; " + e;
        }
        return false;
    }

    /** A part that programs see is mapped alone, so that no datatype reaches beyond it. One mapping has the others. */
    private void map(boolean showsAll) throws IOException {
        long end = start(sizes.length);
        ByteBuffer all = end <= Integer.MAX_VALUE ? file.map(MapMode.READ_WRITE, 0, end) : null;
        parts = new ByteBuffer[sizes.length];
        for (int i = 0; i < parts.length; i++) {
            boolean isAlone = all == null || sizes[i] > 0 && (showsAll || i == comm.rank());
            parts[i] = (isAlone ? file.map(MapMode.READ_WRITE, start(i), sizes[i])
                    : all.slice((int) start(i), (int) sizes[i]))
                    .order(ByteOrder.nativeOrder());
        }
        mappings = all == null ? parts : new ByteBuffer[] {all};
    }
}
