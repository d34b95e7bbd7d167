package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.rmi4mpi.message.data.Check;

/** Makes buffers, and parts of buffers. {@link MPI} inherits these methods. */
public class MpiBuffers extends MpiConstants {
    MpiBuffers() {}

    private static ByteBuffer memory(String call, int capacity, int size) {
        long bytes = (long) capacity * size;
        Check.argument(call, bytes >= 0 && bytes <= Integer.MAX_VALUE, "capacity", capacity,
                "0 to " + Integer.MAX_VALUE / size);
        return ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder());
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static ByteBuffer newByteBuffer(int capacity) {
        return memory("newByteBuffer", capacity, 1);
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static CharBuffer newCharBuffer(int capacity) {
        return memory("newCharBuffer", capacity, 2).asCharBuffer();
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static ShortBuffer newShortBuffer(int capacity) {
        return memory("newShortBuffer", capacity, 2).asShortBuffer();
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static IntBuffer newIntBuffer(int capacity) {
        return memory("newIntBuffer", capacity, 4).asIntBuffer();
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static LongBuffer newLongBuffer(int capacity) {
        return memory("newLongBuffer", capacity, 8).asLongBuffer();
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return memory("newFloatBuffer", capacity, 4).asFloatBuffer();
    }

    /**
     * A direct buffer, in native byte order.
     *
     * @param capacity elements
     * @return a new buffer
     */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return memory("newDoubleBuffer", capacity, 8).asDoubleBuffer();
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice().order(buf.order());
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice();
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice();
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice();
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice();
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice();
    }

    /**
     * The part of a buffer from an element on.
     *
     * @param buf a buffer, direct or over an array
     * @param offset in elements
     * @return a view
     */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        return buf.duplicate().clear().position(offset).slice();
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return ByteBuffer.wrap(buf).position(offset).slice().order(ByteOrder.nativeOrder());
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static CharBuffer slice(char[] buf, int offset) {
        return CharBuffer.wrap(buf).position(offset).slice();
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static ShortBuffer slice(short[] buf, int offset) {
        return ShortBuffer.wrap(buf).position(offset).slice();
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static IntBuffer slice(int[] buf, int offset) {
        return IntBuffer.wrap(buf).position(offset).slice();
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static LongBuffer slice(long[] buf, int offset) {
        return LongBuffer.wrap(buf).position(offset).slice();
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static FloatBuffer slice(float[] buf, int offset) {
        return FloatBuffer.wrap(buf).position(offset).slice();
    }

    /**
     * The part of an array from an element on.
     *
     * @param buf an array
     * @param offset in elements
     * @return a view
     */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return DoubleBuffer.wrap(buf).position(offset).slice();
    }
}
