package org.rmi4mpi.bench.call;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** The objects that are sent there and back, by name. Plain classes: what is around the fields costs the JDK time. */
final class Graphs {
    private static final int[] LENGTHS = {50, 200, 500, 2000, 5000, 20000};
    private static final Map<String, Object> GRAPHS = new LinkedHashMap<>();

    static {
        GRAPHS.put("null", null);
        GRAPHS.put("int32", new Ints32(random()));
        GRAPHS.put("int4null2", new Ints4(random()));
        GRAPHS.put("tree15", new Tree(random(), 4));
        arrays("byte", Graphs::bytes);
        arrays("int", length -> random().ints(length).toArray());
        arrays("float", Graphs::floats);
        GRAPHS.put("byte[1Mi]", bytes(1 << 20));
        GRAPHS.put("double[1M]", random().doubles(1_000_000).toArray());
    }

    private Graphs() {}

    private static void arrays(String type, IntFunction<Object> array) {
        for (int length : LENGTHS) {
            GRAPHS.put(type + "[" + length + "]", array.apply(length));
        }
    }

    private static Random random() {
        return new Random(1);
    }

    private static byte[] bytes(int length) {
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

    static Iterable<String> names() {
        return GRAPHS.keySet();
    }

    static Object graph(String name) {
        return GRAPHS.get(name);
    }

    /** Whether a copy is one: the JDK's streams make the same bytes of both. */
    static boolean areAlike(Object graph, Object copy) throws IOException {
        return Arrays.equals(serialized(graph), serialized(copy));
    }

    private static byte[] serialized(Object graph) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(graph);
        }
        return bytes.toByteArray();
    }

    static final class Ints32 implements Serializable {
        private static final long serialVersionUID = 1L;

        int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
        int c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7;

        Ints32(Random random) {
            a0 = random.nextInt(); a1 = random.nextInt(); a2 = random.nextInt(); a3 = random.nextInt();
            a4 = random.nextInt(); a5 = random.nextInt(); a6 = random.nextInt(); a7 = random.nextInt();
            b0 = random.nextInt(); b1 = random.nextInt(); b2 = random.nextInt(); b3 = random.nextInt();
            b4 = random.nextInt(); b5 = random.nextInt(); b6 = random.nextInt(); b7 = random.nextInt();
            c0 = random.nextInt(); c1 = random.nextInt(); c2 = random.nextInt(); c3 = random.nextInt();
            c4 = random.nextInt(); c5 = random.nextInt(); c6 = random.nextInt(); c7 = random.nextInt();
            d0 = random.nextInt(); d1 = random.nextInt(); d2 = random.nextInt(); d3 = random.nextInt();
            d4 = random.nextInt(); d5 = random.nextInt(); d6 = random.nextInt(); d7 = random.nextInt();
        }
    }

    static final class Ints4 implements Serializable {
        private static final long serialVersionUID = 1L;

        int a, b, c, d;
        Object first, second;

        Ints4(Random random) {
            a = random.nextInt();
            b = random.nextInt();
            c = random.nextInt();
            d = random.nextInt();
        }
    }

    /** Balanced: 15 nodes of 4 int at depth 4. */
    static final class Tree implements Serializable {
        private static final long serialVersionUID = 1L;

        int a, b, c, d;
        Tree left, right;

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
    }
}
