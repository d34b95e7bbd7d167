package org.rmi4mpi.serial;

import java.lang.reflect.Field;

/** What strings consist of. Stateless. */
final class Texts {
    /** Where a string keeps whether its chars take two bytes each; -1 where it cannot be asked for. */
    private static final long CODER = Runtime.version().feature() < 24 ? coder() : -1;

    private Texts() {}

    @SuppressWarnings("deprecation") // up to JDK 23 there is nothing else
    private static long coder() {
        try {
            Field field = String.class.getDeclaredField("coder");
            return field.getType() == byte.class ? TheUnsafe.UNSAFE.objectFieldOffset(field) : -1;
        } catch (NoSuchFieldException | RuntimeException e) {
            return -1;
        }
    }

    /** Whether there is a char beyond 0xFF; a string whose coder says so may have none, which does no harm. */
    static boolean isWide(String text) {
        if (CODER >= 0) {
            return TheUnsafe.UNSAFE.getByte(text, CODER) != 0;
        }
        int or = 0;
        for (int i = 0; i < text.length(); i++) {
            or |= text.charAt(i);
        }
        return or > 0xFF;
    }
}
