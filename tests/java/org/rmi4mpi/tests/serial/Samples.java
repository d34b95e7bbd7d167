package org.rmi4mpi.tests.serial;

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
import java.util.function.Supplier;
import org.rmi4mpi.tests.serial.Models.Colour;
import org.rmi4mpi.tests.serial.Models.Compared;
import org.rmi4mpi.tests.serial.Models.Ints4;
import org.rmi4mpi.tests.serial.Models.Item;
import org.rmi4mpi.tests.serial.Models.Point;
import org.rmi4mpi.tests.serial.Models.Tree;

/** Named graphs: those that the benchmark measures, and others with hooks and cycles. */
final class Samples {
    /** Those of benchmarks. */
    static final Map<String, Supplier<Object>> PLAIN = new LinkedHashMap<>();
    /** Graphs with writeObject, readObject, readResolve, Externalizable, proxies and cycles. */
    static final Map<String, Supplier<Object>> HOOKED = new LinkedHashMap<>();

    static {
        for (String name : List.of("int32", "int4null2", "tree15", "byte[200]", "int[200]", "float[50]", "float[5000]",
                "double[32768]", "double[100][100]", "list100", "map100", "record", "enum", "exception", "media")) {
            PLAIN.put(name, () -> Models.graph(name));
        }
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

    private static Object collections() {
        List<Object> some = List.of("a", 1, 2L, 3.0, 'c', (short) 4, (byte) 5, 6f, true);
        return new Object[] {new ArrayList<>(some), new LinkedList<>(some), new ArrayDeque<>(some),
            new HashSet<>(some), new LinkedHashSet<>(some), Models.map(new HashMap<>(), 5),
            Models.map(new LinkedHashMap<>(), 5)};
    }

    private static Object proxy() {
        return Proxy.newProxyInstance(Samples.class.getClassLoader(), new Class<?>[] {Runnable.class, Comparable.class},
                new Handler());
    }

    private static Object cycle() {
        Tree tree = new Tree(Models.random(), 2);
        tree.left.left = tree;
        Object[] array = {tree, null, new ArrayList<>()};
        array[1] = array;
        uncheckedList(array[2]).add(array);
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

    /** A small graph of most kinds of classes, which a reader in good order reads. */
    static Object[] control() {
        return new Object[] {new Ints4(Models.random()), new Item(4), new Point(3, 4.5, "control"), Colour.BLUE,
            Models.items(2), Models.map(new HashMap<>(), 2), new Hooked(1, "a", null), new External(2, "b", null),
            new Tree(Models.random(), 2), new int[] {1, 2}, new LinkedHashSet<>(List.of(1, "b")),
            MediaContent.create()};
    }

    /** Compared field by field, so that a lost field is found. */
    abstract static class HookedModel implements Compared {
        @Override
        public boolean equals(Object other) {
            return Models.areEqual(this, other);
        }

        @Override
        public int hashCode() {
            return 1; // what it refers to may have become a cycle
        }
    }

    static final class Hooked extends HookedModel {
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
        public Object[] values() {
            return new Object[] {number, any, byHand};
        }
    }

    /** Reads as many elements as the stream says, but reserves no memory for elements that have not come. */
    static final class External extends HookedModel implements Externalizable {
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
        public Object[] values() {
            return new Object[] {number, raw, any, more};
        }
    }

    static final class Resolved extends HookedModel {
        private final Object[] parts;

        Resolved(Object... parts) {
            this.parts = parts;
        }

        private Object writeReplace() {
            return new Form(parts);
        }

        @Override
        public Object[] values() {
            return parts;
        }

        private record Form(Object[] parts) implements Serializable {
            private Object readResolve() {
                return new Resolved(parts);
            }
        }
    }

    static final class Handler extends HookedModel implements InvocationHandler {
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
        public Object[] values() {
            return new Object[] {value};
        }
    }
}
