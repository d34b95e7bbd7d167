package org.rmi4mpi.message.data;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * A primitive type: the classes of its arrays and buffers in Java, its name in C, and the copying of elements between
 * an array and the memory of a message. Stateless.
 */
public enum Element {
    BYTE(byte.class, ByteBuffer.class, 1, "MPI_SIGNED_CHAR") {
        @Override
        int length(Object array) {
            return ((byte[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.put(at, (byte[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.get(at, (byte[]) array, offset, count);
        }
    },
    CHAR(char.class, CharBuffer.class, 2, "MPI_UNSIGNED_SHORT") {
        @Override
        int length(Object array) {
            return ((char[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.asCharBuffer().put(at / 2, (char[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.asCharBuffer().get(at / 2, (char[]) array, offset, count);
        }
    },
    SHORT(short.class, ShortBuffer.class, 2, "MPI_SHORT") {
        @Override
        int length(Object array) {
            return ((short[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.asShortBuffer().put(at / 2, (short[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.asShortBuffer().get(at / 2, (short[]) array, offset, count);
        }
    },
    BOOLEAN(boolean.class, ByteBuffer.class, 1, "MPI_C_BOOL") {
        @Override
        int length(Object array) {
            return ((boolean[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            boolean[] elements = (boolean[]) array;
            for (int i = 0; i < count; i++) {
                to.put(at + i, (byte) (elements[offset + i] ? 1 : 0));
            }
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            boolean[] elements = (boolean[]) array;
            for (int i = 0; i < count; i++) {
                elements[offset + i] = from.get(at + i) != 0;
            }
        }
    },
    INT(int.class, IntBuffer.class, 4, "MPI_INT") {
        @Override
        int length(Object array) {
            return ((int[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.asIntBuffer().put(at / 4, (int[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.asIntBuffer().get(at / 4, (int[]) array, offset, count);
        }
    },
    LONG(long.class, LongBuffer.class, 8, "MPI_LONG") {
        @Override
        int length(Object array) {
            return ((long[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.asLongBuffer().put(at / 8, (long[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.asLongBuffer().get(at / 8, (long[]) array, offset, count);
        }
    },
    FLOAT(float.class, FloatBuffer.class, 4, "MPI_FLOAT") {
        @Override
        int length(Object array) {
            return ((float[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.asFloatBuffer().put(at / 4, (float[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.asFloatBuffer().get(at / 4, (float[]) array, offset, count);
        }
    },
    DOUBLE(double.class, DoubleBuffer.class, 8, "MPI_DOUBLE") {
        @Override
        int length(Object array) {
            return ((double[]) array).length;
        }

        @Override
        public void write(Object array, int offset, int count, ByteBuffer to, int at) {
            to.asDoubleBuffer().put(at / 8, (double[]) array, offset, count);
        }

        @Override
        public void read(ByteBuffer from, int at, Object array, int offset, int count) {
            from.asDoubleBuffer().get(at / 8, (double[]) array, offset, count);
        }
    };

    private final Class<?> type;
    private final Class<?> arrayType;
    private final Class<? extends Buffer> bufferType;
    private final int size;
    private final String nameInC;

    Element(Class<?> type, Class<? extends Buffer> bufferType, int size, String nameInC) {
        this.type = type;
        this.arrayType = type.arrayType();
        this.bufferType = bufferType;
        this.size = size;
        this.nameInC = nameInC;
    }

    /** Copies elements of an array into a message, from a byte position that is a multiple of their size. */
    public abstract void write(Object array, int offset, int count, ByteBuffer to, int at);

    /** Copies elements out of a message, from a byte position that is a multiple of their size. */
    public abstract void read(ByteBuffer from, int at, Object array, int offset, int count);

    /** The length of an array. The JVM's first compiler makes a native call of {@link Array#getLength}. */
    abstract int length(Object array);

    /** Bytes of an element. */
    public int size() {
        return size;
    }

    String nameInC() {
        return nameInC;
    }

    public Object newArray(int length) {
        return Array.newInstance(type, length);
    }

    boolean isArray(Object buf) {
        return buf != null && buf.getClass() == arrayType; // faster than isInstance in code of the first compiler
    }

    /**
     * Whether an object is a buffer of this type. A ByteBuffer holds elements of any type; for bytes, any direct buffer
     * stands for its memory.
     */
    boolean isBuffer(Object buf) {
        return bufferType.isInstance(buf) || buf instanceof ByteBuffer
                || this == BYTE && buf instanceof Buffer buffer && buffer.isDirect();
    }

    /** Bytes of an element of a buffer. */
    static int sizeIn(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 1;
        } else if (buffer instanceof CharBuffer || buffer instanceof ShortBuffer) {
            return 2;
        }
        return buffer instanceof IntBuffer || buffer instanceof FloatBuffer ? 4 : 8;
    }

    String arrayName() {
        return arrayType.getSimpleName();
    }
}
