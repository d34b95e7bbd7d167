package org.rmi4mpi.serial;

import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * A method of the serialization specification that a class has. Its handle is made when it is called first: many classes
 * are copied without their methods, and the first handle of a type takes the JVM a millisecond. Thread-safe.
 */
final class HookMethod {
    private static final MethodType REPLACES = MethodType.methodType(Object.class, Object.class);
    private static final MethodType WRITES = MethodType.methodType(void.class, Object.class, ObjectOutputStream.class);
    private static final MethodType READS = MethodType.methodType(void.class, Object.class, ObjectInputStream.class);
    private static final MethodType TAKES_OBJECT = MethodType.methodType(void.class, Object.class);

    private final MethodHandle found;
    private final MethodType type;
    /** Null until the first call. Not volatile, since any handle works. */
    private MethodHandle handle;

    private HookMethod(MethodHandle found, MethodType type) {
        this.found = found;
        this.type = type;
    }

    /** These return null for no method. */
    static HookMethod replacing(MethodHandle found) {
        return found == null ? null : new HookMethod(found, REPLACES);
    }

    static HookMethod writing(MethodHandle found) {
        return found == null ? null : new HookMethod(found, WRITES);
    }

    static HookMethod reading(MethodHandle found) {
        return found == null ? null : new HookMethod(found, READS);
    }

    static HookMethod ofObject(MethodHandle found) {
        return found == null ? null : new HookMethod(found, TAKES_OBJECT);
    }

    /** Takes an Object, and the stream if the method takes one. The result of a replacing one is an Object. */
    MethodHandle handle() {
        MethodHandle made = handle;
        if (made == null) {
            made = found.asType(type);
            handle = made;
        }
        return made;
    }
}
