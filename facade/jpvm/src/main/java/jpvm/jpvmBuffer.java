package jpvm;

import org.rmi4mpi.jpvm.ElementType;
import org.rmi4mpi.jpvm.Packing;
import org.rmi4mpi.jpvm.Task;
import org.rmi4mpi.jpvm.TaskException;

/**
 * What a message carries: elements, each a value, a String, or a number of values of one type. They are unpacked in the
 * order in which they were packed.
 *
 * <ul>
 *   <li>To pack copies at once. A buffer that was sent may be sent again, packed further, and unpacked; one that was
 *       received may be sent on. Each unpacks for itself.
 *   <li>Types match exactly: a {@code char[]} is no String, and an {@code int} no {@code long}. One value and an array
 *       with one element are the same. Who unpacks fewer values than were packed loses the others of that element.
 *   <li>Strides of the two sides need not be the same. With a stride of s, values are at 0, s, 2s, ...
 *   <li>What cannot be unpacked stays the next element. {@code buffer empty} tells that there is none, or that the
 *       element has fewer values; {@code buffer type mismatch} that it is of another type.
 * </ul>
 *
 * <p>Values are packed into memory without becoming objects. Arrays of 32 KiB and more travel beside the rest of the
 * message, from one heap to the other where the collector lets them. Used by one thread at a time.
 *
 * @see jpvmEnvironment#pvm_send
 */
public class jpvmBuffer {
    private final Packing packing;

    public jpvmBuffer() {
        packing = new Packing();
    }

    jpvmBuffer(Packing received) {
        packing = received;
    }

    Packing packing() {
        return packing;
    }

    static jpvmException of(TaskException e) {
        return new jpvmException(e.getMessage(), e.getCause());
    }

    /** Unpacks from the first element on again. */
    public void rewind() {
        packing.rewind();
    }

    // ---- packing

    public void pack(byte value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(byte[] d, int n, int stride) {
        packing.pack(ElementType.BYTE, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(char value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(char[] d, int n, int stride) {
        packing.pack(ElementType.CHAR, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(short value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(short[] d, int n, int stride) {
        packing.pack(ElementType.SHORT, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(int value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(int[] d, int n, int stride) {
        packing.pack(ElementType.INT, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(long value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(long[] d, int n, int stride) {
        packing.pack(ElementType.LONG, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(float value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(float[] d, int n, int stride) {
        packing.pack(ElementType.FLOAT, d, d == null ? 0 : d.length, n, stride);
    }

    public void pack(double value) {
        packing.pack(value);
    }

    /**
     * @param n how many values
     * @param stride from one to the next, 1 for values side by side
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
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
     * @param n how many task ids, of which some may be null
     * @param stride from one to the next
     * @throws IllegalArgumentException where the array is null or has not so many, or a number is negative
     */
    public void pack(jpvmTaskId[] d, int n, int stride) {
        Packing.checkRange("pack", "jpvmTaskId", d, d == null ? 0 : d.length, n, stride);
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
            return packing.upkbyte();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(byte[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.BYTE, d, d == null ? 0 : d.length, n, stride);
    }

    public char upkchar() throws jpvmException {
        try {
            return packing.upkchar();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(char[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.CHAR, d, d == null ? 0 : d.length, n, stride);
    }

    public short upkshort() throws jpvmException {
        try {
            return packing.upkshort();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(short[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.SHORT, d, d == null ? 0 : d.length, n, stride);
    }

    public int upkint() throws jpvmException {
        try {
            return packing.upkint();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(int[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.INT, d, d == null ? 0 : d.length, n, stride);
    }

    public long upklong() throws jpvmException {
        try {
            return packing.upklong();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(long[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.LONG, d, d == null ? 0 : d.length, n, stride);
    }

    public float upkfloat() throws jpvmException {
        try {
            return packing.upkfloat();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(float[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.FLOAT, d, d == null ? 0 : d.length, n, stride);
    }

    public double upkdouble() throws jpvmException {
        try {
            return packing.upkdouble();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /**
     * @param n how many values, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(double[] d, int n, int stride) throws jpvmException {
        unpack(ElementType.DOUBLE, d, d == null ? 0 : d.length, n, stride);
    }

    private void unpack(ElementType type, Object array, int length, int n, int stride) throws jpvmException {
        try {
            packing.unpack(type, array, length, n, stride);
        } catch (TaskException e) {
            throw of(e);
        }
    }

    public String upkstr() throws jpvmException {
        try {
            return packing.upkstr();
        } catch (TaskException e) {
            throw of(e);
        }
    }

    public jpvmTaskId upktid() throws jpvmException {
        jpvmTaskId[] one = new jpvmTaskId[1];
        unpack(one, 1, 1);
        return one[0];
    }

    /**
     * @param n how many task ids, as many as the element has at most
     * @param stride from the place of one to that of the next
     */
    public void unpack(jpvmTaskId[] d, int n, int stride) throws jpvmException {
        try {
            Packing.checkRange("unpack", "jpvmTaskId", d, d == null ? 0 : d.length, n, stride);
        } catch (IllegalArgumentException e) {
            throw new jpvmException(e.getMessage().substring("jpvm error: ".length()));
        }
        String[] hosts = new String[n];
        int[] ports = new int[n];
        try {
            packing.upkTasks(hosts, ports);
        } catch (TaskException e) {
            throw of(e);
        }
        for (int i = 0; i < n; i++) {
            d[i * stride] = hosts[i] == null ? null : new jpvmTaskId(hosts[i], ports[i]);
        }
    }

    // ---- beyond JPVM

    /**
     * Packs an object, as a remote call would pass it: what it refers to comes along, and in the place of an exported
     * remote object its stub.
     *
     * @param value may be null
     * @throws jpvmException where it cannot be serialized
     */
    public void packObject(Object value) throws jpvmException {
        try {
            packing.packObject(value);
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /** An object that was packed by {@link #packObject}, of the classes of this task. */
    public Object upkobject() throws jpvmException {
        Task task = Task.current();
        try {
            return packing.upkobject(task == null ? jpvmBuffer.class.getClassLoader() : task.loader());
        } catch (TaskException e) {
            throw of(e);
        }
    }

    /** Of which type the next element is, and how many values it has, in words; null where all have been unpacked. */
    public String nextElement() {
        return packing.nextElement();
    }

    /**
     * As {@link #pack(byte[], int, int)}, but the values are read when the buffer is sent, and not copied where they
     * lie side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(byte[] d, int n, int stride) {
        packing.packInPlace(ElementType.BYTE, d, d == null ? 0 : d.length, n, stride);
    }

    /**
     * As {@link #pack(char[], int, int)}, but the values are read when the buffer is sent, and not copied where they
     * lie side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(char[] d, int n, int stride) {
        packing.packInPlace(ElementType.CHAR, d, d == null ? 0 : d.length, n, stride);
    }

    /**
     * As {@link #pack(short[], int, int)}, but the values are read when the buffer is sent, and not copied where they
     * lie side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(short[] d, int n, int stride) {
        packing.packInPlace(ElementType.SHORT, d, d == null ? 0 : d.length, n, stride);
    }

    /**
     * As {@link #pack(int[], int, int)}, but the values are read when the buffer is sent, and not copied where they lie
     * side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(int[] d, int n, int stride) {
        packing.packInPlace(ElementType.INT, d, d == null ? 0 : d.length, n, stride);
    }

    /**
     * As {@link #pack(long[], int, int)}, but the values are read when the buffer is sent, and not copied where they
     * lie side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(long[] d, int n, int stride) {
        packing.packInPlace(ElementType.LONG, d, d == null ? 0 : d.length, n, stride);
    }

    /**
     * As {@link #pack(float[], int, int)}, but the values are read when the buffer is sent, and not copied where they
     * lie side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(float[] d, int n, int stride) {
        packing.packInPlace(ElementType.FLOAT, d, d == null ? 0 : d.length, n, stride);
    }

    /**
     * As {@link #pack(double[], int, int)}, but the values are read when the buffer is sent, and not copied where they
     * lie side by side and are many: they have to stay until then. When the send has returned they may change.
     */
    public void packInPlace(double[] d, int n, int stride) {
        packing.packInPlace(ElementType.DOUBLE, d, d == null ? 0 : d.length, n, stride);
    }
}
