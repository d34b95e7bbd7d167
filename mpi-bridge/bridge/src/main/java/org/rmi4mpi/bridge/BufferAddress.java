package org.rmi4mpi.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Reads the address of a direct buffer. Reading the JVM's own field takes a nanosecond, JNI a hundred. From JDK 22 on,
 * MemorySegment gives access to it, before that Unsafe. Stateless.
 */
final class BufferAddress {
    /**
     * Maps a Buffer to the address of its first element, independent of its position. Null if only JNI is available.
     */
    private static final MethodHandle READER = reader();

    private BufferAddress() {}

    static long of(Buffer direct) {
        try {
            return READER == null ? Mpi.address0(direct) : (long) READER.invokeExact(direct);
        } catch (Throwable e) {
            return Mpi.address0(direct);
        }
    }

    private static MethodHandle reader() {
        try {
            return Runtime.version().feature() >= 22 ? bySegment() : byUnsafe();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // Neither way exists in this JVM, so JNI is used.
        }
    }

    /**
     * Computes {@code MemorySegment.ofBuffer(direct).address()} minus the bytes before the position, because a segment
     * begins at the buffer's position.
     */
    private static MethodHandle bySegment() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        MethodHandle ofBuffer = lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, Buffer.class));
        MethodHandle address = lookup.findVirtual(segment, "address", MethodType.methodType(long.class));
        MethodHandle ofPosition = MethodHandles.filterReturnValue(ofBuffer, address);
        MethodHandle before = lookup.findStatic(
                BufferAddress.class, "bytesBefore", MethodType.methodType(long.class, Buffer.class));
        MethodHandle difference = lookup.findStatic(
                BufferAddress.class, "difference", MethodType.methodType(long.class, long.class, long.class));
        return MethodHandles.permuteArguments(
                MethodHandles.filterArguments(difference, 0, ofPosition, before),
                MethodType.methodType(long.class, Buffer.class), 0, 0);
    }

    @SuppressWarnings("unused") // found by its name
    private static long difference(long a, long b) {
        return a - b;
    }

    /** Bytes between the buffer's beginning and its position. */
    @SuppressWarnings("unused") // found by its name
    private static long bytesBefore(Buffer direct) {
        int shift = direct instanceof ByteBuffer ? 0
                : direct instanceof CharBuffer || direct instanceof ShortBuffer ? 1
                : direct instanceof LongBuffer || direct instanceof DoubleBuffer ? 3 : 2;
        return (long) direct.position() << shift;
    }

    private static MethodHandle byUnsafe() throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field instance = type.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Object unsafe = instance.get(null);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle offset = lookup.findVirtual(
                type, "objectFieldOffset", MethodType.methodType(long.class, Field.class));
        MethodHandle getLong = lookup.findVirtual(
                type, "getLong", MethodType.methodType(long.class, Object.class, long.class));
        try {
            long at = (long) offset.invoke(unsafe, Buffer.class.getDeclaredField("address"));
            return MethodHandles.insertArguments(getLong.bindTo(unsafe), 1, at)
                    .asType(MethodType.methodType(long.class, Buffer.class));
        } catch (Throwable e) {
            throw new ReflectiveOperationException(e);
        }
    }
}
