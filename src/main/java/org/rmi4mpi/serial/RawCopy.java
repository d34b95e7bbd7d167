package org.rmi4mpi.serial;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;
import sun.misc.Unsafe;

/**
 * Copies raw memory, up to JDK 23. From JDK 24 on Unsafe prints warnings, and the views of a ByteBuffer replace it.
 * They are as fast, but each allocates some memory. Stateless.
 */
@SuppressWarnings("deprecation") // JDKs up to 23 have no other way
final class RawCopy {
    static final long BYTES = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final long ADDRESS = Runtime.version().feature() < 24 ? addressField() : -1;
    static final boolean IS_USABLE = ADDRESS >= 0;

    private RawCopy() {}

    private static long addressField() {
        try {
            Field field = Buffer.class.getDeclaredField("address");
            return field.getType() == long.class ? TheUnsafe.UNSAFE.objectFieldOffset(field) : -1;
        } catch (NoSuchFieldException | RuntimeException e) {
            return -1;
        }
    }

    /** Offset of the first element of an array. */
    static long baseOf(Class<?> component) {
        return IS_USABLE ? TheUnsafe.UNSAFE.arrayBaseOffset(Array.newInstance(component, 0).getClass()) : 0;
    }

    /** Copies to the buffer's position, which does not move. */
    static void copyOut(Object array, long base, ByteBuffer to, int bytes) {
        Objects.checkFromIndexSize(0, bytes, to.remaining());
        if (to.isDirect()) {
            copy(array, base, null, TheUnsafe.UNSAFE.getLong(to, ADDRESS) + to.position(), bytes);
        } else {
            copy(array, base, to.array(), BYTES + to.arrayOffset() + to.position(), bytes);
        }
    }

    /** Copies from an index of the buffer. */
    static void copyIn(ByteBuffer from, int at, Object array, long base, int bytes) {
        Objects.checkFromIndexSize(at, bytes, from.limit());
        if (from.isDirect()) {
            copy(null, TheUnsafe.UNSAFE.getLong(from, ADDRESS) + at, array, base, bytes);
        } else {
            copy(from.array(), BYTES + from.arrayOffset() + at, array, base, bytes);
        }
    }

    /** Copies between objects, or addresses where the object is null. The caller has checked the bounds. */
    static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
        TheUnsafe.UNSAFE.copyMemory(from, fromOffset, to, toOffset, bytes);
    }
}
