package org.rmi4mpi.tests.ranks;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.rmi4mpi.tests.runner.RankRunner;

/** The memory that is made for windows, which the ranks of a node map. */
@RunWith(RankRunner.class)
public class WindowMemoryTest {
    private static final int LARGE = 64 << 20;

    private final Intracomm node = WindowReach.node();

    @After
    public void free() {
        node.free();
    }

    /** Files of shared memory which have a name and bytes: they would outlive a job that is killed. */
    private static List<Path> named() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            return files.filter(file -> file.toString().endsWith(".window")).filter(file -> {
                try {
                    return Files.size(file) > 0;
                } catch (NoSuchFileException e) {
                    return false;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }).toList();
        }
    }

    @Test
    public void nothingOfAKilledJobStaysInMemory() throws Exception {
        Set<Path> seen = ConcurrentHashMap.newKeySet();
        AtomicBoolean ended = new AtomicBoolean();
        Thread looks = new Thread(() -> {
            try {
                while (!ended.get()) {
                    seen.addAll(named());
                }
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        looks.start();
        new Win(LARGE, 1, MPI.INFO_NULL, node, null, Win.FLAVOR_SHARED).free();
        ended.set(true);
        looks.join();
        assertThat(seen, empty());
    }

    /** The buffers of windows that were freed wait for a collection, and their memory does not. */
    @Test
    public void whatIsFreedIsGivenBack() throws Exception {
        ByteBuffer kept = null;
        for (int flavor : new int[] {Win.FLAVOR_SHARED, Win.FLAVOR_PRIVATE}) {
            Win win = new Win(LARGE, 1, MPI.INFO_NULL, node, null, flavor);
            kept = flavor == Win.FLAVOR_SHARED ? win.getShared(node.getRank()) : kept;
            win.free();
        }
        MPI.COMM_WORLD.barrier();
        assertThat(residentKilobytes(), lessThan(LARGE / 1024L));
        kept.put(LARGE - 1, (byte) 7); // a mistake that does no harm
        assertThat(kept.get(LARGE - 1), is((byte) 7));
        MPI.COMM_WORLD.barrier();
        kept.put(LARGE - 1, (byte) 0);
    }

    /** Counts the windows' large parts that this process still maps. */
    private static long residentKilobytes() throws IOException {
        long sum = 0;
        boolean isLarge = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                isLarge = line.contains(".window");
            } else if (isLarge && line.startsWith("Rss:")) {
                sum += Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return sum;
    }

    @Test
    public void anInterruptedThreadMakesThem() throws MPIException {
        Thread.currentThread().interrupt();
        Win win = new Win(Long.BYTES, 1, MPI.INFO_NULL, node, null, Win.FLAVOR_SHARED);
        assertThat(Thread.interrupted(), is(true));
        win.getShared(node.getRank()).putLong(0, 7);
        win.free();
    }
}
