package jpvm;

import org.rmi4mpi.jpvm.pack.ArrayRange;
import org.rmi4mpi.jpvm.pack.ElementType;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.pack.Unpacking;
import org.rmi4mpi.jpvm.task.CurrentTask;
import org.rmi4mpi.jpvm.task.Task;

/**
 * The contents of a message. A buffer is a sequence of elements. Each element is one value, a String, or several values
 * of one type. Elements are unpacked in the order in which they were packed.
 *
 * <ul>
 *   <li>Packing copies the data at once. A buffer that was sent may be sent again, packed further, and unpacked. A
 *       buffer that was received may be sent on. Each receiver unpacks independently.
 *   <li>Types match exactly: a {@code char[]} is not a String, and an {@code int} is not a {@code long}. One value and
 *       an array with one element are the same. If a program unpacks fewer values than were packed, the remaining
 *       values of that element are lost.
 *   <li>Sender and receiver may use different strides. With stride s, the values are at index 0, s, 2s, and so on.
 *   <li>An element that could not be unpacked remains the next element. The error {@code buffer empty} means that there
 *       is not an element, or that the element has fewer values. The error {@code buffer type mismatch} means that the
 *       element has another type.
 * </ul>
 *
 * <p>Values are packed into memory without creating objects. Arrays of 32 KiB and more travel beside the rest of the
 * message, directly between the heaps if the collectors allow it. Used by one thread at a time.
 *
 * @see jpvmEnvironment#pvm_send
 */
public class jpvmBuffer {
    private final Packing packing;
    private final Unpacking unpacking;

    public jpvmBuffer() {
        this(new Packing());
    }

    jpvmBuffer(Packing contents) {
        packing = contents;
        unpacking = new Unpacking(contents);
    }

    Packing packing() {
        return packing;
    }

    /** Restarts unpacking at the first element. */
    public void rewind() {
        unpacking.rewind();
    }

    // ---- packing

    public void pack(byte value) {
        packing.pack(value);
    }

    /**
     * Packs the values at index 0, stride, 2 * stride, and so on as one element.
     *
     * @param n number of values
     * @param stride distance between values; 1 for adjacent values
     * @throws IllegalArgumentException if the array is null or too short, or n is negative
     */
    public void pack(byte[] d, int n, int stride) {
        packing.pack(ElementType.BYTE, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(char value) {
        packing.pack(value);
    }

    /** Works as {@link #pack(byte[], int, int)}. */
    public void pack(char[] d, int n, int stride) {
        packing.pack(ElementType.CHAR, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(short value) {
        packing.pack(value);
    }

    /** Works as {@link #pack(byte[], int, int)}. */
    public void pack(short[] d, int n, int stride) {
        packing.pack(ElementType.SHORT, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(int value) {
        packing.pack(value);
    }

    /** Works as {@link #pack(byte[], int, int)}. */
    public void pack(int[] d, int n, int stride) {
        packing.pack(ElementType.INT, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(long value) {
        packing.pack(value);
    }

    /** Works as {@link #pack(byte[], int, int)}. */
    public void pack(long[] d, int n, int stride) {
        packing.pack(ElementType.LONG, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(float value) {
        packing.pack(value);
    }

    /** Works as {@link #pack(byte[], int, int)}. */
    public void pack(float[] d, int n, int stride) {
        packing.pack(ElementType.FLOAT, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(double value) {
        packing.pack(value);
    }

    /** Works as {@link #pack(byte[], int, int)}. */
    public void pack(double[] d, int n, int stride) {
        packing.pack(ElementType.DOUBLE, d, d == null ? 0 : d.length, n, stride);
    }

    /** @param value may be null */
    public void pack(String value) {
        packing.pack(value);
    }

    /** @param value may be null */
    public void pack(jpvmTaskId value) {
        pack(new jpvmTaskId[] {value}, 1, 1);
    }

    /**
     * Packs task ids as one element.
     *
     * @param n number of task ids; each may be null
     * @param stride distance between task ids
     * @throws IllegalArgumentException if the array is null or too short, or n is negative
     */
    public void pack(jpvmTaskId[] d, int n, int stride) {
        ArrayRange.checkPacked("jpvmTaskId", d, d == null ? 0 : d.length, n, stride);
        String[] hosts = new String[n];
        int[] ports = new int[n];
        for (int i = 0; i < n; i++) {
            jpvmTaskId each = d[i * stride];
            hosts[i] = each == null ? null : each.getHost();
            ports[i] = each == null ? 0 : each.getPort();
        }
        packing.packTasks(hosts, ports);
    }

    // ---- unpacking

    public byte upkbyte() throws jpvmException {
        try {
            return unpacking.upkbyte();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /**
     * Unpacks the first n values of the next element into index 0, stride, 2 * stride, and so on.
     *
     * @param n number of values; at most the number that the element has
     * @param stride distance between their places in the array
     * @throws jpvmException if the next element has another type or fewer values, or the array is too short
     */
    public void unpack(byte[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.BYTE, d, d == null ? 0 : d.length, n, stride);
    }

    public char upkchar() throws jpvmException {
        try {
            return unpacking.upkchar();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Works as {@link #unpack(byte[], int, int)}. */
    public void unpack(char[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.CHAR, d, d == null ? 0 : d.length, n, stride);
    }

    public short upkshort() throws jpvmException {
        try {
            return unpacking.upkshort();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Works as {@link #unpack(byte[], int, int)}. */
    public void unpack(short[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.SHORT, d, d == null ? 0 : d.length, n, stride);
    }

    public int upkint() throws jpvmException {
        try {
            return unpacking.upkint();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Works as {@link #unpack(byte[], int, int)}. */
    public void unpack(int[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.INT, d, d == null ? 0 : d.length, n, stride);
    }

    public long upklong() throws jpvmException {
        try {
            return unpacking.upklong();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Works as {@link #unpack(byte[], int, int)}. */
    public void unpack(long[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.LONG, d, d == null ? 0 : d.length, n, stride);
    }

    public float upkfloat() throws jpvmException {
        try {
            return unpacking.upkfloat();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Works as {@link #unpack(byte[], int, int)}. */
    public void unpack(float[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.FLOAT, d, d == null ? 0 : d.length, n, stride);
    }

    public double upkdouble() throws jpvmException {
        try {
            return unpacking.upkdouble();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Works as {@link #unpack(byte[], int, int)}. */
    public void unpack(double[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.DOUBLE, d, d == null ? 0 : d.length, n, stride);
    }

    private void unpack(ElementType type, Object array, int length, int n, int stride) throws jpvmException {
        try {
            unpacking.unpack(type, array, length, n, stride);
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    public String upkstr() throws jpvmException {
        try {
            return unpacking.upkstr();
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    public jpvmTaskId upktid() throws jpvmException {
        jpvmTaskId[] one = new jpvmTaskId[1];
        unpack(one, 1, 1);
        return one[0];
    }

    /**
     * Unpacks the first n task ids of the next element.
     *
     * @param n number of task ids; at most the number that the element has
     * @param stride distance between their places in the array
     * @throws jpvmException if the next element has another type or fewer ids, or the array is too short
     */
    public void unpack(jpvmTaskId[] d, int n, int stride) throws jpvmException {
        String[] hosts;
        int[] ports;
        try {
            ArrayRange.checkUnpacked("jpvmTaskId", d, d == null ? 0 : d.length, n, stride);
            hosts = new String[n];
            ports = new int[n];
            unpacking.upkTasks(hosts, ports);
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
        for (int i = 0; i < n; i++) {
            d[i * stride] = hosts[i] == null ? null : new jpvmTaskId(hosts[i], ports[i]);
        }
    }

    // ---- extensions to JPVM

    /**
     * Packs an object as a remote call would pass it: together with the objects that it refers to. An exported remote
     * object is replaced by its stub.
     *
     * @param value may be null
     * @throws jpvmException if the object cannot be serialized
     */
    public void packObject(Object value) throws jpvmException {
        try {
            packing.packObject(value);
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /**
     * Unpacks an object that was packed by {@link #packObject}. Its classes are those of this task.
     *
     * @throws jpvmException if the next element has another type, or the object cannot be deserialized
     */
    public Object upkobject() throws jpvmException {
        Task task = CurrentTask.get();
        try {
            return unpacking.upkobject(task == null ? jpvmBuffer.class.getClassLoader() : task.loader());
        } catch (TaskException e) {
            throw Requests.failure(e);
        }
    }

    /** Describes the type and number of values of the next element; null if all elements have been unpacked. */
    public String nextElement() {
        return unpacking.nextElement();
    }

    /**
     * Works as {@link #pack(byte[], int, int)}, but reads the values when the buffer is sent, and does not copy a large
     * array of adjacent values. The values must not change until the send has returned.
     */
    public void packInPlace(byte[] d, int n, int stride) {
        packing.packInPlace(ElementType.BYTE, d, d == null ? 0 : d.length, n, stride);
    }

    /** Works as {@link #packInPlace(byte[], int, int)}. */
    public void packInPlace(char[] d, int n, int stride) {
        packing.packInPlace(ElementType.CHAR, d, d == null ? 0 : d.length, n, stride);
    }

    /** Works as {@link #packInPlace(byte[], int, int)}. */
    public void packInPlace(short[] d, int n, int stride) {
        packing.packInPlace(ElementType.SHORT, d, d == null ? 0 : d.length, n, stride);
    }

    /** Works as {@link #packInPlace(byte[], int, int)}. */
    public void packInPlace(int[] d, int n, int stride) {
        packing.packInPlace(ElementType.INT, d, d == null ? 0 : d.length, n, stride);
    }

    /** Works as {@link #packInPlace(byte[], int, int)}. */
    public void packInPlace(long[] d, int n, int stride) {
        packing.packInPlace(ElementType.LONG, d, d == null ? 0 : d.length, n, stride);
    }

    /** Works as {@link #packInPlace(byte[], int, int)}. */
    public void packInPlace(float[] d, int n, int stride) {
        packing.packInPlace(ElementType.FLOAT, d, d == null ? 0 : d.length, n, stride);
    }

    /** Works as {@link #packInPlace(byte[], int, int)}. */
    public void packInPlace(double[] d, int n, int stride) {
        packing.packInPlace(ElementType.DOUBLE, d, d == null ? 0 : d.length, n, stride);
    }
}
