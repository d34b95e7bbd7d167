package org.rmi4mpi.serial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes and reads the instances of a JDK class through its public methods, instead of its hook methods. The hook
 * methods are slower, and some allocate as many elements as the bytes announce. Applies to exactly one class, not to
 * its subclasses. Stateless.
 */
abstract class Codec {
    /** Initial table size of a HashMap or HashSet. */
    private static final int LEAST_TABLE = 16;

    private static final Map<Class<?>, Codec> ALL = Map.ofEntries(
            Map.entry(ArrayList.class, new OfArrayList()),
            Map.entry(HashMap.class, new OfHashMap()),
            Map.entry(HashSet.class, new OfHashSet()),
            Map.entry(Boolean.class, new OfBoolean()),
            Map.entry(Byte.class, new OfByte()),
            Map.entry(Character.class, new OfCharacter()),
            Map.entry(Short.class, new OfShort()),
            Map.entry(Integer.class, new OfInteger()),
            Map.entry(Long.class, new OfLong()),
            Map.entry(Float.class, new OfFloat()),
            Map.entry(Double.class, new OfDouble()));

    private static final Map<String, Codec> BY_NAME = ALL.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(each -> each.getKey().getName(), Map.Entry::getValue));

    /** Whether elements must be complete when they are added. */
    boolean isStrict() {
        return false;
    }

    /** Whether the object has elements. */
    boolean isCollection() {
        return true;
    }

    /** Whether elements may be read after the collection. */
    final boolean canWait() {
        return isCollection() && !isStrict();
    }

    /** Returns null if the class has no codec. */
    static Codec of(Class<?> type) {
        return ALL.get(type);
    }

    /** Returns the codec of a class that may be missing here. */
    static Codec of(String name) {
        return BY_NAME.get(name);
    }

    abstract void write(Object object, ObjectWriter out) throws IOException;

    /** Bytes that the JDK's stream has more, beside those of the class and the elements. */
    int jdkMore() {
        return 0;
    }

    /** Creates the value, or an empty collection. The stream stands at the number of elements. */
    abstract Object begin(ObjectReader in) throws IOException;

    /** Creates an empty collection, whose elements are read later. */
    Object announced() {
        throw new UnsupportedOperationException("its elements have to be there at once");
    }

    /** Reads the elements of a collection: the object that the stream began last. */
    void fill(Object object, ObjectReader in) throws IOException, ClassNotFoundException {}

    private static void checkSize(int size, int before) {
        if (size != before) {
            throw new ConcurrentModificationException();
        }
    }

    private static final class OfArrayList extends Codec {
        /** A block with the capacity. */
        @Override
        int jdkMore() {
            return 7;
        }

        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            ArrayList<?> list = (ArrayList<?>) object;
            int size = list.size();
            out.putCode(size);
            try {
                for (int i = 0; i < size; i++) {
                    out.writeElement(list.get(i));
                }
            } catch (IndexOutOfBoundsException e) {
                checkSize(list.size(), size);
                throw e; // thrown by an element
            }
            checkSize(list.size(), size);
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            int size = in.in.peekLength(4);
            return in.filter.isThere() ? new ArrayList<>() : new ArrayList<>(in.arrays.trusted(size));
        }

        @Override
        Object announced() {
            return new ArrayList<>();
        }

        @Override
        @SuppressWarnings("unchecked")
        void fill(Object object, ObjectReader in) throws IOException, ClassNotFoundException {
            ArrayList<Object> list = (ArrayList<Object>) object;
            int handle = in.last;
            int size = in.in.readLength(4);
            if (size > 0) {
                in.filter.check(Object[].class, size);
            }
            for (int i = 0; i < size; i++) {
                list.add(in.readTextOf(handle));
            }
        }
    }

    private static final class OfHashMap extends Codec {
        /** Load factor and threshold, and a block with the capacity. */
        @Override
        int jdkMore() {
            return 15;
        }

        @Override
        boolean isStrict() {
            return true;
        }

        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            HashMap<?, ?> map = (HashMap<?, ?>) object;
            out.putCode(map.size());
            map.forEach(out.elements.pairs);
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            return new HashMap<>(capacity(in, 16, 1));
        }

        @Override
        @SuppressWarnings("unchecked")
        void fill(Object object, ObjectReader in) throws IOException, ClassNotFoundException {
            HashMap<Object, Object> map = (HashMap<Object, Object>) object;
            int handle = in.last;
            int size = in.in.readLength(8);
            for (int i = 0; i < size; i++) {
                Object key = in.readTextOf(handle);
                map.put(key, in.readReferenceOf(handle, false));
            }
        }
    }

    private static final class OfHashSet extends Codec {
        /** A block with capacity and load factor. */
        @Override
        int jdkMore() {
            return 11;
        }

        @Override
        boolean isStrict() {
            return true;
        }

        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            HashSet<?> set = (HashSet<?>) object;
            out.putCode(set.size());
            for (Object element : set) {
                out.writeElement(element);
            }
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            return new HashSet<>(capacity(in, 1, 0));
        }

        @Override
        @SuppressWarnings("unchecked")
        void fill(Object object, ObjectReader in) throws IOException, ClassNotFoundException {
            HashSet<Object> set = (HashSet<Object>) object;
            int handle = in.last;
            int size = in.in.readLength(4);
            for (int i = 0; i < size; i++) {
                set.add(in.readTextOf(handle));
            }
        }
    }

    /**
     * The capacity at which the table holds all elements without growing, and no more. The iteration order depends on
     * it: a collection that has only grown iterates in the same order at the writer and at all readers.
     */
    private static int capacity(ObjectReader in, int least, int more) throws IOException {
        int size = in.in.peekCode();
        int capacity = (int) Math.max(1, Math.min(1 << 30, size / 0.75 + more));
        if (size > 0 || least == 1) {
            in.filter.check(Map.Entry[].class, Math.max(least, Integer.highestOneBit(capacity - 1) << 1));
        }
        return Math.max(LEAST_TABLE, in.arrays.trusted((int) Math.min(1 << 30, Math.ceil(size / 0.75))));
    }

    /** A boxed primitive. Reading creates a new object, as the JDK's reader does, and never a cached one. */
    private abstract static class OfValue extends Codec {
        @Override
        boolean isCollection() {
            return false;
        }
    }

    @SuppressWarnings("removal")
    private static final class OfBoolean extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.ensure(1);
            out.bytes[out.position++] = (byte) ((Boolean) object ? 1 : 0);
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            in.in.require(1);
            return new Boolean(in.in.bytes[in.in.position++] != 0);
        }
    }

    @SuppressWarnings("removal")
    private static final class OfByte extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.ensure(1);
            out.bytes[out.position++] = (Byte) object;
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            in.in.require(1);
            return new Byte(in.in.bytes[in.in.position++]);
        }
    }

    @SuppressWarnings("removal")
    private static final class OfCharacter extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.ensure(2);
            Bytes.putShort(out.bytes, out.position, (short) (char) (Character) object);
            out.position += 2;
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            in.in.require(2);
            in.in.position += 2;
            return new Character((char) Bytes.getShort(in.in.bytes, in.in.position - 2));
        }
    }

    @SuppressWarnings("removal")
    private static final class OfShort extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.ensure(2);
            Bytes.putShort(out.bytes, out.position, (Short) object);
            out.position += 2;
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            in.in.require(2);
            in.in.position += 2;
            return new Short(Bytes.getShort(in.in.bytes, in.in.position - 2));
        }
    }

    @SuppressWarnings("removal")
    private static final class OfInteger extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.putCode((Integer) object);
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            return new Integer(in.in.readCode());
        }
    }

    @SuppressWarnings("removal")
    private static final class OfLong extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.ensure(8);
            Bytes.putLong(out.bytes, out.position, (Long) object);
            out.position += 8;
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            in.in.require(8);
            in.in.position += 8;
            return new Long(Bytes.getLong(in.in.bytes, in.in.position - 8));
        }
    }

    @SuppressWarnings("removal")
    private static final class OfFloat extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.putCode(Float.floatToRawIntBits((Float) object));
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            return new Float(Float.intBitsToFloat(in.in.readCode()));
        }
    }

    @SuppressWarnings("removal")
    private static final class OfDouble extends OfValue {
        @Override
        void write(Object object, ObjectWriter out) throws IOException {
            out.ensure(8);
            Bytes.putLong(out.bytes, out.position, Double.doubleToRawLongBits((Double) object));
            out.position += 8;
        }

        @Override
        Object begin(ObjectReader in) throws IOException {
            in.in.require(8);
            in.in.position += 8;
            return new Double(Double.longBitsToDouble(Bytes.getLong(in.in.bytes, in.in.position - 8)));
        }
    }
}
