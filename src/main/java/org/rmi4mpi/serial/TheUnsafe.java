package org.rmi4mpi.serial;

import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** The Unsafe instance. From JDK 24 on its memory access methods print warnings; the others do not. */
final class TheUnsafe {
    static final Unsafe UNSAFE = unsafe();

    private TheUnsafe() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
