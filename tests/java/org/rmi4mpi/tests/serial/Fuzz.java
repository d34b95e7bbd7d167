package org.rmi4mpi.tests.serial;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Reads damaged bytes, and checks the contract of the reader. It reads the bytes, or ends in an allowed exception. It
 * reserves no memory for data that is only announced. It reads the next message right.
 *
 * <p>These exceptions are allowed:
 * <ul>
 * <li>IOException and ClassNotFoundException, which readObject declares;
 * <li>ClassCastException and ArrayStoreException, which the JDK's reader throws for an object that its field or its
 *     array cannot take;
 * <li>any RuntimeException of a method of the object (readObject, readExternal, hashCode ...). It is the program's own,
 *     and the JDK's reader lets it through.
 * </ul>
 *
 * <p>A case is a number, which determines everything else. Owned by one thread; any thread may read {@link #current}.
 */
final class Fuzz {
    /** The kind of data that is changed. */
    enum Mode {
        /** A message whose classes both sides know. */
        AGREED,
        /** The first message from a rank, which describes its classes. */
        DESCRIBED,
        /** A stream. */
        STREAM
    }

    /**
     * The limit even for the shortest message: a set that contains itself has a hash code that takes the whole stack,
     * and an iterator for each call.
     */
    static final long BYTES_AT_ALL = 1 << 20;
    /** Four bytes may be an object of the largest class, with 32 int fields. */
    static final long BYTES_EACH = 64;
    /** A class takes but 30 bytes to describe, and the JDK's own description of it is an object of 200. */
    static final long BYTES_EACH_DESCRIBED = 256;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String ENGINE = "org.rmi4mpi.serial.";
    private static final Set<String> OF_PROGRAMS = Set.of("readObject", "readExternal", "readResolve",
            "readObjectNoData", "validateObject", "hashCode", "equals", "compare", "compareTo");

    /** The graph is there to be told of. */
    record Sample(String name, Object graph, byte[] bytes) {}

    private final Mode mode;
    private final Streams streams = new ArrayCopyStreams();
    private final List<Sample> samples = new ArrayList<>();
    private final List<byte[]> all = new ArrayList<>();
    private final double[] weights;
    private final Messages agreed = new Messages();
    private final Object[] control = Samples.control();
    private final byte[] controlMessage;
    /** Large messages take long, so they come more rarely. */
    private static final double USUAL_LENGTH = 2000;

    private volatile String current;
    private volatile long startedNs;

    Fuzz(Mode mode) throws IOException, ClassNotFoundException {
        this.mode = mode;
        for (Map.Entry<String, Supplier<Object>> each : Samples.all().entrySet()) {
            Object graph = each.getValue().get();
            samples.add(new Sample(each.getKey(), graph, bytesOf(graph)));
        }
        samples.forEach(sample -> all.add(sample.bytes));
        weights = samples.stream().mapToDouble(sample -> 1 / (1 + sample.bytes.length / USUAL_LENGTH)).toArray();
        Arrays.parallelPrefix(weights, Double::sum);
        controlMessage = agreed.agreed(control);
        for (Sample sample : samples) { // what is loaded and made once is not what a case takes
            read(sample, sample.bytes, "unchanged");
        }
    }

    private byte[] bytesOf(Object graph) throws IOException, ClassNotFoundException {
        return switch (mode) {
            case AGREED -> agreed.agreed(graph);
            case DESCRIBED -> described(graph);
            case STREAM -> streamed(graph);
        };
    }

    private static byte[] described(Object graph) throws IOException {
        Messages messages = new Messages();
        messages.write(graph);
        return messages.bytes();
    }

    private byte[] streamed(Object graph) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = streams.output(bytes)) {
            out.writeObject(graph);
        }
        return bytes.toByteArray();
    }

    /** The case that is under way; null where none is. */
    String current() {
        return current;
    }

    long startedNs() {
        return startedNs;
    }

    List<Sample> samples() {
        return samples;
    }

    /** @throws AssertionError that describes the violation */
    void run(long number) {
        SplittableRandom random = new SplittableRandom(number);
        Sample sample = pick(random.nextDouble());
        read(sample, Mutation.of(random, sample.bytes, all), "case " + number);
    }

    /** Replaces each int of the samples, up to a length, by each interesting number in both byte orders. */
    void everyInt(int longest) {
        for (Sample sample : samples) {
            for (int at = 0; sample.bytes.length <= longest && at <= sample.bytes.length - 4; at++) {
                for (int number : Mutation.INTERESTING) {
                    byte[] bytes = sample.bytes.clone();
                    ByteBuffer.wrap(bytes).putInt(at, number);
                    read(sample, bytes, number + " at " + at);
                    ByteBuffer.wrap(bytes).putInt(at, Integer.reverseBytes(number));
                    read(sample, bytes, "reversed " + number + " at " + at);
                }
            }
        }
    }

    private Sample pick(double fraction) {
        int found = Arrays.binarySearch(weights, fraction * weights[weights.length - 1]);
        return samples.get(Math.min(samples.size() - 1, found < 0 ? -found - 1 : found));
    }

    /** @param label tells the case */
    private void read(Sample sample, byte[] bytes, String label) {
        String what = mode + " " + label + ", of " + sample.name + ", " + bytes.length + " bytes: ";
        long allowed = BYTES_AT_ALL + (mode == Mode.AGREED ? BYTES_EACH : BYTES_EACH_DESCRIBED) * bytes.length;
        long taken = readOnce(sample, bytes, what);
        for (int i = 0; i < 2 && taken > allowed; i++) { // once more, without what is loaded and made but once
            taken = readOnce(sample, bytes, what);
        }
        if (taken > allowed) {
            throw new AssertionError(what + "took " + taken + " bytes of memory");
        }
    }

    /** Returns the bytes of memory that it took. */
    private long readOnce(Sample sample, byte[] bytes, String what) {
        Messages messages = agreed;
        if (mode == Mode.DESCRIBED) {
            messages = new Messages();
            write(messages, sample.graph);
        }
        boolean failed = false;
        startedNs = System.nanoTime();
        current = what;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            read(messages, bytes);
        } catch (IOException | ClassNotFoundException | ClassCastException | ArrayStoreException e) {
            failed = true;
        } catch (RuntimeException e) {
            if (!isOfProgram(e)) {
                throw new AssertionError(what + "is not allowed", e);
            }
            failed = true;
        } catch (Error e) {
            throw new AssertionError(what + "an Error", shortened(e));
        } finally {
            current = null;
        }
        long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (mode == Mode.AGREED || mode == Mode.DESCRIBED && failed) {
            readControl(messages, what);
        }
        return taken;
    }

    private Object read(Messages messages, byte[] bytes) throws IOException, ClassNotFoundException {
        return mode == Mode.STREAM ? streams.input(new ByteArrayInputStream(bytes)).readObject() : messages.read(bytes);
    }

    private static void write(Messages messages, Object graph) {
        try {
            messages.write(graph);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Error shortened(Error e) {
        StackTraceElement[] trace = e.getStackTrace();
        e.setStackTrace(Arrays.copyOf(trace, Math.min(trace.length, 40)));
        return e;
    }

    /** A method of an object that is being read has thrown it, not the reader. */
    static boolean isOfProgram(RuntimeException e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith(ENGINE)) {
                return false;
            } else if (OF_PROGRAMS.contains(frame.getMethodName())) {
                return true;
            }
        }
        return true; // the JVM leaves out the trace of what is thrown often
    }

    private void readControl(Messages messages, String what) {
        boolean alike;
        try {
            if (mode == Mode.DESCRIBED) {
                messages.agree();
                messages.write(control);
            }
            Object read = mode == Mode.DESCRIBED ? messages.read() : messages.read(controlMessage);
            alike = read instanceof Object[] objects && Arrays.deepEquals(control, objects); // or it is not even whole
        } catch (Exception | Error e) {
            throw new AssertionError(what + "the next message is not read", e);
        }
        if (!alike) {
            throw new AssertionError(what + "the next message is read wrong");
        }
    }
}
