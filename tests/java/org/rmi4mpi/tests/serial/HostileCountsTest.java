package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.junit.Assume.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** A message claims more elements of a collection than it has. Each number in the message is tried. */
@RunWith(Parameterized.class)
public class HostileCountsTest {
    /** A tenth of the memory that the smallest of the numbers would reserve. */
    private static final long LARGEST = 1 << 20;
    private static final int[] COUNTS = {3_000_000, 1 << 24, 1 << 28};
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** The collections that the serializer writes itself. All others write and read themselves. */
    private static final Set<Class<?>> KNOWN = Set.of(ArrayList.class, LinkedList.class, ArrayDeque.class,
            HashMap.class, LinkedHashMap.class, HashSet.class, LinkedHashSet.class);

    @Parameterized.Parameters(name = "{0}")
    public static Collection<Object[]> collections() {
        List<Integer> few = List.of(1, 2, 3);
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 2, 3, 4));
        EnumMap<TimeUnit, Integer> enumMap = new EnumMap<>(Map.of(TimeUnit.DAYS, 1));
        Properties properties = new Properties();
        properties.setProperty("a", "b");
        List<Object> all = List.of(new ArrayList<>(few), new LinkedList<>(few), new ArrayDeque<>(few), map,
                new LinkedHashMap<>(map), new HashSet<>(few), new LinkedHashSet<>(few), few, Set.of(1, 2, 3),
                Map.of(1, 2, 3, 4), new TreeMap<>(map), new TreeSet<>(few), new PriorityQueue<>(few),
                new Vector<>(few), new Hashtable<>(map), properties, new IdentityHashMap<Object, Object>(map), enumMap,
                new ConcurrentHashMap<>(map), new ConcurrentLinkedQueue<>(few), new CopyOnWriteArrayList<>(few),
                new ArrayBlockingQueue<>(3, false, few), new int[] {1, 2, 3}, new Object[] {1, 2, 3},
                new String[][] {{"a"}, null}, "text", new StringBuilder("text"));
        return all.stream().map(object -> new Object[] {object.getClass().getName(), object}).toList();
    }

    @Parameterized.Parameter
    public String name;

    @Parameterized.Parameter(1)
    public Object collection;

    @Test
    public void countsReserveNoMemory() throws Exception {
        Streams.Ability needed = KNOWN.contains(collection.getClass()) ? Streams.Ability.HOSTILE_INPUT
                : Streams.Ability.HOSTILE_COUNTS_IN_HOOKS;
        assumeTrue("not said to be able to", new ArrayCopyStreams().can(needed));
        Messages messages = new Messages();
        byte[] good = messages.agreed(collection);
        assertThat(messages.read(good).getClass(), is((Object) collection.getClass()));
        for (int at = 0; at <= good.length - 4; at++) {
            for (int count : COUNTS) {
                tryCount(messages, good, at, count);
                tryCount(messages, good, at, Integer.reverseBytes(count));
            }
        }
    }

    private void tryCount(Messages messages, byte[] good, int at, int count) throws ClassNotFoundException {
        byte[] bytes = good.clone();
        ByteBuffer.wrap(bytes).putInt(at, count);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            messages.read(bytes);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            // as declared, or the hook's own
        }
        assertThat(count + " at " + at + " of " + Arrays.toString(good),
                THREADS.getCurrentThreadAllocatedBytes() - before, lessThan(LARGEST));
    }
}
