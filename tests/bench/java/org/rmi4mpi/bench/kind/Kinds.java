package org.rmi4mpi.bench.kind;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The graphs of objects that are passed, by the name of their kind. Stateless. */
final class Kinds {
    /** The kind that the JDK's streams follow by recursion: they need much stack. */
    static final String CHAIN = "linked list of own nodes";

    private static final Map<String, IntFunction<Object>> ALL = new LinkedHashMap<>();

    static {
        list("Integer", i -> i);
        list("Double", i -> i / 2.0);
        list("String", i -> "string " + i);
        list("long[2]", i -> new long[] {i, -i});
        list("byte[16]", i -> new byte[16]);
        list("double[8]", i -> new double[8]);
        list("Object[2]", i -> new Object[] {i, "text " + i});
        list("String[3]", i -> new String[] {"a" + i, "b" + i, "c" + i});
        list("a flat class", Sample::new);
        list("a record", i -> new Reading(i, i / 2.0, "mm"));
        list("an enum", i -> Colour.values()[i % Colour.values().length]);
        list("BigDecimal", i -> BigDecimal.valueOf(1_000_003L * i, 2));
        list("Date", i -> new Date(1000L * i));
        list("LocalDate", LocalDate::ofEpochDay);
        list("UUID", i -> new UUID(i, -i));
        ALL.put("Point[n]", count -> IntStream.range(0, count).mapToObj(Point::new).toArray(Point[]::new));
        ALL.put("double[n][3]", count -> new double[count][3]);
        ALL.put("HashMap", count -> filled(new HashMap<>(), count));
        ALL.put("TreeMap", count -> filled(new TreeMap<>(), count));
        list("maps of two", i -> new HashMap<>(Map.of("id", i, "name", "name " + i)));
        list("lists of three", i -> new ArrayList<>(List.of(i, i + 1, i + 2)));
        ALL.put("LinkedList", count -> filled(new LinkedList<>(), count));
        ALL.put("ArrayDeque", count -> filled(new ArrayDeque<>(), count));
        ALL.put("HashSet", count -> filled(new HashSet<>(), count));
        ALL.put("binary tree", count -> Tree.of(0, count));
        ALL.put(CHAIN, Node::chain);
    }

    private Kinds() {}

    enum Colour {
        RED, GREEN, BLUE, WHITE, BLACK
    }

    record Reading(int id, double value, String unit) implements Serializable {}

    /** A class of primitive fields. */
    static final class Sample implements Serializable {
        private static final long serialVersionUID = 1L;

        final int id;
        final long time;
        final double value;
        final boolean isValid;

        Sample(int id) {
            this.id = id;
            time = 1000L * id;
            value = id / 2.0;
            isValid = id % 2 == 0;
        }
    }

    static final class Point implements Serializable {
        private static final long serialVersionUID = 1L;

        final int x;
        final int y;

        Point(int x) {
            this.x = x;
            y = -x;
        }
    }

    static final class Tree implements Serializable {
        private static final long serialVersionUID = 1L;

        final int size;
        final Tree left;
        final Tree right;

        private Tree(int size, Tree left, Tree right) {
            this.size = size;
            this.left = left;
            this.right = right;
        }

        static Tree of(int from, int to) {
            int middle = (from + to) / 2;
            return from == to ? null : new Tree(to - from, of(from, middle), of(middle + 1, to));
        }
    }

    static final class Node implements Serializable {
        private static final long serialVersionUID = 1L;

        final int size;
        final Node next;

        private Node(int size, Node next) {
            this.size = size;
            this.next = next;
        }

        static Node chain(int count) {
            Node first = null;
            for (int i = 1; i <= count; i++) {
                first = new Node(i, first);
            }
            return first;
        }
    }

    private static void list(String elements, IntFunction<Object> element) {
        ALL.put("ArrayList of " + elements, count -> IntStream.range(0, count).mapToObj(element)
                .collect(Collectors.toCollection(ArrayList::new)));
    }

    private static Object filled(Map<Object, Object> map, int count) {
        for (int i = 0; i < count; i++) {
            map.put(i, "value " + i);
        }
        return map;
    }

    private static Object filled(Collection<Object> collection, int count) {
        for (int i = 0; i < count; i++) {
            collection.add(i);
        }
        return collection;
    }

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static Object make(String kind, int count) {
        return ALL.get(kind).apply(count);
    }

    /** Returns the number of elements or nodes. */
    static int sizeOf(Object graph) {
        return graph instanceof Collection<?> collection ? collection.size()
                : graph instanceof Map<?, ?> map ? map.size()
                : graph instanceof Tree tree ? tree.size
                : graph instanceof Node node ? node.size : Array.getLength(graph);
    }
}
