package org.rmi4mpi.tests.ranks;

import java.lang.reflect.Array;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;

/** One of the eight primitive types: its datatype, and arrays of it that are easy to tell apart. */
enum Arrays8 {
    BYTE(MPI.BYTE, byte.class),
    CHAR(MPI.CHAR, char.class),
    SHORT(MPI.SHORT, short.class),
    BOOLEAN(MPI.BOOLEAN, boolean.class),
    INT(MPI.INT, int.class),
    LONG(MPI.LONG, long.class),
    FLOAT(MPI.FLOAT, float.class),
    DOUBLE(MPI.DOUBLE, double.class);

    static final List<Arrays8> NUMBERS = List.of(BYTE, SHORT, INT, LONG, FLOAT, DOUBLE);

    final Datatype type;
    private final Class<?> component;

    Arrays8(Datatype type, Class<?> component) {
        this.type = type;
        this.component = component;
    }

    Object zeros(int length) {
        return Array.newInstance(component, length);
    }

    /** Returns the elements seed, seed + 1 and so on, in this type. */
    Object filled(int length, int seed) {
        Object array = zeros(length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, value(seed + i));
        }
        return array;
    }

    Object value(int number) {
        return switch (this) {
            case BYTE -> (byte) number;
            case CHAR -> (char) number;
            case SHORT -> (short) number;
            case BOOLEAN -> number % 3 == 0;
            case INT -> number;
            case LONG -> number + (1L << 40);
            case FLOAT -> number + 0.5f;
            case DOUBLE -> number + 0.25;
        };
    }
}
