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
 * Where a direct buffer's memory begins. The JVM's own field tells in a nanosecond, JNI in a hundred: from JDK 22 on it
 * is read through MemorySegment, before by Unsafe. Stateless.
 */
final class BufferAddress {
    /** From Buffer to long; of the first element, whatever the position. */
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
            return null; // a JVM without either: JNI remains
        }
    }

    /** {@code MemorySegment.ofBuffer(direct.duplicate at 0).address()}: a segment begins at the buffer's position. */
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

    private static long difference(long a, long b) {
        return a - b;
    }

    /** Between the buffer's beginning and its position. */
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
