package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** A view of a complex number of {@link MPI#DOUBLE_COMPLEX}: two numbers of type double, the real part first. */
public final class DoubleComplex {
    private final DoubleBuffer buffer;
    private final int offset;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        this.offset = 2 * index;
    }

    /**
     * The first number of several.
     *
     * @param buffer complex numbers
     * @return a view
     */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * One number of several.
     *
     * @param buffer complex numbers
     * @param index of the number
     * @return a view
     */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer, index);
    }

    /**
     * The first number of several.
     *
     * @param array complex numbers
     * @return a view
     */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /**
     * One number of several.
     *
     * @param array complex numbers
     * @param index of the number
     * @return a view
     */
    public static DoubleComplex get(double[] array, int index) {
        return new DoubleComplex(DoubleBuffer.wrap(array), index);
    }

    /**
     * The first number of several.
     *
     * @param buffer complex numbers
     * @return a view
     */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * One number of several.
     *
     * @param buffer complex numbers
     * @param index of the number
     * @return a view
     */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        return new DoubleComplex(buffer.duplicate().clear().order(ByteOrder.nativeOrder()).asDoubleBuffer(), index);
    }

    /**
     * The real part.
     *
     * @return its value
     */
    public double getReal() {
        return buffer.get(offset);
    }

    /**
     * The imaginary part.
     *
     * @return its value
     */
    public double getImag() {
        return buffer.get(offset + 1);
    }

    /**
     * Sets the real part.
     *
     * @param real the real part
     */
    public void putReal(double real) {
        buffer.put(offset, real);
    }

    /**
     * Sets the imaginary part.
     *
     * @param imag the imaginary part
     */
    public void putImag(double imag) {
        buffer.put(offset + 1, imag);
    }

    /**
     * The two numbers.
     *
     * @return a buffer of two
     */
    public DoubleBuffer getBuffer() {
        return buffer.slice(offset, 2);
    }
}
