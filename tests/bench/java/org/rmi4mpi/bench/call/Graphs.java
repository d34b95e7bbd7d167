package org.rmi4mpi.bench.call;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rmi4mpi.tests.serial.Models;

/** The objects that are passed, by name. Each is created when it is first asked for. Thread-safe. */
final class Graphs {
    static final String EMPTY_STRING = "\"\"";

    private static final List<String> OF_MODELS = List.of("int32", "int4null2", "tree15");
    private static final List<String> ARRAYS = List.of("byte", "int", "float");
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_STRINGS = 1 << 15;

    private static final Map<String, Supplier<Object>> MADE_BY = new LinkedHashMap<>();
    private static final Map<String, Object> MADE = new LinkedHashMap<>();
    private static final List<String> KARMI = new ArrayList<>();
    private static final List<String> LARGE = new ArrayList<>();
    private static final List<String> NUMBERS = new ArrayList<>();
    private static final List<String> OBJECTS = new ArrayList<>();
    private static final List<String> DOUBLES = new ArrayList<>();
    private static final List<String> BUCKETS = new ArrayList<>();

    static {
        add(KARMI, "null", () -> null);
        OF_MODELS.forEach(name -> add(KARMI, name, () -> Models.graph(name)));
        for (String type : ARRAYS) {
            Models.names().stream().filter(name -> name.startsWith(type + "["))
                    .forEach(name -> add(KARMI, name, () -> Models.graph(name)));
        }
        MADE_BY.put(EMPTY_STRING, String::new);
        add(LARGE, "byte[1Mi]", () -> Models.bytes(1 << 20));
        add(LARGE, "double[1M]", () -> Models.random().doubles(1_000_000).toArray());
        for (int bytes = 1 << 10; bytes <= MOST_BYTES; bytes *= 8) {
            arrays("byte", bytes, Models::bytes);
            arrays("int", bytes / Integer.BYTES, length -> Models.random().ints(length).toArray());
            arrays("float", bytes / Float.BYTES, Graphs::floats);
            arrays("double", bytes / Double.BYTES, length -> Models.random().doubles(length).toArray());
        }
        for (int length : new int[] {1, 10, 100, 1000}) {
            add(OBJECTS, "int32[" + length + "]", () -> Stream.generate(() -> Models.graph("int32")).limit(length)
                    .toArray());
        }
        for (int length = 1; length <= 100_000; length *= 10) {
            int count = length;
            add(DOUBLES, "double[" + count + "]", () -> Models.random().doubles(count).toArray());
            add(DOUBLES, "MyDouble[" + count + "]",
                    () -> Models.random().doubles(count).mapToObj(MyDouble::new).toArray(MyDouble[]::new));
        }
        for (int length = 1; length <= MOST_STRINGS; length *= 2) {
            int count = length;
            add(BUCKETS, "String[" + count + "]",
                    () -> IntStream.range(0, count).mapToObj(i -> "string " + i).toArray(String[]::new));
        }
    }

    private Graphs() {}

    private static void add(List<String> list, String name, Supplier<Object> made) {
        list.add(name);
        MADE_BY.putIfAbsent(name, made);
    }

    private static void arrays(String type, int length, IntFunction<Object> array) {
        add(NUMBERS, type + "[" + length + "]", () -> array.apply(length));
    }

    private static float[] floats(int length) {
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = 0.5f * i;
        }
        return floats;
    }

    /** An object with one number, as Nexus RMI's measurements had it. */
    static final class MyDouble implements java.io.Serializable {
        private static final long serialVersionUID = 1L;

        private final double value;

        MyDouble(double value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof MyDouble mine && mine.value == value;
        }

        @Override
        public int hashCode() {
            return Objects.hash(value);
        }
    }

    /** Returns the types of KaRMI's collection. */
    static List<String> ofKarmi() {
        return KARMI;
    }

    static List<String> large() {
        return LARGE;
    }

    /** Returns arrays of numbers, of 1 KiB to {@link #MOST_BYTES}. */
    static List<String> numbers() {
        return NUMBERS;
    }

    /** Returns arrays of objects of 32 int. */
    static List<String> arraysOfObjects() {
        return OBJECTS;
    }

    static List<String> doubles() {
        return DOUBLES;
    }

    static List<String> buckets() {
        return BUCKETS;
    }

    static synchronized Object graph(String name) {
        return MADE.computeIfAbsent(name, key -> MADE_BY.get(key).get());
    }
}
