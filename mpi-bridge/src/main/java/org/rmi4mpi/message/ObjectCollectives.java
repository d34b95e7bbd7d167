package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The collective operations on objects, whose lengths the ranks do not know beforehand. Null for counts means that each
 * rank's piece is the span's count. Stateless.
 */
final class ObjectCollectives {
    private ObjectCollectives() {}

    private static Supplier<byte[]> writer(Span sent) {
        Span checked = sent.check();
        return () -> ObjectCodec.write(checked);
    }

    /** What the caller gives where it is in place: its piece of what is received. */
    private static Span own(Communicator comm, Span received, int[] counts, int[] displs) {
        Span span = received.checkPieces(counts, displs, comm.peers());
        int count = counts[comm.rank()];
        return span.part(span.piece(comm.rank(), count, displs[comm.rank()]), count);
    }

    private static void readPieces(byte[][] pieces, Span received, int[] counts, int[] displs) {
        received.checkPieces(counts, displs, pieces.length);
        for (int i = 0; i < pieces.length; i++) {
            ObjectCodec.read(pieces[i], received.part(received.piece(i, counts[i], displs[i]), counts[i]));
        }
    }

    private static Supplier<byte[][]> piecesWriter(Span sent, int[] counts, int[] displs, int ranks) {
        sent.checkPieces(counts, displs, ranks);
        Span[] spans = new Span[ranks];
        Arrays.setAll(spans, i -> sent.part(sent.piece(i, counts[i], displs[i]), counts[i]));
        return () -> Arrays.stream(spans).map(ObjectCodec::write).toArray(byte[][]::new);
    }

    private static int[] counts(int[] counts, Span span, int ranks) {
        return counts != null || span == null ? counts : Pieces.equal(span.count(), ranks);
    }

    private static int[] displs(int[] counts, int[] displs, Span span, int ranks) {
        return counts != null || span == null ? displs : Pieces.steps(span.count(), ranks);
    }

    static void bcast(Communicator comm, String call, Span span, int root) {
        boolean sends = Collectives.isRoot(comm, root);
        Span checked = Collectives.hasPart(comm, root) || sends ? span.check() : null;
        byte[] got = comm.bytes(call).bcast(call, sends ? () -> ObjectCodec.write(checked) : null, root);
        if (!sends && checked != null) {
            ObjectCodec.read(got, checked);
        }
    }

    static void gather(Communicator comm, String call, Span sent, Span received, int[] counts, int[] displs, int root) {
        int[] all = counts(counts, received, comm.peers());
        int[] at = displs(counts, displs, received, comm.peers());
        Span own = sent != null || !Collectives.hasPart(comm, root) ? sent : own(comm, received, all, at);
        byte[][] pieces = comm.bytes(call).gather(call, own == null ? null : writer(own), root);
        if (Collectives.isRoot(comm, root)) {
            readPieces(pieces, received, all, at);
        }
    }

    static void scatter(Communicator comm, String call, Span sent, int[] counts, int[] displs, Span received,
            int root) {
        boolean sends = Collectives.isRoot(comm, root);
        int[] all = counts(counts, sent, comm.peers());
        int[] at = displs(counts, displs, sent, comm.peers());
        Supplier<byte[][]> pieces = sends ? piecesWriter(sent, all, at, comm.peers()) : null;
        Span into = received == null ? null : received.check();
        byte[] piece = comm.bytes(call).scatter(call, pieces, root);
        if (into != null && Collectives.hasPart(comm, root)) {
            ObjectCodec.read(piece, into);
        }
    }

    static void allgather(Communicator comm, Span sent, Span received, int[] counts, int[] displs) {
        int[] all = counts(counts, received, comm.peers());
        int[] at = displs(counts, displs, received, comm.peers());
        Span own = sent != null ? sent : own(comm, received, all, at);
        readPieces(comm.bytes(received.call()).allgather(received.call(), writer(own)), received, all, at);
    }

    static void alltoall(Communicator comm, Span sent, int[] sendcounts, int[] sdispls,
            Span received, int[] recvcounts, int[] rdispls) {
        int ranks = comm.peers();
        Supplier<byte[][]> pieces = piecesWriter(
                sent, counts(sendcounts, sent, ranks), displs(sendcounts, sdispls, sent, ranks), ranks);
        readPieces(comm.bytes(received.call()).alltoall(received.call(), pieces), received,
                counts(recvcounts, received, ranks),
                displs(recvcounts, rdispls, received, ranks));
    }
}
