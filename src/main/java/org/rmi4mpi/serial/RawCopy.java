package org.rmi4mpi.serial;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Objects;
import sun.misc.Unsafe;

/**
 * Copies memory without looking at what it is: the views of a ByteBuffer, which take its place from JDK 24 on, where
 * this would warn, are as fast, and take some memory each. Stateless.
 */
@SuppressWarnings("deprecation") // up to JDK 23 there is nothing else
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

    /** Where the elements of an array begin. */
    static long baseOf(Class<?> component) {
        return IS_USABLE ? TheUnsafe.UNSAFE.arrayBaseOffset(Array.newInstance(component, 0).getClass()) : 0;
    }

    /** To where the buffer's position is, which stays. */
    static void copyOut(Object array, long base, ByteBuffer to, int bytes) {
        Objects.checkFromIndexSize(0, bytes, to.remaining());
        if (to.isDirect()) {
            copy(array, base, null, TheUnsafe.UNSAFE.getLong(to, ADDRESS) + to.position(), bytes);
        } else {
            copy(array, base, to.array(), BYTES + to.arrayOffset() + to.position(), bytes);
        }
    }

    /** From an index of the buffer. */
    static void copyIn(ByteBuffer from, int at, Object array, long base, int bytes) {
        Objects.checkFromIndexSize(at, bytes, from.limit());
        if (from.isDirect()) {
            copy(null, TheUnsafe.UNSAFE.getLong(from, ADDRESS) + at, array, base, bytes);
        } else {
            copy(from.array(), BYTES + from.arrayOffset() + at, array, base, bytes);
        }
    }

    /** Offsets are into the objects, or are addresses where these are null; bounds have been checked. */
    static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
        TheUnsafe.UNSAFE.copyMemory(from, fromOffset, to, toOffset, bytes);
    }
}
