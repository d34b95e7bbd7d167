package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.lessThan;
import static org.junit.Assume.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/** The memory that a message allocates, once its code has been compiled. */
@Deadline(300)
public class AllocationTest {
    /** From JDK 24 on an array is copied through a view of a buffer, which the compiler does not always save. */
    private static final int BYTES_A_MESSAGE = Runtime.version().feature() < 24 ? 16 : 64;
    /** The limit, as a multiple of the memory of the objects that are read. */
    private static final double SHARE = 1.2;
    /** At most this many: if other tests occupy the cores, the compiler is late. */
    private static final int ROUNDS = 400;
    private static final int MESSAGES_A_ROUND = 2_000;
    private static final int BYTES_A_ROUND = 20 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** A throwable is written by its own hook. */
    private static final List<String> WITH_HOOKS = List.of("exception");

    /** Visible to other threads, so that the compiler cannot remove the allocation. */
    private static volatile Object made;

    private interface Task {
        void run() throws Exception;
    }

    @Before
    public void assumeAble() {
        assumeTrue("not said to be able to", new ArrayCopyStreams().can(Streams.Ability.NO_GARBAGE));
    }

    /** Returns the bytes that one run allocates: the least of many rounds, of which the first are interpreted. */
    private static long bytesTaken(long enough, int times, Task task) throws Exception {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least >= enough; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < times; i++) {
                task.run();
            }
            least = Math.min(least, (THREADS.getCurrentThreadAllocatedBytes() - before) / times);
        }
        return least;
    }

    @Test
    public void writingTakesNoMemory() throws Exception {
        StringBuilder failures = new StringBuilder();
        for (String name : Samples.PLAIN.keySet()) {
            if (!WITH_HOOKS.contains(name)) {
                Object graph = Samples.PLAIN.get(name).get();
                Messages messages = new Messages();
                int times = Math.min(MESSAGES_A_ROUND, BYTES_A_ROUND / messages.agreed(graph).length);
                long taken = bytesTaken(BYTES_A_MESSAGE, times, () -> messages.write(graph));
                if (taken >= BYTES_A_MESSAGE) {
                    failures.append('\n').append(name).append(": ").append(taken).append(" bytes a message");
                }
            }
        }
        assertThat("" + failures, failures.length(), lessThan(1));
    }

    @Test
    public void readingATreeTakesTheTreesOwn() throws Exception {
        Random random = new Random(1);
        long own = bytesTaken(0, 100, () -> made = new Models.Tree(random, 4));
        Messages messages = new Messages();
        messages.agreed(Samples.PLAIN.get("tree15").get());
        long most = (long) (SHARE * own);
        assertThat("bytes, for a tree of " + own, bytesTaken(most, MESSAGES_A_ROUND, messages::read), lessThan(most));
    }

    @Test
    public void readingAnArrayTakesTheArraysOwn() throws Exception {
        double[] array = new double[4096];
        Messages messages = new Messages();
        messages.agreed(array);
        long most = (long) (SHARE * array.length * Double.BYTES);
        assertThat(bytesTaken(most, MESSAGES_A_ROUND, messages::read), lessThan(most));
    }

    @Test
    public void readingAListTakesTheListsOwn() throws Exception {
        long own = bytesTaken(0, 100, () -> made = Samples.PLAIN.get("list100").get());
        Messages messages = new Messages();
        messages.agreed(Samples.PLAIN.get("list100").get());
        long most = (long) (SHARE * own);
        assertThat("bytes, for a list of " + own, bytesTaken(most, MESSAGES_A_ROUND, messages::read), lessThan(most));
    }
}
