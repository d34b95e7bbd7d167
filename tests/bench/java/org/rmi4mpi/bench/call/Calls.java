package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.rmi.RemoteException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rmi4mpi.bench.serial.MessageLength;
import org.rmi4mpi.tests.serial.Models;
import org.rmi4mpi.wire.ReplyFrame;
import org.rmi4mpi.wire.RequestFrame;

/** The calls that are measured, by the names of their rows. Stateless. */
final class Calls {
    static final String PING = "void ping()";
    static final String PING_INTS = "void ping(int int)";
    static final String PING_INTS_FLOATS = "void ping(int int float float)";
    static final String PINGPONG = "Object pingpong(int32)";

    /** Makes a number of calls of one kind. Each kind has its own loop, so that it is compiled for that kind alone. */
    interface Batch {
        void run(Service service, int times) throws RemoteException;
    }

    /** Bytes of a call's two frames. C sends the same numbers of bytes in a round trip. */
    record Frames(int request, int reply) {}

    private static final Map<String, Batch> BATCHES = new LinkedHashMap<>();

    static {
        BATCHES.put(PING, (service, times) -> {
            for (int i = 0; i < times; i++) {
                service.ping();
            }
        });
        BATCHES.put(PING_INTS, (service, times) -> {
            for (int i = 0; i < times; i++) {
                service.ping(i, 2);
            }
        });
        BATCHES.put(PING_INTS_FLOATS, (service, times) -> {
            for (int i = 0; i < times; i++) {
                service.ping(i, 2, 3f, 4f);
            }
        });
        for (String graph : Graphs.names()) {
            Object object = Graphs.graph(graph);
            BATCHES.put(pingOf(graph), (service, times) -> {
                for (int i = 0; i < times; i++) {
                    service.ping(object);
                }
            });
        }
        BATCHES.put(PINGPONG, (service, times) -> {
            Object object = Graphs.graph("int32");
            for (int i = 0; i < times; i++) {
                service.pingpong(object);
            }
        });
    }

    private Calls() {}

    static String pingOf(String graph) {
        return "Object ping(" + graph + ")";
    }

    static Iterable<String> names() {
        return BATCHES.keySet();
    }

    static Batch batch(String name) {
        return BATCHES.get(name);
    }

    /** @throws IOException if an object does not come back as it was sent */
    static void check(Service service) throws IOException {
        for (String graph : Graphs.names()) {
            Object object = Graphs.graph(graph);
            if (!Models.areAlike(object, service.ping(object))) {
                throw new IOException(pingOf(graph) + " did not return what it was given");
            }
        }
    }

    /** Returns the frames of the calls that C is compared with. Classes are known, as in all calls but the first. */
    static Frames frames(String name) throws Exception {
        int request = RequestFrame.HEADER;
        int reply = ReplyFrame.HEADER;
        switch (name) {
            case PING:
                return new Frames(request, reply);
            case PING_INTS:
                return new Frames(request + 2 * Integer.BYTES, reply);
            case PING_INTS_FLOATS:
                return new Frames(request + 2 * Integer.BYTES + 2 * Float.BYTES, reply);
            default:
                String graph = name.substring(name.indexOf('(') + 1, name.indexOf(')'));
                int length = MessageLength.of(Graphs.graph(graph));
                return new Frames(request + length, reply + length);
        }
    }
}
