package org.rmi4mpi.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** Tells how strings store their chars. Stateless. */
final class StringCoder {
    /**
     * The offset of the field of a string that tells whether its chars take two bytes each. For Unsafe, up to JDK 23; -1 if
     * inaccessible.
     */
    private static final long OFFSET = Runtime.version().feature() < 24 ? offset() : -1;
    /** This field where Unsafe does not reach it; null if inaccessible. */
    private static final VarHandle CODER = OFFSET < 0 ? coder() : null;

    private StringCoder() {}

    private static VarHandle coder() {
        try {
            return MethodHandles.privateLookupIn(String.class, MethodHandles.lookup())
                    .findVarHandle(String.class, "coder", byte.class);
        } catch (ReflectiveOperationException e) {
            return null; // only accessible if the JVM was started with java.lang opened
        }
    }

    @SuppressWarnings("deprecation") // JDKs up to 23 have no other way
    private static long offset() {
        try {
            Field field = String.class.getDeclaredField("coder");
            return field.getType() == byte.class ? TheUnsafe.UNSAFE.objectFieldOffset(field) : -1;
        } catch (NoSuchFieldException | RuntimeException e) {
            return -1;
        }
    }

    /** Whether the string has a char beyond 0xFF. The answer may be true without one, which does no harm. */
    static boolean isWide(String text) {
        if (OFFSET >= 0) {
            return TheUnsafe.UNSAFE.getByte(text, OFFSET) != 0;
        } else if (CODER != null) {
            return (byte) CODER.get(text) != 0;
        }
        int or = 0;
        for (int i = 0; i < text.length(); i++) {
            or |= text.charAt(i);
        }
        return or > 0xFF;
    }
}
