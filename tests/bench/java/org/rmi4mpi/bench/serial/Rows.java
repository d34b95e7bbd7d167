package org.rmi4mpi.bench.serial;

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
import org.rmi4mpi.bench.serial.Model.Colour;
import org.rmi4mpi.bench.serial.Model.Failure;
import org.rmi4mpi.bench.serial.Model.Ints32;
import org.rmi4mpi.bench.serial.Model.Ints4;
import org.rmi4mpi.bench.serial.Model.Item;
import org.rmi4mpi.bench.serial.Model.Point;
import org.rmi4mpi.bench.serial.Model.Tree;

/** What is written: a name and a graph for each row of the table. */
final class Rows {
    /** All that occurs in the rows, for contenders that want their classes registered. */
    static final List<Class<?>> CLASSES = List.of(Ints32.class, Ints4.class, Tree.class, Item.class, Point.class,
            Colour.class, MediaContent.class, MediaContent.Media.class, MediaContent.Image.class,
            MediaContent.Player.class, MediaContent.Size.class, Failure.class, IllegalStateException.class,
            ArrayList.class, HashMap.class, byte[].class,
            int[].class, float[].class, double[].class, double[][].class);

    /** Some of each kind. */
    static final String QUICK = "int32,int4null2,tree15,byte[200],float[50],float[5000],double[32768],list100,map100,"
            + "record,exception,media";

    private static final int[] LENGTHS = {50, 200, 500, 2000, 5000, 20000};
    private static final Map<String, Supplier<Object>> GRAPHS = new LinkedHashMap<>();

    static {
        GRAPHS.put("int32", () -> new Ints32(random()));
        GRAPHS.put("int4null2", () -> new Ints4(random()));
        GRAPHS.put("tree15", () -> new Tree(random(), 4));
        arrays("byte", n -> {
            byte[] bytes = new byte[n];
            random().nextBytes(bytes);
            return bytes;
        });
        arrays("int", n -> random().ints(n).toArray());
        arrays("float", n -> {
            float[] floats = new float[n];
            Random random = random();
            for (int i = 0; i < n; i++) {
                floats[i] = random.nextFloat();
            }
            return floats;
        });
        GRAPHS.put("double[32768]", () -> random().doubles(32768).toArray());
        GRAPHS.put("double[100][100]", () -> {
            double[][] rows = new double[100][];
            Random random = random();
            for (int i = 0; i < rows.length; i++) {
                rows[i] = random.doubles(100).toArray();
            }
            return rows;
        });
        GRAPHS.put("list100", () -> {
            List<Item> items = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                items.add(new Item(i));
            }
            return items;
        });
        GRAPHS.put("map100", () -> {
            Map<String, Integer> map = new HashMap<>();
            for (int i = 0; i < 100; i++) {
                map.put("key " + i, 1000 * i);
            }
            return map;
        });
        GRAPHS.put("record", () -> new Point(1, 2.5, "point"));
        GRAPHS.put("enum", () -> Colour.GREEN);
        GRAPHS.put("exception", () -> Failure.thrown(25));
        GRAPHS.put("media", MediaContent::create);
    }

    private Rows() {}

    private static void arrays(String type, IntFunction<Object> array) {
        for (int length : LENGTHS) {
            GRAPHS.put(type + "[" + length + "]", () -> array.apply(length));
        }
    }

    private static Random random() {
        return new Random(1);
    }

    /** @param picked texts between commas, one of which is in the name of each row that is picked; "" for all */
    static List<String> names(String picked) {
        return GRAPHS.keySet().stream()
                .filter(row -> Arrays.stream(picked.split(",")).anyMatch(row::contains))
                .toList();
    }

    static Object graph(String row) {
        return GRAPHS.get(row).get();
    }

    static boolean areAlike(Object graph, Object other) {
        return graph instanceof Failure failure ? failure.isLike(other) : Objects.deepEquals(graph, other);
    }
}
