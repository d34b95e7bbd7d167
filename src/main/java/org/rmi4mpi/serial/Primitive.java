package org.rmi4mpi.serial;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The primitive types: their sizes and letters, boxed values as bits, and arrays, which are copied in bulk to bytes and
 * from bytes. Stateless.
 */
public enum Primitive {
    BOOLEAN(boolean.class, 1) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            for (int i = 0; i < count; i++) {
                to.put((byte) (((boolean[]) array)[from + i] ? 1 : 0));
            }
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            for (int i = 0; i < count; i++) {
                ((boolean[]) array)[to + i] = from.get() != 0;
            }
        }
    },
    BYTE(byte.class, 1) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.put((byte[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.get((byte[]) array, to, count);
        }
    },
    CHAR(char.class, 2) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asCharBuffer().put((char[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.asCharBuffer().get((char[]) array, to, count);
        }
    },
    SHORT(short.class, 2) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asShortBuffer().put((short[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.asShortBuffer().get((short[]) array, to, count);
        }
    },
    INT(int.class, 4) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asIntBuffer().put((int[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.asIntBuffer().get((int[]) array, to, count);
        }
    },
    LONG(long.class, 8) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asLongBuffer().put((long[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.asLongBuffer().get((long[]) array, to, count);
        }
    },
    FLOAT(float.class, 4) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asFloatBuffer().put((float[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.asFloatBuffer().get((float[]) array, to, count);
        }
    },
    DOUBLE(double.class, 8) {
        @Override
        void put(Object array, int from, int count, ByteBuffer to) {
            to.asDoubleBuffer().put((double[]) array, from, count);
        }

        @Override
        void get(Object array, int to, int count, ByteBuffer from) {
            from.asDoubleBuffer().get((double[]) array, to, count);
        }
    };

    /** Minimum size in bytes of an array that is not copied through the buffer of the stream. */
    static final int LEAST_DIRECT = 1 << 6;

    private static final Primitive[] ALL = values();
    private static final Map<String, Class<?>> CLASSES = classes();

    static {
        BOOLEAN.newArray(0); // Initialises the class that javac makes for switches, as Serializer.initialise explains.
    }

    final Class<?> type;
    final int size;
    private final long base;

    Primitive(Class<?> type, int size) {
        this.type = type;
        this.size = size;
        base = RawCopy.baseOf(type);
    }

    private static Map<String, Class<?>> classes() {
        Map<String, Class<?>> classes = new HashMap<>();
        for (Primitive each : ALL) {
            classes.put(each.type.getName(), each.type);
        }
        classes.put("void", void.class);
        return Map.copyOf(classes);
    }

    /** @throws IllegalArgumentException if the type is not primitive, or void */
    public static Primitive of(Class<?> type) {
        for (Primitive each : ALL) {
            if (each.type == type) {
                return each;
            }
        }
        throw new IllegalArgumentException(type + " is not primitive");
    }

    /** Returns null if the letter is not that of a primitive type. Letters are those of descriptors and class names. */
    static Primitive ofLetter(char letter) {
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

    /** Size of a field in bytes; 0 if its letter is not that of a primitive type. */
    static int sizeOf(char letter) {
        Primitive type = ofLetter(letter);
        return type == null ? 0 : type.size;
    }

    /** Returns the class of a primitive type or of void by its name; null for any other name. */
    static Class<?> classNamed(String name) {
        return CLASSES.get(name);
    }

    // ---- boxed values

    /** Boxes a value. A float has the bits of its int, and a smaller integer is extended to a long. */
    public Object fromBits(long bits) {
        return switch (this) {
            case BOOLEAN -> bits != 0;
            case BYTE -> (byte) bits;
            case CHAR -> (char) bits;
            case SHORT -> (short) bits;
            case INT -> (int) bits;
            case LONG -> bits;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
        };
    }

    /** The bits of a boxed value: the inverse of {@link #fromBits}. */
    public long toBits(Object value) {
        return switch (this) {
            case BOOLEAN -> (boolean) value ? 1 : 0;
            case BYTE -> (byte) value;
            case CHAR -> (char) value;
            case SHORT -> (short) value;
            case INT -> (int) value;
            case LONG -> (long) value;
            case FLOAT -> Float.floatToRawIntBits((float) value);
            case DOUBLE -> Double.doubleToRawLongBits((double) value);
        };
    }

    /** Size of a value in bytes. */
    public int size() {
        return size;
    }

    /** Reads a value in the machine's byte order. */
    Object read(byte[] from, int at) {
        return fromBits(switch (size) {
            case 1 -> from[at];
            case 2 -> Bytes.getShort(from, at);
            case 4 -> Bytes.getInt(from, at);
            default -> Bytes.getLong(from, at);
        });
    }

    /** Reads a value at the buffer's position. */
    public Object read(ByteBuffer from) {
        return fromBits(switch (size) {
            case 1 -> from.get();
            case 2 -> from.getShort();
            case 4 -> from.getInt();
            default -> from.getLong();
        });
    }

    /** Writes a value at the buffer's position. */
    public void write(Object value, ByteBuffer to) {
        long bits = toBits(value);
        switch (size) {
            case 1 -> to.put((byte) bits);
            case 2 -> to.putShort((short) bits);
            case 4 -> to.putInt((int) bits);
            default -> to.putLong(bits);
        }
    }

    // ---- arrays

    final void copyOut(Object array, int from, int count, byte[] to, int at) {
        if (RawCopy.IS_USABLE) {
            RawCopy.copy(array, base + (long) from * size, to, RawCopy.BYTES + at, (long) count * size);
        } else if (this == BYTE) {
            System.arraycopy(array, from, to, at, count);
        } else if (count * size < LEAST_DIRECT) {
            for (int i = 0; i < count; i++) {
                putElement(array, from + i, to, at + i * size);
            }
        } else {
            put(array, from, count, buffer(to, at));
        }
    }

    final void copyIn(Object array, int to, int count, byte[] from, int at) {
        if (RawCopy.IS_USABLE && this != BOOLEAN) {
            RawCopy.copy(from, RawCopy.BYTES + at, array, base + (long) to * size, (long) count * size);
        } else {
            get(array, to, count, buffer(from, at));
        }
    }

    /** Copies a whole array. */
    final void copyOut(Object array, int count, ByteBuffer to) {
        copyOut(array, 0, count, to);
    }

    /** Copies a part of an array, and moves the buffer's position behind it. */
    final void copyOut(Object array, int from, int count, ByteBuffer to) {
        int position = to.position();
        if (RawCopy.IS_USABLE) {
            RawCopy.copyOut(array, base + (long) from * size, to, count * size);
        } else {
            put(array, from, count, to);
        }
        to.position(position + count * size);
    }

    /** Copies a whole array from an index of the buffer, and leaves the buffer's position unchanged. */
    final void copyIn(Object array, int count, ByteBuffer from, int at) {
        copyIn(array, 0, count, from, at);
    }

    /** Copies a part of an array from an index of the buffer, and leaves the buffer's position unchanged. */
    final void copyIn(Object array, int to, int count, ByteBuffer from, int at) {
        if (RawCopy.IS_USABLE && this != BOOLEAN) {
            RawCopy.copyIn(from, at, array, base + (long) to * size, count * size);
            return;
        }
        int position = from.position();
        from.position(at);
        get(array, to, count, from);
        from.position(position);
    }

    private void putElement(Object array, int index, byte[] to, int at) {
        switch (this) {
            case BOOLEAN -> to[at] = (byte) (((boolean[]) array)[index] ? 1 : 0);
            case BYTE -> to[at] = ((byte[]) array)[index];
            case CHAR -> Bytes.putShort(to, at, (short) ((char[]) array)[index]);
            case SHORT -> Bytes.putShort(to, at, ((short[]) array)[index]);
            case INT -> Bytes.putInt(to, at, ((int[]) array)[index]);
            case LONG -> Bytes.putLong(to, at, ((long[]) array)[index]);
            case FLOAT -> Bytes.putInt(to, at, Float.floatToRawIntBits(((float[]) array)[index]));
            default -> Bytes.putLong(to, at, Double.doubleToRawLongBits(((double[]) array)[index]));
        }
    }

    private static ByteBuffer buffer(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes, at, bytes.length - at).order(ByteOrder.nativeOrder());
    }

    Object newArray(int length) {
        return switch (this) {
            case BOOLEAN -> new boolean[length];
            case BYTE -> new byte[length];
            case CHAR -> new char[length];
            case SHORT -> new short[length];
            case INT -> new int[length];
            case LONG -> new long[length];
            case FLOAT -> new float[length];
            case DOUBLE -> new double[length];
        };
    }

    Object newArray(int length, byte[] from, int at) {
        if (this == BYTE) {
            return Arrays.copyOfRange(from, at, at + length); // this copy is not zeroed first
        }
        Object array = newArray(length);
        copyIn(array, 0, length, from, at);
        return array;
    }

    /**
     * Copies to the buffer, from its position on. Whether the position advances is unspecified. The buffer is in native order.
     * An override for each type, not a switch: the JIT compiler then keeps the buffer's view out of the heap.
     */
    abstract void put(Object array, int from, int count, ByteBuffer to);

    /** The inverse of {@link #put}. */
    abstract void get(Object array, int to, int count, ByteBuffer from);
}
