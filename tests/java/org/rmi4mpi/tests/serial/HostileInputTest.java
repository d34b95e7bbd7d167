package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.Before;
import org.junit.Test;
import org.rmi4mpi.tests.runner.Deadline;

/**
 * Damaged bytes: a reader ends in an exception that it declares, without a stack overflow, and without allocating
 * memory for data that is only announced. JAVA_TOOL_OPTIONS=-Drmi4mpi.test.cases=1000000 tries more of them, and
 * -Drmi4mpi.test.seed=... repeats a run.
 */
@Deadline(180)
public class HostileInputTest extends StreamContract {
    private static final int CASES = Integer.getInteger("rmi4mpi.test.cases", 20_000);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String OURS = "org.rmi4mpi.serial.";

    private final long seed = Long.getLong("rmi4mpi.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @Before
    public void assumeSafe() {
        assumeAbleTo(Streams.Ability.HOSTILE_INPUT);
    }

    @Test
    public void randomBytes() {
        for (int i = 0; i < CASES; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            readsOrFailsWell(bytes);
        }
    }

    @Test
    public void randomBytesAfterAGoodBeginning() throws Exception {
        byte[] good = bytesOf(new RandomGraph(random).create(20));
        for (int i = 0; i < CASES; i++) {
            byte[] bytes = Arrays.copyOf(good, good.length);
            int from = random.nextInt(bytes.length);
            for (int place = from; place < bytes.length; place++) {
                bytes[place] = (byte) random.nextInt();
            }
            readsOrFailsWell(bytes);
        }
    }

    @Test
    public void changedBytes() throws Exception {
        List<byte[]> good = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            good.add(bytesOf(new RandomGraph(random).create(1 + i)));
        }
        good.add(bytesOf(Arrays.asList(1, 2), "text", new int[100], Thread.State.NEW, new Exception("text")));
        for (int i = 0; i < CASES; i++) {
            byte[] bytes = good.get(random.nextInt(good.size())).clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                change(bytes);
            }
            readsOrFailsWell(random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
        }
    }

    /** A stream has no known length. Each position where the length of the array may be is tried. */
    @Test
    public void lengthThatAStreamDoesNotKeep() throws Exception {
        Object[] array = new Object[20_000];
        byte[] good = bytesOf((Object) array);
        int found = 0;
        for (int at = 0; at <= good.length - 4; at++) {
            ByteBuffer bytes = ByteBuffer.wrap(good.clone());
            int there = bytes.getInt(at);
            if (there == array.length || there == Integer.reverseBytes(array.length)) {
                found++;
                bytes.putInt(at, there == array.length ? 1 << 26 : Integer.reverseBytes(1 << 26));
                long before = THREADS.getCurrentThreadAllocatedBytes();
                readsOrFailsWell(bytes.array());
                assertThat(THREADS.getCurrentThreadAllocatedBytes() - before, lessThan(1L << 20));
            }
        }
        assertThat(found, greaterThan(0));
    }

    private void change(byte[] bytes) {
        int place = random.nextInt(bytes.length);
        switch (random.nextInt(5)) {
            case 0 -> bytes[place] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[place] = (byte) random.nextInt();
            case 2 -> bytes[place] = (byte) (random.nextBoolean() ? 0x7f : 0xff);
            case 3 -> bytes[place]++;
            default -> {
                int from = random.nextInt(bytes.length);
                int length = Math.min(random.nextInt(16), bytes.length - Math.max(from, place));
                System.arraycopy(bytes, from, bytes, place, length);
            }
        }
    }

    /** Exceptions of the graph's own hooks are allowed. */
    private void readsOrFailsWell(byte[] bytes) {
        try {
            reader(bytes).readObject();
        } catch (IOException | ClassNotFoundException | ClassCastException | ArrayStoreException e) {
            // as declared
        } catch (RuntimeException e) {
            if (e.getStackTrace().length > 0 && e.getStackTrace()[0].getClassName().startsWith(OURS)) {
                throw new AssertionError("seed " + seed + ": " + Arrays.toString(bytes), e);
            }
        } catch (Error e) {
            throw new AssertionError("seed " + seed + ": " + Arrays.toString(bytes), e);
        }
    }
}
