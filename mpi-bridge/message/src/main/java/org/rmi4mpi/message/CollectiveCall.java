package org.rmi4mpi.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.Span;

/**
 * The arguments of one rank in a collective operation, as a record of fixed length: texts that tabs separate, filled up
 * with zeros.
 *
 * @param kind of the operation, the same in all spellings
 * @param root empty where there is none
 * @param op of a reduction; empty in other operations
 * @param type base type of the elements; empty where the rank gives none
 * @param sent bytes for each rank; empty where the operation does not compare them
 * @param received bytes from each rank; empty where the operation does not compare them
 * @param site name of the call, and its place in the program
 */
public record CollectiveCall(String kind, String root, String op, String type, String sent, String received,
        String site) {
    /** Bytes of a record. */
    static final int LENGTH = 1024;

    /** A call at a place, without arguments that are compared. */
    static CollectiveCall of(CallSite site) {
        return new CollectiveCall(site.kind(), "", "", "", "", "", site.toString());
    }

    /** The call that the current thread is in, without arguments that are compared. */
    public static CollectiveCall here() {
        return of(CallSite.here());
    }

    /**
     * The call that the current thread is in.
     *
     * @param root null where there is none
     * @param op null where there is none
     * @param sent null where the rank sends nothing, or the operation does not compare it
     * @param received null where the rank receives nothing, or the operation does not compare it
     */
    public static CollectiveCall here(Integer root, Object op, Layout type, Span sent, Span received) {
        CallSite site = CallSite.here();
        String element = type == null ? "" : type.isObject() ? "OBJECT" : type.element().name();
        return new CollectiveCall(site.kind(), text(root), text(op), element, bytes(sent), bytes(received),
                site.toString());
    }

    private static String text(Object value) {
        return Objects.toString(value, "");
    }

    private static String bytes(Span span) {
        return span == null || span.layout().isObject() ? "" : Long.toString(span.wireBytes());
    }

    void write(NativeBuffer to) {
        byte[] bytes = String.join("\t", kind, root, op, type, sent, received, site).getBytes(StandardCharsets.UTF_8);
        to.bytes().put(0, Arrays.copyOf(bytes, LENGTH));
    }

    static CollectiveCall read(NativeBuffer from, int at) {
        byte[] bytes = new byte[LENGTH];
        from.bytes().get(at, bytes);
        int length = (int) IntStream.range(0, LENGTH).filter(i -> bytes[i] != 0).count();
        String[] parts = new String(bytes, 0, length, StandardCharsets.UTF_8).split("\t", 7);
        return new CollectiveCall(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]);
    }

    /** The first attribute in which two ranks differ, and these ranks; null where all match. */
    static Mismatch mismatch(List<CollectiveCall> calls) {
        Mismatch found = differing("operation", calls, CollectiveCall::kind);
        found = found != null ? found : differing("root", calls, CollectiveCall::root);
        found = found != null ? found : differing("op", calls, CollectiveCall::op);
        found = found != null ? found : differing("type", calls, CollectiveCall::type);
        found = found != null ? found : differing("count", calls, CollectiveCall::sent);
        found = found != null ? found : differing("count", calls, CollectiveCall::received);
        return found != null ? found : differingAmount(calls);
    }

    /** @param what the attribute that differs */
    record Mismatch(String what, int one, int other) {}

    /** Compares an attribute of the ranks that give it. */
    private static Mismatch differing(
            String what, List<CollectiveCall> calls, Function<CollectiveCall, String> attribute) {
        int first = -1;
        for (int i = 0; i < calls.size(); i++) {
            String given = attribute.apply(calls.get(i));
            if (given.isEmpty()) {
                continue;
            } else if (first >= 0 && !given.equals(attribute.apply(calls.get(first)))) {
                return new Mismatch(what, first, i);
            }
            first = first < 0 ? i : first;
        }
        return null;
    }

    /** Finds a rank that sends another number of bytes than a rank, maybe itself, has room for. */
    private static Mismatch differingAmount(List<CollectiveCall> calls) {
        for (int i = 0; i < calls.size(); i++) {
            for (int j = 0; j < calls.size(); j++) {
                String sent = calls.get(i).sent;
                String received = calls.get(j).received;
                if (!sent.isEmpty() && !received.isEmpty() && !sent.equals(received)) {
                    return new Mismatch("count", i, j);
                }
            }
            if (!calls.get(i).sent.isEmpty()) {
                return null; // all ranks give the same
            }
        }
        return null;
    }

    @Override
    public String toString() {
        String given = (root.isEmpty() ? "" : ", root " + root) + (op.isEmpty() ? "" : ", " + op)
                + (type.isEmpty() ? "" : ", type " + type) + (sent.isEmpty() ? "" : ", sends " + sent + " bytes")
                + (received.isEmpty() ? "" : ", receives " + received + " bytes");
        return site + (given.isEmpty() ? "" : " (" + given.substring(2) + ")");
    }
}
