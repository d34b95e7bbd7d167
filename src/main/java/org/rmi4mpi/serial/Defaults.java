package org.rmi4mpi.serial;

import java.util.Map;

/** Boxes primitive values, and finds primitive types by name. Stateless. */
final class Defaults {
    private static final Map<String, Class<?>> BY_NAME = Map.of("boolean", boolean.class, "byte", byte.class,
            "char", char.class, "short", short.class, "int", int.class, "long", long.class, "float", float.class,
            "double", double.class, "void", void.class);

    private Defaults() {}

    /** Returns null if the name is not that of a primitive type. */
    static Class<?> primitive(String name) {
        return BY_NAME.get(name);
    }

    static Class<?> primitive(char type) {
        return switch (type) {
            case 'Z' -> boolean.class;
            case 'B' -> byte.class;
            case 'C' -> char.class;
            case 'S' -> short.class;
            case 'I' -> int.class;
            case 'J' -> long.class;
            case 'F' -> float.class;
            default -> double.class;
        };
    }

    /** The default value of a field. */
    static Object of(Class<?> type) {
        if (!type.isPrimitive()) {
            return null;
        }
        return boxed(java.lang.invoke.MethodType.methodType(type).toMethodDescriptorString().charAt(2), new byte[8], 0);
    }

    static Object boxed(char type, byte[] from, int at) {
        return switch (type) {
            case 'Z' -> from[at] != 0;
            case 'B' -> from[at];
            case 'C' -> (char) Bytes.getShort(from, at);
            case 'S' -> Bytes.getShort(from, at);
            case 'I' -> Bytes.getInt(from, at);
            case 'J' -> Bytes.getLong(from, at);
            case 'F' -> Float.intBitsToFloat(Bytes.getInt(from, at));
            default -> Double.longBitsToDouble(Bytes.getLong(from, at));
        };
    }
}
