package org.rmi4mpi.tests.ranks.calls;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Graphs of many kinds of objects, of which the same seed makes the same. Stateless. */
public final class RandomGraph {
    private static final int ELEMENTS = 3000;
    private static final int DEEPEST = 40;

    private RandomGraph() {}

    private record Pair(int first, Object second) implements Serializable {}

    private static final class Flat implements Serializable {
        private static final long serialVersionUID = 1L;

        private final byte one;
        private final double two;
        private final String three;

        Flat(Random random) {
            one = (byte) random.nextInt();
            two = random.nextDouble();
            three = "flat " + random.nextInt(100);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Flat flat && flat.one == one && flat.two == two && flat.three.equals(three);
        }

        @Override
        public int hashCode() {
            return Objects.hash(one, two, three);
        }
    }

    /** Its hook writes primitive values in blocks, between objects. */
    private static final class Hooked implements Serializable {
        private static final long serialVersionUID = 1L;

        private transient int[] values;
        private transient String text;

        Hooked(Random random) {
            values = random.ints(random.nextInt(300)).toArray();
            text = text(random, 30);
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeShort(values.length);
            for (int value : values) {
                out.writeInt(value);
            }
            out.writeObject(text);
            out.writeUTF(text);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            values = new int[in.readShort()];
            for (int i = 0; i < values.length; i++) {
                values[i] = in.readInt();
            }
            text = (String) in.readObject();
            if (!in.readUTF().equals(text)) {
                throw new IOException("other text");
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hooked hooked && Arrays.equals(hooked.values, values) && hooked.text.equals(text);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }

    public static Object of(long seed) {
        Random random = new Random(seed);
        Object[] graph = new Object[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            graph[i] = random.nextInt(20) == 0 && i > 0 ? graph[random.nextInt(i)] : element(random, 0);
        }
        return graph;
    }

    public static boolean equal(Object one, Object other) {
        return Objects.deepEquals(one, other);
    }

    private static String text(Random random, int most) {
        int first = random.nextInt(4) == 0 ? '\u20ac' : 'a';
        return random.ints(random.nextInt(most), first, first + 20)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private static Object element(Random random, int depth) {
        return switch (random.nextInt(depth > DEEPEST ? 9 : 15)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextDouble();
            case 2 -> text(random, random.nextInt(100) == 0 ? 100_000 : 50);
            case 3 -> new Flat(random);
            case 4 -> new Hooked(random);
            case 5 -> TimeUnit.values()[random.nextInt(7)];
            case 6 -> random.doubles(length(random)).toArray();
            case 7 -> bytes(random);
            case 8 -> booleans(random);
            case 9 -> random.longs(length(random)).toArray();
            case 10 -> new Object[] {element(random, depth + 1), null, element(random, depth + 2)};
            case 11 -> new Pair(random.nextInt(), text(random, 9));
            case 12 -> list(random);
            case 13 -> map(random);
            default -> new String[] {text(random, 9), text(random, 9)};
        };
    }

    private static int length(Random random) {
        return random.nextInt(300) == 0 ? 40_000 : random.nextInt(40);
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(500) == 0 ? 2_500_000 : random.nextInt(700)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static boolean[] booleans(Random random) {
        boolean[] array = new boolean[random.nextInt(200)];
        for (int i = 0; i < array.length; i++) {
            array[i] = random.nextBoolean();
        }
        return array;
    }

    private static List<Object> list(Random random) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            list.add(random.nextBoolean() ? text(random, 20) : (Object) new Flat(random));
        }
        return list;
    }

    private static Map<String, Object> map(Random random) {
        Map<String, Object> map = new HashMap<>();
        for (int i = random.nextInt(10); i > 0; i--) {
            map.put("key " + i, random.nextInt());
        }
        return map;
    }
}
