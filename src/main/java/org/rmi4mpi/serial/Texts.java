package org.rmi4mpi.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/** What strings consist of. Stateless. */
final class Texts {
    /** Where a string keeps whether its chars take two bytes each; null where that is closed to us. */
    private static final VarHandle CODER = coder();
    /** The same for Unsafe, up to JDK 23; -1 where it cannot be asked. */
    private static final long OFFSET = CODER == null && Runtime.version().feature() < 24 ? offset() : -1;

    private Texts() {}

    private static VarHandle coder() {
        try {
            return MethodHandles.privateLookupIn(String.class, MethodHandles.lookup())
                    .findVarHandle(String.class, "coder", byte.class);
        } catch (ReflectiveOperationException e) {
            return null; // unless the JVM was told to open java.lang
        }
    }

    @SuppressWarnings("deprecation") // up to JDK 23 there is nothing else
    private static long offset() {
        try {
            Field field = String.class.getDeclaredField("coder");
            return field.getType() == byte.class ? TheUnsafe.UNSAFE.objectFieldOffset(field) : -1;
        } catch (NoSuchFieldException | RuntimeException e) {
            return -1;
        }
    }

    /** Whether there is a char beyond 0xFF; a string whose coder says so may have none, which does no harm. */
    static boolean isWide(String text) {
        if (CODER != null) {
            return (byte) CODER.get(text) != 0;
        } else if (OFFSET >= 0) {
            return TheUnsafe.UNSAFE.getByte(text, OFFSET) != 0;
        }
        int or = 0;
        for (int i = 0; i < text.length(); i++) {
            or |= text.charAt(i);
        }
        return or > 0xFF;
    }
}
