package org.rmi4mpi.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Accesses numbers in byte arrays, in the machine's byte order or in network byte order. Stateless. */
final class Bytes {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ORDER);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ORDER);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);

    /** Big-endian, as {@link java.io.DataOutput} specifies: a program may read the bytes of a number that it wrote. */
    private static final VarHandle BIG_SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BIG_LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Bytes() {}

    static void putBigShort(byte[] to, int at, short value) {
        BIG_SHORT.set(to, at, value);
    }

    static short getBigShort(byte[] from, int at) {
        return (short) BIG_SHORT.get(from, at);
    }

    static void putBigInt(byte[] to, int at, int value) {
        BIG_INT.set(to, at, value);
    }

    static int getBigInt(byte[] from, int at) {
        return (int) BIG_INT.get(from, at);
    }

    static void putBigLong(byte[] to, int at, long value) {
        BIG_LONG.set(to, at, value);
    }

    static long getBigLong(byte[] from, int at) {
        return (long) BIG_LONG.get(from, at);
    }

    static void putShort(byte[] to, int at, short value) {
        SHORT.set(to, at, value);
    }

    static short getShort(byte[] from, int at) {
        return (short) SHORT.get(from, at);
    }

    static void putInt(byte[] to, int at, int value) {
        INT.set(to, at, value);
    }

    static int getInt(byte[] from, int at) {
        return (int) INT.get(from, at);
    }

    /** Stores two ints, one after the other. */
    static void putInts(byte[] to, int at, int first, int second) {
        boolean firstIsLow = ORDER == ByteOrder.LITTLE_ENDIAN;
        LONG.set(to, at, (long) (firstIsLow ? second : first) << 32 | (firstIsLow ? first : second) & 0xFFFFFFFFL);
    }

    static void putLong(byte[] to, int at, long value) {
        LONG.set(to, at, value);
    }

    static long getLong(byte[] from, int at) {
        return (long) LONG.get(from, at);
    }
}
