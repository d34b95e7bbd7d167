package org.rmi4mpi.jpvm.pack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The layout of an element in the bytes of a {@link Packing}. Numbers are in native byte order. Stateless.
 *
 * <pre>
 * element     | type and flags: int | count: int | data
 * data        of a primitive type   its values; empty for a large array, which is a {@link Part}
 *             STRING, count chars   one byte each, or two if WIDE
 *             TASK_ID               | bytes: int |, then for each | port: int | length of host: int, -1 for null | host
 *             OBJECT                | bytes: int | a message of the serializer |
 * </pre>
 */
final class PackedElement {
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class,
            ByteOrder.nativeOrder());
    static final VarHandle CHARS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.nativeOrder());
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    static final VarHandle FLOATS = MethodHandles.byteArrayViewVarHandle(float[].class,
            ByteOrder.nativeOrder());
    static final VarHandle DOUBLES = MethodHandles.byteArrayViewVarHandle(double[].class,
            ByteOrder.nativeOrder());

    /** Length of the type, the flags and the count. */
    static final int HEADER = 8;

    private static final int TYPE = 0xFF;
    /** Flags beside the type. */
    static final int LARGE = 1 << 8;
    static final int WIDE = 1 << 9;
    static final int NULL = 1 << 10;

    static {
        length(new byte[HEADER], 0); // Initialises the class that javac makes for switches; see Packing.initialise.
    }

    private PackedElement() {}

    static void putHeader(byte[] bytes, int at, int typeAndFlags, int count) {
        INTS.set(bytes, at, typeAndFlags);
        INTS.set(bytes, at + 4, count);
    }

    /** The type and flags of the element at this offset. */
    static int header(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static int count(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at + 4);
    }

    static ElementType type(int header) {
        return ElementType.of(header & TYPE);
    }

    static boolean isLarge(int header) {
        return (header & LARGE) != 0;
    }

    /** Length of the element's header and data. */
    static int length(byte[] bytes, int at) {
        int header = header(bytes, at);
        int count = count(bytes, at);
        ElementType type = type(header);
        return HEADER + switch (type) {
            case STRING -> (header & WIDE) != 0 ? 2 * count : count;
            case TASK_ID, OBJECT -> 4 + (int) INTS.get(bytes, at + HEADER);
            default -> isLarge(header) ? 0 : count * type.size;
        };
    }
}
