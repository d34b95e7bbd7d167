package org.rmi4mpi.tests.serial;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Named graphs, which benchmarks measure and tests write: those that KaRMI measured, and small ones of today. Their
 * classes are plain, since the JDK needs time for anything beyond fields.
 */
public final class Models {
    private static final int[] LENGTHS = {50, 200, 500, 2000, 5000, 20_000};
    private static final Map<String, Supplier<Object>> GRAPHS = new LinkedHashMap<>();

    static {
        GRAPHS.put("int32", () -> new Ints32(random()));
        GRAPHS.put("int4null2", () -> new Ints4(random()));
        GRAPHS.put("tree15", () -> new Tree(random(), 4));
        arrays("byte", Models::bytes);
        arrays("int", length -> random().ints(length).toArray());
        arrays("float", Models::floats);
        GRAPHS.put("double[32768]", () -> random().doubles(32_768).toArray());
        GRAPHS.put("double[100][100]", Models::rows);
        GRAPHS.put("list100", () -> items(100));
        GRAPHS.put("map100", () -> map(new HashMap<>(), 100));
        GRAPHS.put("record", () -> new Point(1, 2.5, "point"));
        GRAPHS.put("enum", () -> Colour.GREEN);
        GRAPHS.put("exception", () -> Failure.thrown(25));
        GRAPHS.put("media", MediaContent::create);
    }

    private Models() {}

    private static void arrays(String type, IntFunction<Object> array) {
        for (int length : LENGTHS) {
            GRAPHS.put(type + "[" + length + "]", () -> array.apply(length));
        }
    }

    public static List<String> names() {
        return List.copyOf(GRAPHS.keySet());
    }

    /** A new one, the same each time. */
    public static Object graph(String name) {
        return GRAPHS.get(name).get();
    }

    public static boolean areAlike(Object graph, Object other) {
        return graph instanceof Failure failure ? failure.isLike(other) : Objects.deepEquals(graph, other);
    }

    public static Random random() {
        return new Random(1);
    }

    public static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random().nextBytes(bytes);
        return bytes;
    }

    private static float[] floats(int length) {
        float[] floats = new float[length];
        Random random = random();
        for (int i = 0; i < length; i++) {
            floats[i] = random.nextFloat();
        }
        return floats;
    }

    private static double[][] rows() {
        double[][] rows = new double[100][];
        Random random = random();
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.doubles(100).toArray();
        }
        return rows;
    }

    static List<Object> items(int count) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new Item(i));
        }
        return items;
    }

    static Map<Object, Object> map(Map<Object, Object> map, int count) {
        for (int i = 0; i < count; i++) {
            map.put("key " + i, 1000 * i);
        }
        return map;
    }

    /** Has equal values, and so equal graphs beneath. */
    static boolean areEqual(Compared one, Object other) {
        return other != null && other.getClass() == one.getClass()
                && Arrays.deepEquals(one.values(), ((Compared) other).values());
    }

    /** Compared value by value, so that a lost field is found. */
    interface Compared extends Serializable {
        Object[] values();
    }

    public static final class Ints32 implements Compared {
        private static final long serialVersionUID = 1L;

        int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
        int c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7;

        Ints32() {}

        Ints32(Random random) {
            a0 = random.nextInt();
            a1 = random.nextInt();
            a2 = random.nextInt();
            a3 = random.nextInt();
            a4 = random.nextInt();
            a5 = random.nextInt();
            a6 = random.nextInt();
            a7 = random.nextInt();
            b0 = random.nextInt();
            b1 = random.nextInt();
            b2 = random.nextInt();
            b3 = random.nextInt();
            b4 = random.nextInt();
            b5 = random.nextInt();
            b6 = random.nextInt();
            b7 = random.nextInt();
            c0 = random.nextInt();
            c1 = random.nextInt();
            c2 = random.nextInt();
            c3 = random.nextInt();
            c4 = random.nextInt();
            c5 = random.nextInt();
            c6 = random.nextInt();
            c7 = random.nextInt();
            d0 = random.nextInt();
            d1 = random.nextInt();
            d2 = random.nextInt();
            d3 = random.nextInt();
            d4 = random.nextInt();
            d5 = random.nextInt();
            d6 = random.nextInt();
            d7 = random.nextInt();
        }

        @Override
        public Object[] values() {
            return new Object[] {a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7,
                c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7};
        }

        @Override
        public boolean equals(Object other) {
            return areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    public static final class Ints4 implements Compared {
        private static final long serialVersionUID = 1L;

        int a, b, c, d;
        Object first, second;

        Ints4() {}

        Ints4(Random random) {
            a = random.nextInt();
            b = random.nextInt();
            c = random.nextInt();
            d = random.nextInt();
        }

        @Override
        public Object[] values() {
            return new Object[] {a, b, c, d, first, second};
        }

        @Override
        public boolean equals(Object other) {
            return areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    /** Balanced: 15 nodes of 4 int at depth 4. */
    public static final class Tree implements Compared {
        private static final long serialVersionUID = 1L;

        int a, b, c, d;
        Tree left, right;

        Tree() {}

        Tree(Random random, int depth) {
            a = random.nextInt();
            b = random.nextInt();
            c = random.nextInt();
            d = random.nextInt();
            if (depth > 1) {
                left = new Tree(random, depth - 1);
                right = new Tree(random, depth - 1);
            }
        }

        @Override
        public Object[] values() {
            return new Object[] {a, b, c, d, left, right};
        }

        @Override
        public boolean equals(Object other) {
            return areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    public static final class Item implements Compared {
        private static final long serialVersionUID = 1L;

        int id;
        double price;
        String name;

        Item() {}

        Item(int id) {
            this.id = id;
            price = id * 1.25;
            name = "item " + id;
        }

        @Override
        public Object[] values() {
            return new Object[] {id, price, name};
        }

        @Override
        public boolean equals(Object other) {
            return areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    public record Point(int x, double y, String label) implements Serializable {}

    public enum Colour { RED, GREEN, BLUE }

    /** An exception of the program's own, with a cause and stack traces of a usual depth. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }

        static Failure thrown(int depth) {
            if (depth > 0) {
                return thrown(depth - 1);
            }
            Failure failure = new Failure("row 17 is missing");
            failure.initCause(new IllegalStateException("no such row"));
            failure.setStackTrace(Arrays.copyOf(failure.getStackTrace(), 20));
            failure.getCause().setStackTrace(failure.getStackTrace());
            return failure;
        }

        boolean isLike(Object other) {
            return other instanceof Failure failure && Objects.equals(getMessage(), failure.getMessage())
                    && Arrays.equals(getStackTrace(), failure.getStackTrace())
                    && Arrays.equals(getCause().getStackTrace(), failure.getCause().getStackTrace());
        }
    }
}
