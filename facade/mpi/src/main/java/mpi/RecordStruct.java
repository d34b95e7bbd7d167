package mpi;

import static mpi.MpiConstants.BYTE;
import static mpi.MpiConstants.CHAR;
import static mpi.MpiConstants.DOUBLE;
import static mpi.MpiConstants.FLOAT;
import static mpi.MpiConstants.INT;
import static mpi.MpiConstants.LONG;
import static mpi.MpiConstants.SHORT;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.rmi4mpi.message.data.Check;

/**
 * The structure of a Java record, with the layout that C gives the same fields: each field is at a multiple of its
 * size. The components are of primitive types other than boolean, or are records of such components. Immutable; see
 * {@link Struct#of}.
 *
 * @param <R> the record
 */
public final class RecordStruct<R extends Record> extends Struct {
    private static final Map<Class<?>, Datatype> TYPES = Map.of(byte.class, BYTE, char.class, CHAR, short.class,
            SHORT, int.class, INT, long.class, LONG, float.class, FLOAT, double.class, DOUBLE);

    private final Class<R> type;
    private final Constructor<R> constructor;
    private final RecordComponent[] components;
    private final int[] offsets;
    private final RecordStruct<?>[] nested;
    /** The alignment of the structure, in bytes. */
    private final int alignment;

    RecordStruct(Class<R> type) {
        Check.argument("Struct.of", type != null && type.isRecord(), "type", type, "a class of records");
        this.type = type;
        components = type.getRecordComponents();
        offsets = new int[components.length];
        nested = new RecordStruct<?>[components.length];
        int widest = 1;
        int end = 0;
        for (int i = 0; i < components.length; i++) {
            Class<?> part = components[i].getType();
            nested[i] = part.isRecord() ? new RecordStruct<>(part.asSubclass(Record.class)) : null;
            Check.argument("Struct.of", nested[i] != null || TYPES.containsKey(part), "component " + components[i],
                    part,
                    "a primitive type other than boolean, or a record of such");
            int size = nested[i] != null ? nested[i].alignment : TYPES.get(part).getExtent();
            setOffset(Math.floorDiv(end + size - 1, size) * size);
            offsets[i] = nested[i] != null ? addStruct(nested[i]) : addData(TYPES.get(part));
            end = end();
            widest = Math.max(widest, size);
            components[i].getAccessor().setAccessible(true);
        }
        alignment = widest;
        setExtent(Math.floorDiv(end + widest - 1, widest) * widest);
        constructor = constructor(type, components);
    }

    private static <R extends Record> Constructor<R> constructor(Class<R> type, RecordComponent[] components) {
        try {
            Constructor<R> canonical = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            canonical.setAccessible(true);
            return canonical;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e); // each record has this constructor
        }
    }

    /**
     * Writes a record.
     *
     * @param buffer bytes of structures
     * @param index of the structure among them
     * @param value the record
     */
    public void put(ByteBuffer buffer, int index, R value) {
        this.<View>getData(buffer, index).put(0, this, value);
    }

    /**
     * Reads a record.
     *
     * @param buffer bytes of structures
     * @param index of the structure among them
     * @return a new record
     */
    public R get(ByteBuffer buffer, int index) {
        return type.cast(this.<View>getData(buffer, index).get(0, this));
    }

    @Override
    protected Data newData() {
        return new View();
    }

    /** Reads and writes the components, at their offsets from that of the record. */
    private final class View extends Data {
        void put(int at, RecordStruct<?> struct, Object value) {
            for (int i = 0; i < struct.components.length; i++) {
                Object part = component(struct.components[i], value);
                int field = at + struct.offsets[i];
                if (struct.nested[i] != null) {
                    put(field, struct.nested[i], part);
                } else if (part instanceof Byte v) {
                    putByte(field, v);
                } else if (part instanceof Character v) {
                    putChar(field, v);
                } else if (part instanceof Short v) {
                    putShort(field, v);
                } else if (part instanceof Integer v) {
                    putInt(field, v);
                } else if (part instanceof Long v) {
                    putLong(field, v);
                } else if (part instanceof Float v) {
                    putFloat(field, v);
                } else {
                    putDouble(field, (Double) part);
                }
            }
        }

        private static Object component(RecordComponent component, Object value) {
            try {
                return component.getAccessor().invoke(value);
            } catch (ReflectiveOperationException e) {
                throw new MPIException("put: " + component + " cannot be read: " + e, e);
            }
        }

        Object get(int at, RecordStruct<?> struct) {
            Object[] parts = new Object[struct.components.length];
            for (int i = 0; i < parts.length; i++) {
                int field = at + struct.offsets[i];
                Class<?> part = struct.components[i].getType();
                parts[i] = struct.nested[i] != null ? get(field, struct.nested[i])
                        : part == byte.class ? (Object) getByte(field)
                        : part == char.class ? (Object) getChar(field)
                        : part == short.class ? (Object) getShort(field)
                        : part == int.class ? (Object) getInt(field)
                        : part == long.class ? (Object) getLong(field)
                        : part == float.class ? (Object) getFloat(field)
                        : (Object) getDouble(field);
            }
            try {
                return struct.constructor.newInstance(parts);
            } catch (InvocationTargetException e) {
                throw new MPIException("get: the constructor of " + struct.type + " has failed: " + e.getCause(),
                        e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new MPIException("get: " + struct.type + " cannot be made: " + e, e);
            }
        }
    }
}
