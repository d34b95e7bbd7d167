package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.serial.MessageLength;
import org.rmi4mpi.tests.serial.Models;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/**
 * The calls between two processes that are measured, by the names of their rows. A new row begins here; {@link
 * PairCalls} has its aim. Stateless.
 */
final class Calls {
    static final String PING = Kernel.PING.rowName("");

    /** A kernel, and the object that it passes; null for a kernel without one. */
    record Call(Section section, Kernel kernel, String graph) {
        String name() {
            return kernel.rowName(graph);
        }

        Kernel.Batch batch() {
            return kernel.batch(graph == null ? null : Graphs.graph(graph));
        }

        /**
         * Returns the frames, between which C is compared with it. Classes are known, as in all calls but the first.
         */
        Frames frames() throws Exception {
            int length = graph == null ? 0 : MessageLength.of(Graphs.graph(graph));
            int request = switch (kernel) {
                case PING -> 0;
                case PING_BYTE -> Byte.BYTES;
                case PING_CHAR -> Character.BYTES;
                case PING_INT -> Integer.BYTES;
                case PING_FLOAT -> Float.BYTES;
                case PING_DOUBLE -> Double.BYTES;
                case PING_INTS -> 2 * Integer.BYTES;
                case PING_INTS_FLOATS -> 2 * Integer.BYTES + 2 * Float.BYTES;
                default -> length;
            };
            return new Frames(RequestFrame.HEADER + request, ReplyFrame.HEADER + (kernel.returnsObject() ? length : 0));
        }
    }

    /** Bytes of a call's two frames. C sends the same numbers of bytes in a round trip. */
    record Frames(int request, int reply) {}

    private static final Map<String, Call> CALLS = new LinkedHashMap<>();

    static {
        for (Kernel kernel : Kernel.values()) {
            if (!kernel.takesObject()) {
                add(Section.KERNELS, kernel, Stream.of((String) null));
            }
        }
        add(Section.KERNELS, Kernel.TAKE, Stream.of(Graphs.EMPTY_STRING));
        for (Kernel kernel : List.of(Kernel.TAKE, Kernel.ECHO, Kernel.PINGPONG_TAKE, Kernel.PINGPONG)) {
            add(Section.KERNELS, kernel, Graphs.ofKarmi().stream());
        }
        add(Section.ARRAYS, Kernel.ECHO, Graphs.large().stream());
        add(Section.ARRAYS, Kernel.TAKE, Graphs.numbers().stream());
        add(Section.ARRAYS, Kernel.TAKE, Graphs.arraysOfObjects().stream());
        add(Section.THROUGHPUT, Kernel.ECHO, Graphs.doubles().stream());
        add(Section.BUCKETS, Kernel.TAKE, Graphs.buckets().stream());
    }

    private Calls() {}

    private static void add(Section section, Kernel kernel, Stream<String> graphs) {
        graphs.map(graph -> new Call(section, kernel, graph)).forEach(call -> CALLS.put(call.name(), call));
    }

    static String pingOf(String graph) {
        return Kernel.ECHO.rowName(graph);
    }

    static Iterable<Call> all() {
        return CALLS.values();
    }

    static Call call(String name) {
        return CALLS.get(name);
    }

    /**
     * Passes objects by each kernel.
     *
     * @param graphs their names
     * @throws IOException if an object does not come back as it was sent
     */
    static void check(Service service, String... graphs) throws IOException {
        for (String graph : graphs) {
            Object object = Graphs.graph(graph);
            service.take(object);
            service.pingpongTake(object);
            for (Object back : new Object[] {service.ping(object), service.pingpong(object)}) {
                if (!Models.areAlike(object, back)) {
                    throw new IOException("a call with " + graph + " did not return what it was given");
                }
            }
        }
    }
}
