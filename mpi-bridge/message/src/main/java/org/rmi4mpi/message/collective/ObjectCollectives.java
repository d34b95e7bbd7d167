package org.rmi4mpi.message.collective;

import java.util.Arrays;
import java.util.function.Supplier;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.data.ObjectCodec;
import org.rmi4mpi.message.data.Span;

/**
 * The collective operations that move objects; {@link Reductions} and {@link Contributions} combine them. The ranks do
 * not know the lengths of the others' data beforehand. If the array of counts is null, the span's count is the count of
 * each rank. Stateless.
 */
final class ObjectCollectives {
    private ObjectCollectives() {}

    private static Supplier<byte[]> writer(Span sent) {
        Span checked = sent.check();
        return () -> ObjectCodec.write(checked);
    }

    /** The elements that the caller gives where they are in place: its piece of the receive buffer. */
    private static Span own(Communicator comm, Span received, int[] counts, int[] displs) {
        Span span = received.checkPieces(counts, displs, comm.peers());
        int count = counts[comm.rank()];
        return span.part(span.piece(comm.rank(), count, displs[comm.rank()]), count);
    }

    /** The part of a span for each rank. */
    private static Span[] pieces(Span span, int[] counts, int[] displs, int ranks) {
        span.checkPieces(counts, displs, ranks);
        Span[] pieces = new Span[ranks];
        Arrays.setAll(pieces, i -> span.part(span.piece(i, counts[i], displs[i]), counts[i]));
        return pieces;
    }

    private static void read(byte[][] got, Span[] pieces) {
        for (int i = 0; i < pieces.length; i++) {
            ObjectCodec.read(got[i], pieces[i]);
        }
    }

    private static Supplier<byte[][]> piecesWriter(Span sent, int[] counts, int[] displs, int ranks) {
        Span[] pieces = pieces(sent, counts, displs, ranks);
        return () -> Arrays.stream(pieces).map(ObjectCodec::write).toArray(byte[][]::new);
    }

    private static int[] counts(int[] counts, Span span, int ranks) {
        return counts != null || span == null ? counts : Pieces.equal(span.count(), ranks);
    }

    private static int[] displs(int[] counts, int[] displs, Span span, int ranks) {
        return counts != null || span == null ? displs : Pieces.steps(span.count(), ranks);
    }

    static void bcast(Operation operation, Communicator comm, String call, Span span, int root) {
        boolean sends = Collectives.isRoot(comm, root);
        Span checked = Collectives.hasPart(comm, root) || sends ? span.check() : null;
        ByteExchange exchange = ByteExchange.of(operation, comm, call, root);
        Supplier<byte[]> got = exchange.bcast(sends ? () -> ObjectCodec.write(checked) : null, root);
        exchange.end(buf(span), () -> {
            if (!sends && checked != null) {
                ObjectCodec.read(got.get(), checked);
            }
        });
    }

    private static Object buf(Span span) {
        return span == null ? null : span.buf();
    }

    static void gather(Operation operation, Communicator comm, String call, Span sent, Span received, int[] counts,
            int[] displs, int root) {
        int[] all = counts(counts, received, comm.peers());
        int[] at = displs(counts, displs, received, comm.peers());
        boolean receives = Collectives.isRoot(comm, root);
        Span own = sent != null || !Collectives.hasPart(comm, root) ? sent : own(comm, received, all, at);
        Supplier<byte[]> writer = own == null ? null : writer(own);
        Span[] pieces = receives ? pieces(received, all, at, comm.peers()) : null;
        ByteExchange exchange = ByteExchange.of(operation, comm, call, root);
        Supplier<byte[][]> got = exchange.gather(writer, root);
        exchange.end(buf(received), () -> {
            if (receives) {
                read(got.get(), pieces);
            }
        });
    }

    static void scatter(Operation operation, Communicator comm, String call, Span sent, int[] counts, int[] displs,
            Span received, int root) {
        boolean sends = Collectives.isRoot(comm, root);
        int[] all = counts(counts, sent, comm.peers());
        int[] at = displs(counts, displs, sent, comm.peers());
        Supplier<byte[][]> pieces = sends ? piecesWriter(sent, all, at, comm.peers()) : null;
        Span into = received == null ? null : received.check();
        ByteExchange exchange = ByteExchange.of(operation, comm, call, root);
        Supplier<byte[]> piece = exchange.scatter(pieces, root);
        exchange.end(buf(received), () -> {
            if (into != null && Collectives.hasPart(comm, root)) {
                ObjectCodec.read(piece.get(), into);
            }
        });
    }

    static void allgather(
            Operation operation, Communicator comm, Span sent, Span received, int[] counts, int[] displs) {
        int[] all = counts(counts, received, comm.peers());
        int[] at = displs(counts, displs, received, comm.peers());
        Supplier<byte[]> writer = writer(sent != null ? sent : own(comm, received, all, at));
        Span[] pieces = pieces(received, all, at, comm.peers());
        ByteExchange exchange = ByteExchange.of(operation, comm, received.call(), null);
        Supplier<byte[][]> got = exchange.allgather(writer);
        exchange.end(received.buf(), () -> read(got.get(), pieces));
    }

    static void alltoall(Operation operation, Communicator comm, Span sent, int[] sendcounts, int[] sdispls,
            Span received, int[] recvcounts, int[] rdispls) {
        int ranks = comm.peers();
        Supplier<byte[][]> writer = piecesWriter(
                sent, counts(sendcounts, sent, ranks), displs(sendcounts, sdispls, sent, ranks), ranks);
        Span[] pieces = pieces(received, counts(recvcounts, received, ranks),
                displs(recvcounts, rdispls, received, ranks), ranks);
        ByteExchange exchange = ByteExchange.of(operation, comm, received.call(), null);
        Supplier<byte[][]> got = exchange.alltoall(writer);
        exchange.end(received.buf(), () -> read(got.get(), pieces));
    }
}
