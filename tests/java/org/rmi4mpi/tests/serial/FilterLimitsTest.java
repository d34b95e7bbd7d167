package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.rmi4mpi.tests.runner.Deadline;

/**
 * Limits of filters. Graphs of all kinds and of several sizes meet limits around what the JDK's reader counts in them.
 * The answer is the JDK's.
 */
@RunWith(Parameterized.class)
@Deadline(120)
public class FilterLimitsTest {
    private static final int[] SIZES = {10, 2000};
    /** Parts of what the JDK counts. The bytes of a format differ by some for each class. */
    private static final double[] PARTS = {0.1, 0.5, 0.9, 1.1, 2, 10};
    private static final int SOME_BYTES = 100;

    @Parameterized.Parameters(name = "{0}")
    public static List<Passage> passages() {
        return List.of(Passage.STREAMS, Passage.FIRST_MESSAGE, Passage.LATER_MESSAGE);
    }

    @Parameterized.Parameter
    public Passage passage;

    public static class Outer implements Externalizable {
        private static final long serialVersionUID = 1L;
        private final byte[] bytes = new byte[20];

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.write(bytes);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            in.readFully(bytes);
        }
    }

    static class Hooked implements Serializable {
        private static final long serialVersionUID = 1L;
        int number;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeLong(1);
            out.writeObject(null);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            in.readLong();
            in.readObject();
        }
    }

    static class Plain implements Serializable {
        private static final long serialVersionUID = 1L;
        int number;
        double value;
        Object nothing;
        String text = "text";
    }

    record Pair(int number, Object other) implements Serializable {}

    enum Colour {
        RED, GREEN
    }

    /** Comes last, so that the filter is asked after everything has been read. */
    record Last() implements Serializable {}

    private static Map<String, IntFunction<Object>> kinds() {
        Map<String, IntFunction<Object>> kinds = new LinkedHashMap<>();
        kinds.put("byte[]", byte[]::new);
        kinds.put("double[]", double[]::new);
        kinds.put("long[][]", n -> new long[n / 5][5]);
        kinds.put("float[] in an array", n -> new Object[] {new float[n], null});
        kinds.put("byte[] in a list", n -> new ArrayList<>(List.of(new byte[n])));
        kinds.put("nulls", Object[]::new);
        kinds.put("numbers", n -> filled(n, i -> i));
        kinds.put("strings", n -> filled(n, i -> "s" + i));
        kinds.put("wide strings", n -> filled(n, i -> "\u4e2d\u00fc\u6587" + i));
        kinds.put("a list", n -> new ArrayList<>(Arrays.asList(filled(n, i -> i))));
        kinds.put("lists", n -> filled(n, i -> new ArrayList<>(List.of("one"))));
        kinds.put("linked lists", n -> filled(n, i -> new LinkedList<>(List.of(1))));
        kinds.put("maps", n -> filled(n, i -> new HashMap<>(Map.of("key", i))));
        kinds.put("sets", n -> filled(n, i -> new HashSet<>(List.of(i))));
        kinds.put("enums", n -> filled(n, i -> Colour.values()[i % 2]));
        kinds.put("records", n -> filled(n, i -> new Pair(i, null)));
        kinds.put("objects", n -> filled(n, i -> new Plain()));
        kinds.put("hooks", n -> filled(n, i -> new Hooked()));
        kinds.put("Externalizable", n -> filled(n, i -> new Outer()));
        kinds.put("proxies", n -> filled(n, i -> Proxy.newProxyInstance(FilterLimitsTest.class.getClassLoader(),
                new Class<?>[] {Comparable.class}, new ResolvedClassesTest.Handler())));
        Object shared = new Plain();
        kinds.put("one object", n -> filled(n, i -> shared));
        return kinds;
    }

    private static Object[] filled(int length, IntFunction<Object> element) {
        Object[] array = new Object[length];
        Arrays.setAll(array, element);
        return array;
    }

    /** The largest numbers that a filter is told. */
    private static final class Largest implements ObjectInputFilter {
        long bytes;
        long references;
        long depth;
        long length;

        @Override
        public Status checkInput(FilterInfo info) {
            bytes = Math.max(bytes, info.streamBytes());
            references = Math.max(references, info.references());
            depth = Math.max(depth, info.depth());
            length = Math.max(length, info.arrayLength());
            return Status.UNDECIDED;
        }
    }

    private static boolean reads(Passage passage, String pattern, Object graph) throws Exception {
        try {
            passage.copy(graph, ObjectInputFilter.Config.createFilter(pattern));
            return true;
        } catch (InvalidClassException e) {
            return false;
        }
    }

    private final StringBuilder differences = new StringBuilder();

    private void compare(String kind, Object graph, String limit, double value) throws Exception {
        String pattern = limit + "=" + Math.round(value);
        boolean jdk = reads(Passage.JDK, pattern, graph);
        if (reads(passage, pattern, graph) != jdk) {
            differences.append("\n").append(kind).append(" with ").append(pattern).append(": the JDK ")
                    .append(jdk ? "reads" : "refuses").append(" it");
        }
    }

    @Test
    public void theAnswerIsTheJdks() throws Exception {
        for (Map.Entry<String, IntFunction<Object>> kind : kinds().entrySet()) {
            for (int size : SIZES) {
                Object graph = new Object[] {kind.getValue().apply(size), new Last()};
                String name = kind.getKey() + " of " + size;
                Largest largest = new Largest();
                Passage.JDK.copy(graph, largest);
                for (double part : PARTS) {
                    compare(name, graph, "maxbytes", part * largest.bytes + (part < 1 ? 0 : SOME_BYTES));
                    compare(name, graph, "maxrefs", part * largest.references);
                }
                for (int more = -1; more <= 1; more++) {
                    compare(name, graph, "maxdepth", largest.depth + more);
                    compare(name, graph, "maxarray", largest.length + more);
                }
            }
        }
        assertThat(differences.toString(), is(""));
    }

    /** Nothing is allocated for an array that a filter refuses. The JDK's reader counts its elements afterwards. */
    @Test
    public void theElementsOfAnArrayCountBeforeTheyAreRead() throws Exception {
        for (Object array : List.of(new byte[8000], new double[1000], new Object[] {new int[2000]})) {
            assertThat(reads(passage, "maxbytes=7000", array), is(false));
            assertThat(reads(passage, "maxbytes=9000", array), is(true));
        }
    }
}
