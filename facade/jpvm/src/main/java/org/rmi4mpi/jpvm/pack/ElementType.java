package org.rmi4mpi.jpvm.pack;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The types of buffer elements. The codes are those of jpvmDataType. Stateless. */
public enum ElementType {
    NONE("nothing", null, 0),
    BYTE("byte", byte.class, 1) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.put((byte[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.get((byte[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((byte[]) array, count);
        }
    },
    CHAR("char", char.class, 2) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.asCharBuffer().put((char[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.asCharBuffer().get((char[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((char[]) array, count);
        }
    },
    SHORT("short", short.class, 2) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.asShortBuffer().put((short[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.asShortBuffer().get((short[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((short[]) array, count);
        }
    },
    INT("int", int.class, 4) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.asIntBuffer().put((int[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.asIntBuffer().get((int[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((int[]) array, count);
        }
    },
    LONG("long", long.class, 8) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.asLongBuffer().put((long[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.asLongBuffer().get((long[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((long[]) array, count);
        }
    },
    FLOAT("float", float.class, 4) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.asFloatBuffer().put((float[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.asFloatBuffer().get((float[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((float[]) array, count);
        }
    },
    DOUBLE("double", double.class, 8) {
        @Override
        public void put(ByteBuffer to, Object array, int from, int count) {
            to.asDoubleBuffer().put((double[]) array, from, count);
        }

        @Override
        public void get(ByteBuffer from, Object array, int to, int count) {
            from.asDoubleBuffer().get((double[]) array, to, count);
        }

        @Override
        Object copyOf(Object array, int count) {
            return Arrays.copyOf((double[]) array, count);
        }
    },
    STRING("String", null, 0),
    TASK_ID("jpvmTaskId", null, 0),
    OBJECT("Object", null, 0);

    private static final ElementType[] ALL = values();

    private final String text;
    private final Class<?> component;
    /** Size of one value, in bytes; 0 if sizes vary. */
    public final int size;

    ElementType(String text, Class<?> component, int size) {
        this.text = text;
        this.component = component;
        this.size = size;
    }

    public static ElementType of(int code) {
        return code > 0 && code < ALL.length ? ALL[code] : NONE;
    }

    public Object newArray(int length) {
        return Array.newInstance(component, length);
    }

    /**
     * Copies adjacent values, in native byte order, to the buffer at its position. May or may not advance the position.
     */
    public void put(ByteBuffer to, Object array, int from, int count) {
        throw new AssertionError(this + " has no arrays");
    }

    public void get(ByteBuffer from, Object array, int to, int count) {
        throw new AssertionError(this + " has no arrays");
    }

    /** Copies the first values of an array, without zeroing the new array first. */
    Object copyOf(Object array, int count) {
        throw new AssertionError(this + " has no arrays");
    }

    public static ByteBuffer view(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public String toString() {
        return text;
    }
}
