package org.rmi4mpi.serial;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
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

    static long address(ByteBuffer direct) {
        return TheUnsafe.UNSAFE.getLong(direct, ADDRESS);
    }

    /** Offsets are into the objects, or are addresses where these are null; bounds have been checked. */
    static void copy(Object from, long fromOffset, Object to, long toOffset, long bytes) {
        TheUnsafe.UNSAFE.copyMemory(from, fromOffset, to, toOffset, bytes);
    }
}
