package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A view of a complex number of {@link MPI#FLOAT_COMPLEX}: two numbers of type float, the real part first. */
public final class FloatComplex {
    private final FloatBuffer buffer;
    private final int offset;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = 2 * index;
    }

    /**
     * The first number of several.
     *
     * @param buffer complex numbers
     * @return a view
     */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * One number of several.
     *
     * @param buffer complex numbers
     * @param index of the number
     * @return a view
     */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer, index);
    }

    /**
     * The first number of several.
     *
     * @param array complex numbers
     * @return a view
     */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /**
     * One number of several.
     *
     * @param array complex numbers
     * @param index of the number
     * @return a view
     */
    public static FloatComplex get(float[] array, int index) {
        return new FloatComplex(FloatBuffer.wrap(array), index);
    }

    /**
     * The first number of several.
     *
     * @param buffer complex numbers
     * @return a view
     */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * One number of several.
     *
     * @param buffer complex numbers
     * @param index of the number
     * @return a view
     */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        return new FloatComplex(buffer.duplicate().clear().order(ByteOrder.nativeOrder()).asFloatBuffer(), index);
    }

    /**
     * The real part.
     *
     * @return its value
     */
    public float getReal() {
        return buffer.get(offset);
    }

    /**
     * The imaginary part.
     *
     * @return its value
     */
    public float getImag() {
        return buffer.get(offset + 1);
    }

    /**
     * Sets the real part.
     *
     * @param real the real part
     */
    public void putReal(float real) {
        buffer.put(offset, real);
    }

    /**
     * Sets the imaginary part.
     *
     * @param imag the imaginary part
     */
    public void putImag(float imag) {
        buffer.put(offset + 1, imag);
    }

    /**
     * The two numbers.
     *
     * @return a buffer of two
     */
    public FloatBuffer getBuffer() {
        return buffer.slice(offset, 2);
    }
}
