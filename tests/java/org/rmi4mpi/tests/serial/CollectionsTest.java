package org.rmi4mpi.tests.serial;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.sameInstance;

import java.io.NotSerializableException;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/** Collections of the JDK. */
public class CollectionsTest extends StreamContract {
    private static final List<String> WORDS = List.of("one", "two", "three", "four", "five", "six", "seven");

    private static Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String word : WORDS) {
            map.put(word, List.of(word, word.length()));
        }
        return map;
    }

    private void equalsItsCopy(Object... objects) throws Exception {
        for (Object object : objects) {
            Object read = copy(object);
            assertThat(object.getClass() + "", read, is(object));
            assertThat(read.getClass(), sameInstance((Object) object.getClass()));
            assertThat(read.hashCode(), is(object.hashCode()));
        }
        assertThat("together", copy(objects), is(objects));
    }

    @Test
    public void listsAndSets() throws Exception {
        equalsItsCopy(new ArrayList<>(WORDS), new ArrayList<>(), new LinkedList<>(WORDS), new LinkedList<>(),
                new HashSet<>(WORDS), new HashSet<>(), new LinkedHashSet<>(WORDS), new TreeSet<>(WORDS),
                new Vector<>(WORDS), new CopyOnWriteArrayList<>(WORDS), new CopyOnWriteArraySet<>(WORDS),
                new ConcurrentSkipListSet<>(WORDS), EnumSet.allOf(TimeUnit.class), EnumSet.noneOf(TimeUnit.class),
                EnumSet.of(TimeUnit.DAYS), Arrays.asList(1, "two", null), new Stack<>());
    }

    @Test
    public void maps() throws Exception {
        EnumMap<TimeUnit, Object> units = new EnumMap<>(TimeUnit.class);
        units.put(TimeUnit.DAYS, "days");
        units.put(TimeUnit.HOURS, null);
        Properties defaults = new Properties();
        defaults.setProperty("default", "x");
        Properties properties = new Properties(defaults);
        properties.setProperty("key", "value");
        Map<Object, Object> nulls = new HashMap<>();
        nulls.put(null, "null key");
        nulls.put("null value", null);
        equalsItsCopy(map(), new HashMap<>(map()), new HashMap<>(), new TreeMap<>(map()), new Hashtable<>(map()),
                new ConcurrentHashMap<>(map()), new ConcurrentSkipListMap<>(map()), units,
                new EnumMap<>(TimeUnit.class), properties, nulls);
        assertThat(copy(properties).getProperty("default"), is("x"));
    }

    @Test
    public void mapsGoOnWorking() throws Exception {
        for (Map<String, Object> map : List.of(map(), new HashMap<>(map()), new TreeMap<>(map()),
                new ConcurrentHashMap<>(map()), new Hashtable<>(map()))) {
            Map<String, Object> read = copy(map);
            for (int i = 0; i < 1000; i++) {
                read.put("more " + i, i);
            }
            assertThat(read.get("three"), is(List.of("three", 5)));
            assertThat(read.remove("more 500"), is(500));
            assertThat(read.size(), is(WORDS.size() + 999));
        }
        assertThat(copy(map()).keySet(), contains(WORDS.toArray()));
    }

    @Test
    public void orderOfAccess() throws Exception {
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>(16, 0.5f, true);
        map.put("a", 1);
        map.put("b", 2);
        map.get("a");
        LinkedHashMap<String, Integer> read = copy(map);
        read.get("b");
        assertThat(read.keySet(), contains("a", "b"));
    }

    @Test
    public void comparatorsTravel() throws Exception {
        TreeMap<String, Integer> map = new TreeMap<>(Comparator.<String>reverseOrder());
        map.put("a", 1);
        map.put("b", 2);
        assertThat(copy(map).firstKey(), is("b"));
        TreeSet<String> set = new TreeSet<>((Comparator<String> & Serializable) (x, y) -> y.length() - x.length());
        set.addAll(WORDS);
        assertThat(copy(set).first().length(), is(5));
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(WORDS);
        assertThat(copy(queue).poll(), is("two"));
        assertThat(copy(map.subMap("b", true, "a", true)).size(), is(2));
        failureToWrite(NotSerializableException.class, new TreeSet<>((a, b) -> 0));
    }

    @Test
    public void viewsAndWrappers() throws Exception {
        List<String> list = new ArrayList<>(WORDS);
        Set<String> set = new HashSet<>(WORDS);
        NavigableMap<String, Object> map = new TreeMap<>(map());
        for (Object wrapper : new Object[] {Collections.unmodifiableList(list), Collections.synchronizedList(list),
            Collections.unmodifiableSet(set), Collections.synchronizedSet(set), Collections.unmodifiableMap(map()),
            Collections.synchronizedMap(map()), Collections.unmodifiableSortedMap(map),
            Collections.unmodifiableList(new LinkedList<>(list)), Collections.checkedList(list, String.class),
            Collections.checkedMap(map(), String.class, Object.class), Collections.nCopies(3, "x"),
            Collections.singleton("x"), Collections.singletonList("x"), Collections.singletonMap("x", 1),
            Collections.newSetFromMap(new ConcurrentHashMap<>()), map.descendingMap(),
            map.headMap("seven"), new TreeSet<>(set).tailSet("p"),
            ConcurrentHashMap.newKeySet(), new AbstractMap.SimpleImmutableEntry<>("k", 2)}) {
            assertThat(copy(wrapper), is(wrapper));
        }
        assertThat(copy(Collections.emptyList()), sameInstance(Collections.emptyList()));
        assertThat(copy(Collections.emptyMap()), sameInstance(Collections.emptyMap()));
        assertThat(copy(Collections.emptySet()), sameInstance(Collections.emptySet()));
        Collection<String> synchronizedOnes = copy(Collections.synchronizedCollection(list));
        assertThat(synchronizedOnes.contains("six"), is(true));
    }

    @Test
    public void immutableOnes() throws Exception {
        equalsItsCopy(List.of(), List.of(1), List.of(1, 2), List.copyOf(WORDS), Set.of(), Set.of(1), Set.of(1, 2),
                Set.copyOf(WORDS), Map.of(), Map.of(1, 2), Map.copyOf(map()), List.of(List.of(), Map.of()),
                WORDS.stream().toList());
        Object[] read = copy(new Object[] {WORDS, WORDS});
        assertThat(read[0], sameInstance(read[1]));
    }

    /** If hash codes depend on numbers alone, all ranks see one order: that of the grown collection. */
    @Test
    public void orderOfHashedElements() throws Exception {
        org.junit.Assume.assumeTrue("the JDK's reader makes other tables", streams instanceof ArrayCopyStreams);
        Map<Integer, Integer> map = new HashMap<>();
        Set<Integer> set = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            assertThat(copy(map).toString(), is(map.toString()));
            assertThat(copy(set).toString(), is(set.toString()));
            map.put(i * 7919 % 10007, i);
            set.add(i * 7919 % 10007);
        }
    }

    @Test
    public void identityHashMap() throws Exception {
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        String first = new String("key");
        String second = new String("key");
        map.put(first, 1);
        map.put(second, 2);
        Object[] read = copy(new Object[] {map, first, second});
        IdentityHashMap<?, ?> readMap = (IdentityHashMap<?, ?>) read[0];
        assertThat(readMap.size(), is(2));
        assertThat(readMap.get(read[1]), is(1));
        assertThat(readMap.get(read[2]), is(2));
        assertThat(readMap.get("key"), is((Object) null));
    }

    @Test
    public void queues() throws Exception {
        for (Collection<String> queue : List.<Collection<String>>of(new ArrayDeque<>(WORDS),
                new PriorityQueue<>(WORDS), new ConcurrentLinkedQueue<>(WORDS), new ConcurrentLinkedDeque<>(WORDS),
                new LinkedBlockingQueue<>(WORDS), new LinkedBlockingDeque<>(WORDS),
                new ArrayBlockingQueue<>(9, false, WORDS), new PriorityBlockingQueue<>(WORDS))) {
            Collection<String> read = copy(queue);
            assertThat(new ArrayList<>(read), is(new ArrayList<>(queue)));
            read.add("and more");
            assertThat(read.size(), is(WORDS.size() + 1));
        }
    }

    @Test
    public void whatIsNotSerializable() throws Exception {
        for (Object object : new Object[] {Optional.of("x"), new WeakHashMap<>(), new DelayQueue<>(),
            new HashMap<>(map()).keySet(), List.of(1).iterator(), List.of(1).stream()}) {
            failureToWrite(NotSerializableException.class, object);
        }
        failureToWrite(NotSerializableException.class, new ArrayList<>(List.of(new Object())));
        failureToWrite(NotSerializableException.class, new HashMap<>(Map.of("x", new Object())));
    }

    @Test
    public void subListsAndBits() throws Exception {
        failureToWrite(NotSerializableException.class, new ArrayList<>(WORDS).subList(1, 3));
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(1000);
        BitSet read = copy(bits);
        assertThat(read, is(bits));
        read.clear(1000);
        assertThat(read.length(), is(4));
    }

    static class Own extends AbstractList<String> implements Serializable {
        private final List<String> list = new ArrayList<>(WORDS);

        @Override
        public String get(int index) {
            return list.get(index);
        }

        @Override
        public int size() {
            return list.size();
        }
    }

    static class OwnList extends ArrayList<String> {
        int extra = 5;
    }

    static class OwnMap extends HashMap<String, Integer> {
        transient int puts;

        @Override
        public Integer put(String key, Integer value) {
            puts++;
            return super.put(key, value);
        }
    }

    @Test
    public void subclassesOfCollections() throws Exception {
        assertThat(copy(new Own()), is(WORDS));
        OwnList list = new OwnList();
        list.addAll(WORDS);
        list.extra = 6;
        OwnList read = copy(list);
        assertThat(read, is(list));
        assertThat(read.extra, is(6));
        OwnMap map = new OwnMap();
        map.put("a", 1);
        assertThat(copy(map), is(map));
        assertThat("a map is not filled by what a subclass overrides", copy(map).puts, is(0));
        Object anonymous = new Maker().make();
        assertThat(through(anonymous), is(anonymous));
    }

    static class Maker implements Serializable {
        Object make() {
            return new ArrayList<>(List.of(1)) {
                int twice = 2;
            };
        }
    }

    @Test
    public void collectionsInCycles() throws Exception {
        List<Object> list = new ArrayList<>();
        list.add(list);
        list.add("x");
        List<Object> readList = copy(list);
        assertThat(readList.get(0), sameInstance(readList));
        Map<Object, Object> map = new HashMap<>();
        map.put("self", map);
        map.put("list", new ArrayList<>(List.of(new Object[] {map})));
        Map<Object, Object> readMap = copy(map);
        assertThat(readMap.get("self"), sameInstance(readMap));
        LinkedList<Object> linked = new LinkedList<>();
        linked.add(linked);
        LinkedList<Object> readLinked = copy(linked);
        assertThat(readLinked.get(0), sameInstance(readLinked));
        assertThat(readLinked, not(sameInstance(linked)));
    }

    @Test
    public void bigCollections() throws Exception {
        List<Integer> list = new ArrayList<>();
        Map<Integer, String> map = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            list.add(i);
            map.put(i, "value " + i);
        }
        assertThat(copy(list).equals(list), is(true));
        assertThat(copy(map).equals(map), is(true));
        assertThat(copy(new TreeMap<>(map)).equals(map), is(true));
        assertThat(copy(new LinkedList<>(list)).equals(list), is(true));
        assertThat(copy(new ConcurrentHashMap<>(map)).equals(map), is(true));
    }
}
