package org.rmi4mpi.tests.unit.serial;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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
import java.util.Random;
import java.util.function.Supplier;

/** Graphs by name: those that the benchmark measures, and such as have hooks and cycles. */
final class Samples {
    /** Those of the benchmark; the classes are like its own. */
    static final Map<String, Supplier<Object>> PLAIN = new LinkedHashMap<>();
    /** With writeObject, readObject, readResolve, Externalizable, proxies and cycles. */
    static final Map<String, Supplier<Object>> HOOKED = new LinkedHashMap<>();

    static {
        PLAIN.put("int32", () -> new Ints32(random()));
        PLAIN.put("int4null2", () -> new Ints4(random()));
        PLAIN.put("tree15", () -> new Tree(random(), 4));
        PLAIN.put("byte[200]", () -> bytes(200));
        PLAIN.put("int[200]", () -> random().ints(200).toArray());
        PLAIN.put("float[50]", () -> floats(50));
        PLAIN.put("float[5000]", () -> floats(5000));
        PLAIN.put("double[32768]", () -> random().doubles(32768).toArray());
        PLAIN.put("double[100][100]", () -> random().doubles(100).mapToObj(d -> random().doubles(100).toArray())
                .toArray(double[][]::new));
        PLAIN.put("list100", () -> items(100));
        PLAIN.put("map100", () -> map(new HashMap<>(), 100));
        PLAIN.put("record", () -> new Point(1, 2.5, "point"));
        PLAIN.put("enum", () -> Colour.GREEN);
        PLAIN.put("exception", () -> Failure.thrown(25));
        PLAIN.put("media", MediaContent::create);
        HOOKED.put("collections", Samples::collections);
        HOOKED.put("hooks", () -> new Hooked(7, "text", new Hooked(8, 9L, null)));
        HOOKED.put("external", () -> new External(5, List.of("a", "b", "c").toArray(), new External(6, null, null)));
        HOOKED.put("resolved", () -> new Resolved(List.of(1, 2).toArray()));
        HOOKED.put("proxy", Samples::proxy);
        HOOKED.put("cycle", Samples::cycle);
        HOOKED.put("shared", Samples::shared);
        HOOKED.put("class", () -> new Object[] {Tree.class, int[].class, Point[].class, int.class, "end"});
        HOOKED.put("arrays", () -> new Object[] {"\u0100\u0200 wide", new char[] {'a'}, new long[] {1}, new boolean[3],
            new short[] {5}, new Item[] {new Item(1)}, new int[2][3], new String[] {"x", null}});
    }

    private Samples() {}

    static Map<String, Supplier<Object>> all() {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>(PLAIN);
        all.putAll(HOOKED);
        return all;
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

    private static List<Object> items(int count) {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(new Item(i));
        }
        return items;
    }

    private static Map<Object, Object> map(Map<Object, Object> map, int count) {
        for (int i = 0; i < count; i++) {
            map.put("key " + i, 1000 * i);
        }
        return map;
    }

    private static Object collections() {
        List<Object> some = List.of("a", 1, 2L, 3.0, 'c', (short) 4, (byte) 5, 6f, true);
        return new Object[] {new ArrayList<>(some), new LinkedList<>(some), new ArrayDeque<>(some),
            new HashSet<>(some), new LinkedHashSet<>(some), map(new HashMap<>(), 5), map(new LinkedHashMap<>(), 5)};
    }

    private static Object proxy() {
        return Proxy.newProxyInstance(Samples.class.getClassLoader(), new Class<?>[] {Runnable.class, Comparable.class},
                new Handler());
    }

    private static Object cycle() {
        Tree tree = new Tree(random(), 2);
        tree.left.left = tree;
        Object[] array = {tree, null, new ArrayList<>()};
        array[1] = array;
        ((List<Object>) uncheckedList(array[2])).add(array);
        return array;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> uncheckedList(Object list) {
        return (List<Object>) list;
    }

    private static Object shared() {
        Item item = new Item(3);
        return new Object[] {item, new Object[] {item, item}, new ArrayList<>(Arrays.asList(item, item, null)), "text",
            item.name};
    }

    /** What a reader that is well reads well: small, and of most classes that there are. */
    static Object[] control() {
        return new Object[] {new Ints4(random()), new Item(4), new Point(3, 4.5, "control"), Colour.BLUE, items(2),
            map(new HashMap<>(), 2), new Hooked(1, "a", null), new External(2, "b", null), new Tree(random(), 2),
            new int[] {1, 2}, new LinkedHashSet<>(List.of(1, "b")), MediaContent.create()};
    }

    static boolean areAlike(Object graph, Object other) {
        return graph instanceof Failure failure ? failure.isLike(other) : Objects.deepEquals(graph, other);
    }

    /** Compared field by field, so that a field that is lost is found. */
    abstract static class Compared implements Serializable {
        abstract Object[] values();

        @Override
        public boolean equals(Object other) {
            return other != null && other.getClass() == getClass()
                    && Arrays.deepEquals(values(), ((Compared) other).values());
        }

        /** Without what it refers to, which changed bytes may have made a cycle of. */
        @Override
        public int hashCode() {
            return getClass().getName().hashCode();
        }
    }

    static final class Ints32 extends Compared {
        int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
        int c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7;

        Ints32(Random random) {
            a0 = random.nextInt(); a7 = random.nextInt(); b0 = random.nextInt(); b7 = random.nextInt();
            c0 = random.nextInt(); c7 = random.nextInt(); d0 = random.nextInt(); d7 = random.nextInt();
        }

        @Override
        Object[] values() {
            return new Object[] {a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7,
                c0, c1, c2, c3, c4, c5, c6, c7, d0, d1, d2, d3, d4, d5, d6, d7};
        }
    }

    static final class Ints4 extends Compared {
        int a, b, c, d;
        Object first, second;

        Ints4(Random random) {
            a = random.nextInt();
            b = random.nextInt();
            c = random.nextInt();
            d = random.nextInt();
        }

        @Override
        Object[] values() {
            return new Object[] {a, b, c, d, first, second};
        }
    }

    static final class Tree extends Compared {
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

        @Override
        Object[] values() {
            return new Object[] {a, b, c, d, left, right};
        }
    }

    static final class Item extends Compared {
        int id;
        double price;
        String name;

        Item(int id) {
            this.id = id;
            price = id * 1.25;
            name = "item " + id;
        }

        @Override
        Object[] values() {
            return new Object[] {id, price, name};
        }
    }

    record Point(int x, double y, String label) implements Serializable {}

    enum Colour {RED, GREEN, BLUE}

    /** With a cause, and stack traces of a usual depth. */
    static final class Failure extends RuntimeException {
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

    /** Of the shape that the project jvm-serializers compares serializers by. */
    static final class MediaContent extends Compared {
        Media media;
        List<Image> images;

        enum Player {JAVA, FLASH}

        enum Size {SMALL, LARGE}

        static final class Media extends Compared {
            String uri = "http://example.org/keynote.mpg";
            String title = "A keynote on remote objects";
            int width = 640;
            int height = 480;
            String format = "video/mpg4";
            long duration = 18_000_000;
            long size = 58_982_400;
            int bitrate = 262_144;
            boolean hasBitrate = true;
            List<String> persons = new ArrayList<>(List.of("Ada Lovelace", "Alan Turing"));
            Player player = Player.JAVA;
            String copyright;

            @Override
            Object[] values() {
                return new Object[] {uri, title, width, height, format, duration, size, bitrate, hasBitrate, persons,
                    player, copyright};
            }
        }

        static final class Image extends Compared {
            String uri;
            String title = "A keynote on remote objects";
            int width;
            int height;
            Size size;

            Image(String name, int width, int height, Size size) {
                uri = "http://example.org/keynote_" + name + ".jpg";
                this.width = width;
                this.height = height;
                this.size = size;
            }

            @Override
            Object[] values() {
                return new Object[] {uri, title, width, height, size};
            }
        }

        static MediaContent create() {
            MediaContent content = new MediaContent();
            content.media = new Media();
            content.images = new ArrayList<>(List.of(new Image("large", 1024, 768, Size.LARGE),
                    new Image("small", 320, 240, Size.SMALL)));
            return content;
        }

        @Override
        Object[] values() {
            return new Object[] {media, images};
        }
    }

    static final class Hooked extends Compared {
        private int number;
        private Object any;
        private transient Object byHand;

        Hooked(int number, Object any, Object byHand) {
            this.number = number;
            this.any = any;
            this.byHand = byHand;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
            out.defaultWriteObject();
            out.writeObject(byHand);
            out.writeUTF("mark");
            out.writeObject("left unread");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.readInt();
            in.defaultReadObject();
            byHand = in.readObject();
            in.readUTF();
        }

        @Override
        Object[] values() {
            return new Object[] {number, any, byHand};
        }
    }

    /** Reads what it is told to, but reserves nothing for what has not come. */
    static final class External extends Compared implements Externalizable {
        private int number;
        private List<Byte> raw = new ArrayList<>();
        private Object any;
        private Object more;

        @SuppressWarnings("unused") // readers make it
        public External() {}

        External(int number, Object any, Object more) {
            this.number = number;
            this.any = any;
            this.more = more;
            for (int i = 0; i < number; i++) {
                raw.add((byte) i);
            }
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(number);
            for (byte each : raw) {
                out.writeByte(each);
            }
            out.writeObject(any);
            out.writeObject(more);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            number = in.readInt();
            for (int i = 0; i < number; i++) {
                raw.add(in.readByte());
            }
            any = in.readObject();
            more = in.readObject();
        }

        @Override
        Object[] values() {
            return new Object[] {number, raw, any, more};
        }
    }

    static final class Resolved extends Compared {
        private final Object[] parts;

        Resolved(Object... parts) {
            this.parts = parts;
        }

        private Object writeReplace() {
            return new Form(parts);
        }

        @Override
        Object[] values() {
            return parts;
        }

        private record Form(Object[] parts) implements Serializable {
            private Object readResolve() {
                return new Resolved(parts);
            }
        }
    }

    static final class Handler extends Compared implements InvocationHandler {
        private int value = 5;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "hashCode" -> 1;
                case "equals" -> Proxy.isProxyClass(arguments[0].getClass())
                        && equals(Proxy.getInvocationHandler(arguments[0]));
                case "toString" -> "proxy";
                default -> null;
            };
        }

        @Override
        Object[] values() {
            return new Object[] {value};
        }
    }
}
