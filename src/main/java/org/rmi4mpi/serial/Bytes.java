package org.rmi4mpi.serial;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import sun.misc.Unsafe;

/**
 * Accesses numbers in byte arrays, in the machine's byte order or in network byte order. Stateless.
 *
 * <p>By Unsafe up to JDK 23, and by variable handles from 24 on, where Unsafe warns. Compiled code is the same. The
 * interpreter takes ten methods for an access by a variable handle and four for one by Unsafe, and the first compiler has
 * less to compile at each place that writes or reads a number.
 */
@SuppressWarnings("deprecation") // JDKs up to 23 have no other way that is as fast
final class Bytes {
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    /** Whether numbers may lie at any address for Unsafe, too. */
    private static final boolean BY_UNSAFE = Runtime.version().feature() < 24
            && List.of("amd64", "x86_64", "aarch64", "ppc64le").contains(System.getProperty("os.arch"));
    private static final Unsafe UNSAFE = TheUnsafe.UNSAFE;
    private static final long BASE = Unsafe.ARRAY_BYTE_BASE_OFFSET;
    private static final boolean IS_LITTLE = ORDER == ByteOrder.LITTLE_ENDIAN;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ORDER);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ORDER);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);

    private Bytes() {}

    /** Big-endian, as {@link java.io.DataOutput} specifies: a program may read the bytes of a number that it wrote. */
    static void putBigShort(byte[] to, int at, short value) {
        putShort(to, at, IS_LITTLE ? Short.reverseBytes(value) : value);
    }

    static short getBigShort(byte[] from, int at) {
        short value = getShort(from, at);
        return IS_LITTLE ? Short.reverseBytes(value) : value;
    }

    static void putBigInt(byte[] to, int at, int value) {
        putInt(to, at, IS_LITTLE ? Integer.reverseBytes(value) : value);
    }

    static int getBigInt(byte[] from, int at) {
        int value = getInt(from, at);
        return IS_LITTLE ? Integer.reverseBytes(value) : value;
    }

    static void putBigLong(byte[] to, int at, long value) {
        putLong(to, at, IS_LITTLE ? Long.reverseBytes(value) : value);
    }

    static long getBigLong(byte[] from, int at) {
        long value = getLong(from, at);
        return IS_LITTLE ? Long.reverseBytes(value) : value;
    }

    static void putShort(byte[] to, int at, short value) {
        if (BY_UNSAFE) {
            UNSAFE.putShort(to, BASE + Objects.checkIndex(at, to.length - (Short.BYTES - 1)), value);
        } else {
            SHORT.set(to, at, value);
        }
    }

    static short getShort(byte[] from, int at) {
        return BY_UNSAFE ? UNSAFE.getShort(from, BASE + Objects.checkIndex(at, from.length - (Short.BYTES - 1)))
                : (short) SHORT.get(from, at);
    }

    static void putInt(byte[] to, int at, int value) {
        if (BY_UNSAFE) {
            UNSAFE.putInt(to, BASE + Objects.checkIndex(at, to.length - (Integer.BYTES - 1)), value);
        } else {
            INT.set(to, at, value);
        }
    }

    static int getInt(byte[] from, int at) {
        return BY_UNSAFE ? UNSAFE.getInt(from, BASE + Objects.checkIndex(at, from.length - (Integer.BYTES - 1)))
                : (int) INT.get(from, at);
    }

    /** Stores two ints, one after the other. */
    static void putInts(byte[] to, int at, int first, int second) {
        putLong(to, at, (long) (IS_LITTLE ? second : first) << 32 | (IS_LITTLE ? first : second) & 0xFFFFFFFFL);
    }

    static void putLong(byte[] to, int at, long value) {
        if (BY_UNSAFE) {
            UNSAFE.putLong(to, BASE + Objects.checkIndex(at, to.length - (Long.BYTES - 1)), value);
        } else {
            LONG.set(to, at, value);
        }
    }

    static long getLong(byte[] from, int at) {
        return BY_UNSAFE ? UNSAFE.getLong(from, BASE + Objects.checkIndex(at, from.length - (Long.BYTES - 1)))
                : (long) LONG.get(from, at);
    }
}
