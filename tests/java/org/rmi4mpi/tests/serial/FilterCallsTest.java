package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.rmi4mpi.tests.runner.Deadline;
import org.rmi4mpi.tests.runner.Processes;

/** Compares the questions to filters with those of the JDK's reader for the same graph. */
@RunWith(Parameterized.class)
@Deadline(60)
public class FilterCallsTest {
    @Parameterized.Parameters(name = "{0}")
    public static Passage[] passages() {
        return Passage.values();
    }

    @Parameterized.Parameter
    public Passage passage;

    /** One question to a filter. */
    record Call(Class<?> type, long length, long depth, long references) {}

    private static List<Call> calls(Passage passage, Object graph) throws Exception {
        List<Call> calls = new ArrayList<>();
        passage.copy(graph, info -> {
            calls.add(new Call(info.serialClass(), info.arrayLength(), info.depth(), info.references()));
            return Status.UNDECIDED;
        });
        return calls;
    }

    private static Map<String, Supplier<Object>> graphs() {
        Map<String, Supplier<Object>> graphs = Samples.all();
        List<Integer> some = List.of(1, 2, 3);
        graphs.put("ArrayList", () -> new ArrayList<>(some));
        graphs.put("LinkedList", () -> new LinkedList<>(some));
        graphs.put("ArrayDeque", () -> new ArrayDeque<>(some));
        graphs.put("HashSet", () -> new HashSet<>(some));
        graphs.put("LinkedHashSet", () -> new LinkedHashSet<>(some));
        graphs.put("HashMap", () -> new HashMap<>(Map.of(1, 2)));
        graphs.put("LinkedHashMap", () -> new LinkedHashMap<>(Map.of(1, 2)));
        graphs.put("empty ones", () -> new Object[] {new ArrayList<>(), new HashMap<>(), new HashSet<>(),
            new ArrayDeque<>(), new LinkedList<>()});
        return graphs;
    }

    /**
     * Leaves out questions about back references. The JDK also has back references to class descriptions, and counts
     * them.
     */
    private static List<String> ofClasses(List<Call> calls) {
        return calls.stream().filter(call -> call.type != null)
                .map(call -> call.type.getSimpleName() + (call.length < 0 ? "" : " of " + call.length)).toList();
    }

    /** A stream describes each class once, as the JDK's does: the filter is asked the same in the same order. */
    @Test
    public void sameQuestionsInTheSameOrder() throws Exception {
        org.junit.Assume.assumeFalse("a message asks for each object", passage.isMessage());
        StringBuilder differences = new StringBuilder();
        for (Map.Entry<String, Supplier<Object>> each : graphs().entrySet()) {
            List<String> expected = ofClasses(calls(Passage.JDK, each.getValue().get()));
            List<String> found = ofClasses(calls(passage, each.getValue().get()));
            if (!found.equals(expected)) {
                differences.append('\n').append(each.getKey()).append(":\n  jdk  ").append(shortened(expected))
                        .append("\n  here ").append(shortened(found));
            }
        }
        assertThat(differences.toString(), is(""));
    }

    private static String shortened(List<String> calls) {
        return calls.size() <= 40 ? calls.toString() : calls.subList(0, 40) + " and " + (calls.size() - 40) + " more";
    }

    /** Every class and every array that the JDK asks for is asked for. */
    @Test
    public void allClassesAndArrays() throws Exception {
        StringBuilder differences = new StringBuilder();
        for (Map.Entry<String, Supplier<Object>> each : graphs().entrySet()) {
            List<Call> expected = calls(Passage.JDK, each.getValue().get());
            List<Call> found = calls(passage, each.getValue().get());
            Set<Object> missing = types(expected);
            missing.removeAll(types(found));
            List<String> arrays = arrays(expected);
            if (!missing.isEmpty() || !isSame(arrays, arrays(found))) {
                differences.append('\n').append(each.getKey()).append(": passes over ").append(missing)
                        .append("\n  jdk's arrays ").append(arrays).append("\n  here         ").append(arrays(found));
            }
        }
        assertThat(differences.toString(), is(""));
    }

    /** The JDK's own methods ask the filter themselves. They know the depth only in the JDK's streams. */
    private static boolean isSame(List<String> jdk, List<String> here) {
        boolean same = jdk.size() == here.size();
        for (int i = 0; same && i < here.size(); i++) {
            String array = here.get(i);
            same = array.endsWith(" at 0") ? jdk.get(i).startsWith(array.substring(0, array.length() - 1))
                    : array.equals(jdk.get(i));
        }
        return same;
    }

    private static Set<Object> types(List<Call> calls) {
        Set<Object> types = new LinkedHashSet<>();
        calls.stream().map(Call::type).filter(Objects::nonNull).forEach(types::add);
        return types;
    }

    private static List<String> arrays(List<Call> calls) {
        return calls.stream().filter(call -> call.length >= 0)
                .map(call -> call.type.getSimpleName() + call.length + " at " + call.depth).toList();
    }

    /** There is one question for each reference to an earlier object. */
    @Test
    public void backReferencesAreAskedFor() throws Exception {
        Object[] many = new Object[100];
        Arrays.fill(many, new Models.Item(1));
        List<Call> calls = calls(passage, many);
        assertThat(calls.stream().filter(call -> call.type == null).count(), greaterThanOrEqualTo(99L));
        long references = 0;
        for (Call call : calls) {
            assertThat(references, lessThanOrEqualTo(call.references));
            references = call.references;
        }
        assertThat(references, greaterThan(99L));
    }

    private void reads(String pattern, Object graph) throws Exception {
        passage.copy(graph, ObjectInputFilter.Config.createFilter(pattern));
    }

    private void rejects(String pattern, Object graph) {
        InvalidClassException failure = assertThrows(pattern, InvalidClassException.class, () -> reads(pattern, graph));
        assertThat(failure.getMessage(), containsString("REJECTED"));
    }

    @Test
    public void patterns() throws Exception {
        Object graph = new Object[] {new Models.Item(1), new ArrayList<>(List.of(1)), Models.Colour.RED,
            new Models.Point(1, 2, "a"), new Samples.Hooked(1, "b", null)};
        String here = Samples.class.getPackageName();
        reads(here + ".*;java.base/*;!*", graph);
        rejects(here + ".*;!*", graph);
        for (Class<?> type : List.of(Models.Item.class, Samples.HookedModel.class, ArrayList.class, Integer.class,
                Number.class, Models.Colour.class, Models.Point.class)) {
            rejects("!" + type.getName(), graph);
        }
    }

    @Test
    public void depth() throws Exception {
        Object graph = new Object[] {new Object[] {new Models.Item(1)}};
        reads("maxdepth=4", graph);
        reads("maxdepth=3", new Object[] {new Object[] {new Object[0]}});
        rejects("maxdepth=2", graph);
        rejects("maxdepth=3", list(list(list(list(1)))));
        rejects("maxdepth=3", map(map(map(map(1)))));
    }

    /** Superclasses are within the class that needs them. */
    @Test
    public void depthOfSuperclasses() throws Exception {
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {Comparable.class}, new ResolvedClassesTest.Handler());
        Object graph = new Object[] {1, Models.Colour.RED, proxy};
        for (Class<?> type : List.of(Number.class, Enum.class, java.lang.reflect.Proxy.class)) {
            assertThat(depthOf(type, calls(passage, graph)), is(depthOf(type, calls(Passage.JDK, graph))));
        }
        rejects("maxdepth=2", new Object[] {1});
        reads("maxdepth=3", new Object[] {1});
    }

    private static long depthOf(Class<?> type, List<Call> calls) {
        return calls.stream().filter(call -> call.type == type).findFirst().orElseThrow().depth;
    }

    private static List<Object> list(Object element) {
        return new ArrayList<>(List.of(element));
    }

    private static Map<Object, Object> map(Object value) {
        return new HashMap<>(Map.of("key", value));
    }

    @Test
    public void references() throws Exception {
        Object[] many = new Object[1000];
        Arrays.fill(many, "the same");
        reads("maxrefs=1010", many);
        rejects("maxrefs=999", many);
        Object[] nodes = new Object[1000];
        Arrays.setAll(nodes, i -> new int[0]);
        reads("maxrefs=1010", nodes);
        rejects("maxrefs=999", nodes);
        rejects("maxrefs=999", new ArrayList<>(Arrays.asList(nodes)));
    }

    @Test
    public void bytes() throws Exception {
        Object graph = new Object[] {new byte[5000], new int[0]};
        reads("maxbytes=10000", graph);
        rejects("maxbytes=4000", graph);
    }

    @Test
    public void lengths() throws Exception {
        List<Object> hundred = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            hundred.add(i);
        }
        Map<Object, Object> map = new HashMap<>();
        hundred.forEach(each -> map.put(each, each));
        for (Object graph : List.of(hundred, new HashSet<>(hundred), new LinkedHashSet<>(hundred),
                new ArrayDeque<>(hundred), map, new LinkedHashMap<>(map), hundred.toArray(), new int[100],
                new int[3][100])) {
            rejects("maxarray=90", graph);
            reads("maxarray=1000", graph);
        }
        reads("maxarray=1", new LinkedList<>(hundred));
    }

    private String childSays(String... options) throws Exception {
        Path home = Path.of(System.getProperty("java.home"));
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java") + "", "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        command.addAll(List.of(FilteredProgram.class.getName(), passage.name()));
        return Processes.run(home, 25, Map.of(), command).output();
    }

    @Test
    public void filterOfTheProcess() throws Exception {
        assertThat(childSays(), containsString("read well"));
        String name = FilteredProgram.Message.class.getName();
        assertThat(childSays("-Djdk.serialFilter=!" + name), containsString("filter status: REJECTED"));
        assertThat(childSays("-Djdk.serialFilter=maxdepth=1"), containsString("filter status: REJECTED"));
        assertThat(childSays("-Djdk.serialFilter=" + name + ";java.base/*;!*"), containsString("read well"));
    }

    @Test
    public void filterFactory() throws Exception {
        String said = childSays("-Djdk.serialFilterFactory=" + FilteredProgram.Factory.class.getName());
        assertThat(said, containsString("factory asked"));
        assertThat(said, containsString("filter status: REJECTED"));
    }

    /** A stream of a program that brings its own filter, in a JVM that has a factory of filters. */
    @Test
    public void filterOfTheStreamBesideTheFactorys() throws Exception {
        String said = childSays("-Djdk.serialFilterFactory=" + FilteredProgram.Merging.class.getName(),
                "-Drmi4mpi.test.filter=!*");
        assertThat(said, containsString("asked to merge"));
        assertThat(said, containsString("filter status: REJECTED"));
    }

    /** The filter is asked about a count in a message before memory is allocated for it. */
    @Test
    public void hostileCountOfAHashMap() throws Exception {
        org.junit.Assume.assumeTrue(passage == Passage.LATER_MESSAGE);
        Messages messages = new Messages();
        byte[] bytes = messages.agreed(new HashMap<>(Map.of(1, 2, 3, 4)));
        List<Long> lengths = new ArrayList<>();
        messages.filter(info -> {
            lengths.add(info.arrayLength());
            return info.arrayLength() > 1000 ? Status.REJECTED : Status.UNDECIDED;
        });
        for (int at = 0; at <= bytes.length - 4; at++) {
            ByteBuffer hostile = ByteBuffer.wrap(bytes.clone());
            if (hostile.getInt(at) == 2) {
                hostile.putInt(at, 100_000_000);
            } else if (hostile.getInt(at) == Integer.reverseBytes(2)) {
                hostile.putInt(at, Integer.reverseBytes(100_000_000));
            }
            try {
                messages.read(hostile.array());
            } catch (IOException | ClassNotFoundException e) {
                // rejected, or not there
            }
        }
        assertThat(lengths.toString(), lengths.stream().anyMatch(length -> length > 1_000_000), is(true));
    }
}
