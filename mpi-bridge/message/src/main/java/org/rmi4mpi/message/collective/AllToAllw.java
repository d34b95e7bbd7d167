package org.rmi4mpi.message.collective;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.Span;

/** The exchange of pieces, each with a layout of its own and a displacement in bytes. Stateless. */
public final class AllToAllw {
    private AllToAllw() {}

    /** The arguments of one side: counts, displacements and layouts, each in an array that is indexed by rank. */
    public record Side(String call, String name, Object buf, int[] counts, int[] displs, Layout[] layouts) {
        /** One span for the piece of each rank, in the program's buffer. */
        private List<Span> spans(int ranks) {
            Check.length(call, "counts of " + name, counts, ranks);
            Check.length(call, "displs of " + name, displs, ranks);
            Check.argument(call, layouts != null && layouts.length >= ranks, "types of " + name,
                    layouts == null ? "null" : "an array of length " + layouts.length, "one of length " + ranks);
            List<Span> spans = new ArrayList<>();
            for (int i = 0; i < ranks; i++) {
                Layout layout = layouts[i];
                Check.datatype(call, "datatype", layout);
                Check.argument(call, !layout.isObject(), "datatype", layout, "one of a primitive base type");
                int displacement = counts[i] == 0 ? 0 : displs[i];
                Check.argument(call, displacement % layout.elementSize() == 0, "displs[" + i + "] of " + name,
                        displacement, "a multiple of the " + layout.elementSize() + " bytes of an element");
                spans.add(new Span(call, name, buf, displacement / layout.elementSize(), counts[i], layout).check());
            }
            return spans;
        }
    }

    public static <O extends Operation> O start(O operation, Communicator comm, Side sent, Side received) {
        comm.locate(sent.call());
        int ranks = comm.peers();
        List<Span> out = sent.spans(ranks);
        List<Span> in = received.spans(ranks);
        Exchange exchange = new Exchange(comm, sent.call());
        NativeBuffer from = NativeBuffer.acquire(Math.max(1, length(out)));
        NativeBuffer to = NativeBuffer.acquire(Math.max(1, length(in)));
        exchange.kept(from);
        exchange.kept(to);
        long outDispls = exchange.kept(NativeBuffer.of(packed(out, from)));
        long inDispls = exchange.kept(NativeBuffer.of(packed(in, to)));
        long outCounts = exchange.kept(NativeBuffer.of(items(out)));
        long inCounts = exchange.kept(NativeBuffer.of(items(in)));
        long outTypes = exchange.kept(types(out));
        long inTypes = exchange.kept(types(in));
        exchange.unpackInto(received.buf(), () -> unpack(in, to));
        return exchange.start(operation, slot -> MpiCollectives.ialltoallw(from.address(), outCounts, outDispls,
                outTypes, to.address(), inCounts, inDispls, inTypes, comm.handle(), slot));
    }

    private static int length(List<Span> spans) {
        long bytes = spans.stream().mapToLong(AllToAllw::length).sum();
        Check.argument(spans.get(0).call(), bytes <= Check.LARGEST_MESSAGE, "the pieces together", bytes + " bytes",
                "at most 2 GiB less 1 byte");
        return (int) bytes;
    }

    /** The length in bytes, rounded up: pieces begin at multiples of 8. */
    private static long length(Span span) {
        return span.elements() * span.layout().elementSize() + 7 & ~7L;
    }

    /** Copies the pieces, also those that are received: a message may not overwrite all of a piece. */
    private static int[] packed(List<Span> spans, NativeBuffer to) {
        int[] displs = new int[spans.size()];
        int at = 0;
        for (int i = 0; i < displs.length; i++) {
            displs[i] = at;
            spans.get(i).pack(to.bytes(), at);
            at += (int) length(spans.get(i));
        }
        return displs;
    }

    private static void unpack(List<Span> spans, NativeBuffer from) {
        int at = 0;
        for (Span span : spans) {
            span.unpack(from.bytes(), at, (int) span.elements(), span.offset(), span.count());
            at += (int) length(span);
        }
    }

    private static int[] items(List<Span> spans) {
        return spans.stream().mapToInt(span -> span.layout().items(span.elements())).toArray();
    }

    private static NativeBuffer types(List<Span> spans) {
        return NativeBuffer.of(spans.stream().mapToLong(span -> span.layout().handle()).toArray());
    }
}
