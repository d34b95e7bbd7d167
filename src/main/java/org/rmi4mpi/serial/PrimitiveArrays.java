package org.rmi4mpi.serial;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Arrays of a primitive type: copied into a message's bytes and out of them in one piece. Stateless. */
enum PrimitiveArrays {
    BOOLEAN(boolean.class, 1) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            boolean[] elements = (boolean[]) array;
            for (int i = 0; i < length; i++) {
                to[at + i] = (byte) (elements[i] ? 1 : 0);
            }
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            boolean[] elements = new boolean[length];
            for (int i = 0; i < length; i++) {
                elements[i] = from[at + i] != 0;
            }
            return elements;
        }
    },
    BYTE(byte.class, 1) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            System.arraycopy(array, 0, to, at, length);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            return java.util.Arrays.copyOfRange(from, at, at + length);
        }
    },
    CHAR(char.class, 2) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            buffer(to, at).asCharBuffer().put((char[]) array);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            char[] elements = new char[length];
            buffer(from, at).asCharBuffer().get(elements);
            return elements;
        }
    },
    SHORT(short.class, 2) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            buffer(to, at).asShortBuffer().put((short[]) array);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            short[] elements = new short[length];
            buffer(from, at).asShortBuffer().get(elements);
            return elements;
        }
    },
    INT(int.class, 4) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            buffer(to, at).asIntBuffer().put((int[]) array);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            int[] elements = new int[length];
            buffer(from, at).asIntBuffer().get(elements);
            return elements;
        }
    },
    LONG(long.class, 8) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            buffer(to, at).asLongBuffer().put((long[]) array);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            long[] elements = new long[length];
            buffer(from, at).asLongBuffer().get(elements);
            return elements;
        }
    },
    FLOAT(float.class, 4) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            buffer(to, at).asFloatBuffer().put((float[]) array);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            float[] elements = new float[length];
            buffer(from, at).asFloatBuffer().get(elements);
            return elements;
        }
    },
    DOUBLE(double.class, 8) {
        @Override
        void copyOut(Object array, byte[] to, int at, int length) {
            buffer(to, at).asDoubleBuffer().put((double[]) array);
        }

        @Override
        Object copyIn(byte[] from, int at, int length) {
            double[] elements = new double[length];
            buffer(from, at).asDoubleBuffer().get(elements);
            return elements;
        }
    };

    private final Class<?> type;
    final int size;

    PrimitiveArrays(Class<?> type, int size) {
        this.type = type;
        this.size = size;
    }

    static PrimitiveArrays of(Class<?> component) {
        for (PrimitiveArrays each : values()) {
            if (each.type == component) {
                return each;
            }
        }
        throw new IllegalArgumentException(component + " is not primitive");
    }

    /** By the letter of a class's name; null for one that is no primitive type's. */
    static PrimitiveArrays ofSignature(char letter) {
        return switch (letter) {
            case 'Z' -> BOOLEAN;
            case 'B' -> BYTE;
            case 'C' -> CHAR;
            case 'S' -> SHORT;
            case 'I' -> INT;
            case 'J' -> LONG;
            case 'F' -> FLOAT;
            case 'D' -> DOUBLE;
            default -> null;
        };
    }

    private static ByteBuffer buffer(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes, at, bytes.length - at).slice().order(ByteOrder.nativeOrder());
    }

    abstract void copyOut(Object array, byte[] to, int at, int length);

    abstract Object copyIn(byte[] from, int at, int length);
}
