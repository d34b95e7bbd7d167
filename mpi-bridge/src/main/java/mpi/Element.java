package mpi;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;

/**
 * A primitive type as MPI sees it: what its arrays are in Java and in C, and how elements are copied
 * between an array and native memory. Stateless.
 */
enum Element {
    BYTE(byte[].class, 1, "MPI_SIGNED_CHAR") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.put(0, (byte[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.get(0, (byte[]) array, offset, count);
        }
    },
    CHAR(char[].class, 2, "MPI_UNSIGNED_SHORT") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.asCharBuffer().put((char[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.asCharBuffer().get((char[]) array, offset, count);
        }
    },
    SHORT(short[].class, 2, "MPI_SHORT") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.asShortBuffer().put((short[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.asShortBuffer().get((short[]) array, offset, count);
        }
    },
    BOOLEAN(boolean[].class, 1, "MPI_C_BOOL") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            boolean[] elements = (boolean[]) array;
            for (int i = 0; i < count; i++) {
                to.put(i, (byte) (elements[offset + i] ? 1 : 0));
            }
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            boolean[] elements = (boolean[]) array;
            for (int i = 0; i < count; i++) {
                elements[offset + i] = from.get(i) != 0;
            }
        }
    },
    INT(int[].class, 4, "MPI_INT") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.asIntBuffer().put((int[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.asIntBuffer().get((int[]) array, offset, count);
        }
    },
    LONG(long[].class, 8, "MPI_LONG") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.asLongBuffer().put((long[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.asLongBuffer().get((long[]) array, offset, count);
        }
    },
    FLOAT(float[].class, 4, "MPI_FLOAT") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.asFloatBuffer().put((float[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.asFloatBuffer().get((float[]) array, offset, count);
        }
    },
    DOUBLE(double[].class, 8, "MPI_DOUBLE") {
        @Override
        void write(Object array, int offset, int count, ByteBuffer to) {
            to.asDoubleBuffer().put((double[]) array, offset, count);
        }

        @Override
        void read(ByteBuffer from, Object array, int offset, int count) {
            from.asDoubleBuffer().get((double[]) array, offset, count);
        }
    };

    private final Class<?> arrayType;
    private final int size;
    private final String nameInC;

    Element(Class<?> arrayType, int size, String nameInC) {
        this.arrayType = arrayType;
        this.size = size;
        this.nameInC = nameInC;
    }

    /** Copies elements of an array to the buffer's start; position and limit stay where they are. */
    abstract void write(Object array, int offset, int count, ByteBuffer to);

    /** Copies elements from the buffer's start into an array; position and limit stay where they are. */
    abstract void read(ByteBuffer from, Object array, int offset, int count);

    /** Bytes of an element. */
    int size() {
        return size;
    }

    String nameInC() {
        return nameInC;
    }

    boolean isArray(Object buf) {
        return arrayType.isInstance(buf);
    }

    String arrayName() {
        return arrayType.getSimpleName();
    }

    static int length(Object array) {
        return Array.getLength(array);
    }
}
