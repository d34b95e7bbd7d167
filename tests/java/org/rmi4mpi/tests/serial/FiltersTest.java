package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;
import static org.hamcrest.Matchers.stringContainsInOrder;
import static org.junit.Assert.assertThrows;

import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Status;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Assume;
import org.junit.Test;

/** The filters of JEP 290 and 415: their arguments, and the effect of their answers. */
public class FiltersTest extends StreamContract {
    static class Node implements Serializable {
        Object value;

        Node(Object value) {
            this.value = value;
        }
    }

    static class Below extends Node {
        Below(Object value) {
            super(value);
        }
    }

    record Seen(Class<?> type, long length, long depth, long references, long bytes) {
        static Seen of(ObjectInputFilter.FilterInfo info) {
            return new Seen(info.serialClass(), info.arrayLength(), info.depth(), info.references(),
                    info.streamBytes());
        }
    }

    private List<Seen> seenIn(Object graph) throws Exception {
        List<Seen> seen = new ArrayList<>();
        ObjectInputStream in = reader(bytesOf(graph));
        in.setObjectInputFilter(info -> {
            seen.add(Seen.of(info));
            return Status.UNDECIDED;
        });
        in.readObject();
        return seen;
    }

    private List<Object> typesSeenIn(Object graph) throws Exception {
        List<Object> types = new ArrayList<>();
        seenIn(graph).forEach(seen -> types.add(seen.type));
        return types;
    }

    private Object filtered(ObjectInputFilter filter, Object graph) throws Exception {
        ObjectInputStream in = reader(bytesOf(graph));
        in.setObjectInputFilter(filter);
        return in.readObject();
    }

    private Object filtered(String pattern, Object graph) throws Exception {
        return filtered(ObjectInputFilter.Config.createFilter(pattern), graph);
    }

    private void rejected(String pattern, Object graph) {
        InvalidClassException failure = assertThrows(InvalidClassException.class, () -> filtered(pattern, graph));
        assertThat(failure.getMessage(), containsString("filter status: REJECTED"));
    }

    /** Our streams add details to the JDK's text. */
    @Test
    public void whatWasRefusedIsToldWithTheLimit() throws Exception {
        Assume.assumeTrue("other streams say less", reader(bytesOf(1)).getClass().getName().startsWith("org.rmi4mpi"));
        told("!" + Node.class.getName(), new Node(null), Node.class.getName() + " at depth 1", "by the filter !");
        told("maxarray=10", new int[11], "array length 11 > maxarray=10", "int[] of length 11");
        told("maxdepth=1", new Node(new Node(null)), "depth 2 > maxdepth=1", Node.class.getName());
        told("maxrefs=2", new Object[] {1, 2, 3}, "number of references 3 > maxrefs=2");
        told("maxarray=10", new ArrayList<>(Collections.nCopies(5000, 1)), "> maxarray=10");
    }

    private void told(String pattern, Object graph, String... words) {
        InvalidClassException failure = assertThrows(InvalidClassException.class, () -> filtered(pattern, graph));
        assertThat(failure.getMessage(), stringContainsInOrder("filter status: REJECTED: ", words[0]));
        for (String word : words) {
            assertThat(failure.getMessage(), containsString(word));
        }
    }

    @Test
    public void classesAndSuperclassesAreSeen() throws Exception {
        List<Object> types = typesSeenIn(new Below(new ArrayList<>(List.of(5))));
        for (Class<?> type : List.of(Below.class, Node.class, ArrayList.class, Integer.class, Number.class)) {
            assertThat(types, hasItem(type));
        }
    }

    @Test
    public void enumsRecordsAndClassObjectsAreSeen() throws Exception {
        List<Object> types = typesSeenIn(new Object[] {TypesTest.WithBodies.PLUS,
            new RecordsTest.Pair(1, 2), ArrayList.class});
        for (Class<?> type : List.of(Object[].class, TypesTest.WithBodies.class, RecordsTest.Pair.class,
                ArrayList.class)) {
            assertThat(types, hasItem(type));
        }
    }

    @Test
    public void lengthsOfArraysAreSeen() throws Exception {
        List<Seen> seen = seenIn(new Object[] {new int[7], new String[0]});
        assertThat(seen.stream().anyMatch(s -> s.type == Object[].class && s.length == 2), is(true));
        assertThat(seen.stream().anyMatch(s -> s.type == int[].class && s.length == 7), is(true));
        assertThat(seen.stream().anyMatch(s -> s.type == String[].class && s.length == 0), is(true));
        assertThat(seenIn(new Node(null)).get(0).length, is(-1L));
    }

    @Test
    public void depthReferencesAndBytesAreSeen() throws Exception {
        Node graph = new Node(new Node(new Node(new int[1000])));
        List<Seen> seen = seenIn(graph);
        assertThat(seen.get(0).depth, is(1L));
        assertThat(seen.stream().filter(s -> s.length == 1000).findFirst().orElseThrow().depth, is(4L));
        long references = 0;
        long bytes = 0;
        for (Seen each : seen) {
            assertThat(references, lessThanOrEqualTo(each.references));
            assertThat(bytes, lessThanOrEqualTo(each.bytes));
            references = each.references;
            bytes = each.bytes;
        }
        assertThat(references, greaterThan(3L));
        assertThat(bytes, lessThanOrEqualTo((long) bytesOf(graph).length));
        assertThat(bytes, greaterThan(0L));
    }

    static class Handler implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return null;
        }
    }

    @Test
    public void interfacesOfAProxyAreSeen() throws Exception {
        Object proxy = Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {TypesTest.Public.class, Runnable.class}, new Handler());
        List<Object> types = typesSeenIn(proxy);
        assertThat(types, hasItem(TypesTest.Public.class));
        assertThat(types, hasItem(Runnable.class));
        rejected("!java.lang.Runnable", proxy);
    }

    @Test
    public void replacementsAreSeen() throws Exception {
        List<Object> types = typesSeenIn(new Resolves());
        assertThat(types, hasItem(Resolves.class));
        assertThat(types, hasItem(HashMap.class));
    }

    static class Resolves implements Serializable {
        private Object readResolve() {
            return new HashMap<>();
        }
    }

    @Test
    public void allowedAndRejectedClasses() throws Exception {
        String here = Node.class.getPackageName();
        filtered(here + ".*;java.base/*;!*", new Node(new ArrayList<>(List.of(1))));
        rejected("!" + Below.class.getName(), new Node(new Below(null)));
        rejected("!" + Below.class.getName(), new Below[0]);
        rejected(here + ".*;!*", new Node(new ArrayList<>()));
        rejected("!java.util.**", new Node(new ArrayList<>()));
        rejected("!" + Node.class.getName(), new Below(null));
        rejected("!" + TypesTest.Plain.class.getName(), TypesTest.Plain.ONE);
        rejected("!" + RecordsTest.Pair.class.getName(), new RecordsTest.Pair(1, 2));
        filtered("!*", "a string is not asked about");
        filtered("!*", null);
    }

    @Test
    public void rejectedObjectIsNotMade() throws Exception {
        Made.count = 0;
        byte[] bytes = bytesOf(new Made());
        Made.count = 0;
        ObjectInputStream in = reader(bytes);
        in.setObjectInputFilter(info -> info.serialClass() == Made.class ? Status.REJECTED : Status.ALLOWED);
        assertThrows(InvalidClassException.class, in::readObject);
        assertThat(Made.count, is(0));
    }

    public static class Made implements java.io.Externalizable {
        static int count;

        public Made() {
            count++;
        }

        @Override
        public void writeExternal(java.io.ObjectOutput out) {}

        @Override
        public void readExternal(java.io.ObjectInput in) {}
    }

    @Test
    public void limits() throws Exception {
        Node three = new Node(new Node(new Node(null)));
        filtered("maxdepth=4", three);
        rejected("maxdepth=2", three);
        filtered("maxarray=10", new int[10]);
        rejected("maxarray=10", new int[11]);
        rejected("maxarray=10", new Node(new Object[11]));
        rejected("maxarray=10", new int[2][11]);
        filtered("maxrefs=1000", three);
        rejected("maxrefs=50", nodes(100));
        filtered("maxbytes=100000", new Node(new byte[1000]));
        rejected("maxbytes=1000", new Object[] {new byte[2000], new Node(null)});
    }

    private static Object[] nodes(int count) {
        Object[] nodes = new Object[count];
        for (int i = 0; i < count; i++) {
            nodes[i] = new Node(null);
        }
        return nodes;
    }

    @Test
    public void backReferencesCount() throws Exception {
        Object[] many = new Object[1000];
        java.util.Arrays.fill(many, new Node(null));
        rejected("maxrefs=500", many);
    }

    /** Collections ask before they make their tables. */
    @Test
    public void lengthsInsideCollections() throws Exception {
        rejected("maxarray=100", new ArrayList<>(List.of(nodes(101))));
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            map.put(i, i);
        }
        rejected("maxarray=100", map);
        filtered("maxarray=1000", map);
    }

    @Test
    public void filterThatFails() {
        RuntimeException thrown = new IllegalStateException("no idea");
        InvalidClassException failure = assertThrows(InvalidClassException.class, () -> filtered(info -> {
            throw thrown;
        }, new Node(null)));
        assertThat(failure.getCause(), sameInstance(thrown));
        assertThrows(InvalidClassException.class, () -> filtered((ObjectInputFilter) info -> null, new Node(null)));
    }

    @Test
    public void filterIsSetOnceAndBeforeReading() throws Exception {
        ObjectInputStream in = reader(bytesOf(new Node(null), new Node(null)));
        ObjectInputFilter filter = info -> Status.ALLOWED;
        in.setObjectInputFilter(filter);
        assertThat(in.getObjectInputFilter(), sameInstance(filter));
        assertThrows(IllegalStateException.class, () -> in.setObjectInputFilter(info -> Status.UNDECIDED));
        assertThat(in.readObject(), instanceOf(Node.class));
        ObjectInputStream late = reader(bytesOf(new Node(null), new Node(null)));
        late.readObject();
        assertThrows(IllegalStateException.class, () -> late.setObjectInputFilter(filter));
    }

    @Test
    public void filterSeesLaterObjectsToo() throws Exception {
        ObjectInputStream in = reader(bytesOf(new Node(null), new Node(null), new Below(null)));
        in.setObjectInputFilter(info -> info.serialClass() == Below.class ? Status.REJECTED : Status.UNDECIDED);
        in.readObject();
        in.readObject();
        assertThrows(InvalidClassException.class, in::readObject);
    }

    @Test
    public void aRowOfClassesThatIsKnownIsStillCounted() throws Exception {
        Object[] graph = {new Node(1), new Node(2), new Node(3)};
        assertThat(seenIn(graph).size(), is(not(0)));
        long last = seenIn(graph).get(seenIn(graph).size() - 1).references;
        assertThat(last, greaterThan(3L));
    }
}
