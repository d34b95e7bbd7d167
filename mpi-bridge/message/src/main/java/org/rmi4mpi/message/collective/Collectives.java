package org.rmi4mpi.message.collective;

import org.rmi4mpi.bridge.HotPaths;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.NodeCollectives;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.Span;

/**
 * The collective operations that move data, each in one method for all its forms. If the operation is null, the call
 * waits; otherwise it starts the operation. A null span to send means that the data are in place, in the receive
 * buffer. A span that has no meaning at the caller is null or empty. Between two groups, a rank sends to and receives
 * from the ranks of the other group. {@link ObjectCollectives} handles objects. Stateless.
 */
public final class Collectives {
    private Collectives() {}

    /** Called by MPI.Init; see {@link HotPaths}. */
    public static void initialise() {
        HotPaths.initialise(Exchange.class, Pieces.class, Collectives.class, Reductions.class, Reduction.class,
                CollectiveState.class, NodeExchange.class, NodeCollectives.class, SharedMemory.class, Turns.class);
    }

    private static boolean areObjects(Span span) {
        return span != null && span.layout().isObject();
    }

    /** Between two groups, ROOT stands for the caller, and PROC_NULL for another rank of its group. */
    static void checkRoot(String call, Communicator comm, int root) {
        if (!comm.isInter() || root != Constants.ROOT && root != Constants.PROC_NULL) {
            Check.rank(call, "root", root, comm.peers());
        }
    }

    /** Whether the caller is the root. */
    static boolean isRoot(Communicator comm, int root) {
        return comm.isInter() ? root == Constants.ROOT : comm.rank() == root;
    }

    /**
     * Whether the caller exchanges a part with the root. Between two groups, the ranks of the root's own group do not.
     */
    static boolean hasPart(Communicator comm, int root) {
        return !comm.isInter() || root >= 0;
    }

    private static Span either(Span first, Span second) {
        return first != null ? first : second;
    }

    /** The layout of the span that is not null; null where both are. */
    static Layout layout(Span first, Span second) {
        Span there = either(first, second);
        return there == null ? null : there.layout();
    }

    public static <O extends Operation> O barrier(O operation, Communicator comm, String call) {
        comm.locate(call);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null) {
            node.barrier(call);
            return operation;
        }
        return new Exchange(comm, call).start(operation, slot -> MpiCollectives.ibarrier(comm.handle(), slot));
    }

    public static <O extends Operation> O bcast(O operation, Communicator comm, String call, Span span, int root) {
        comm.locate(call);
        checkRoot(call, comm, root);
        if (areObjects(span)) {
            ObjectCollectives.bcast(operation, comm, call, span, root);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && (isRoot(comm, root)
                ? node.move(call, span, 1, NodeCollectives.NOBODY, null)
                : node.move(call, null, 1, root, span))) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(root, null, layout(span, null), span, null);
        if (exchange.tryInPlace(NodeCollectives.BCAST, root, null, 1, span)) {
            return operation;
        }
        if (span == null) {
            return exchange.start(operation,
                    slot -> MpiCollectives.ibcast(0, 0, Constants.BYTE, root, comm.handle(), slot));
        }
        StagedSpan staged = isRoot(comm, root) ? exchange.stryInPlace(span) : exchange.receivesSome(span);
        return exchange.start(operation,
                slot -> MpiCollectives.ibcast(staged.address(), staged.items(), staged.type(), root, comm.handle(),
                        slot));
    }

    /** @param received at the root: its count is the count for each rank */
    public static <O extends Operation> O gather(
            O operation, Communicator comm, String call, Span sent, Span received, int root) {
        comm.locate(call);
        checkRoot(call, comm, root);
        if (areObjects(either(sent, received))) {
            ObjectCollectives.gather(operation, comm, call, sent, received, null, null, root);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.move(call, sent, 1, toRoot(comm, root), received)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(root, null, layout(sent, received), sent, received);
        if (exchange.tryInPlace(NodeCollectives.GATHER, root, sent, 1, received)) {
            return operation;
        }
        StagedSpan out = hasPart(comm, root) ? exchange.sends(sent, received) : null;
        Pieces in = isRoot(comm, root) ? exchange.receives(Pieces.equal(received, comm.peers()), sent) : null;
        long type = in != null ? in.type() : out != null ? out.type() : Constants.BYTE;
        return exchange.start(operation,
                slot -> MpiCollectives.igather(address(out, in != null && hasPart(comm, root)), items(out),
                        type(out, type),
                        in == null ? 0 : in.address(), in == null ? 0 : in.items(), type, root, comm.handle(), slot));
    }

    /** The ranks that give to the caller where all give to the root. */
    private static int toRoot(Communicator comm, int root) {
        return isRoot(comm, root) ? NodeCollectives.ALL : NodeCollectives.TO_ONE;
    }

    /** The address of the data to send; 0, or MPI's constant for data that are in place. */
    private static long address(StagedSpan staged, boolean inPlace) {
        return staged != null ? staged.address() : inPlace ? Constants.IN_PLACE : 0;
    }

    private static int items(StagedSpan staged) {
        return staged == null ? 0 : staged.items();
    }

    private static long type(StagedSpan staged, long otherwise) {
        return staged == null ? otherwise : staged.type();
    }

    public static <O extends Operation> O gatherv(
            O operation, Communicator comm, String call, Span sent, Span received, int[] counts, int[] displs,
            int root) {
        comm.locate(call);
        checkRoot(call, comm, root);
        if (areObjects(either(sent, received))) {
            ObjectCollectives.gather(operation, comm, call, sent, received, counts, displs, root);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && (isRoot(comm, root)
                ? node.moveDifferent(call, sent, null, null, NodeCollectives.ALL,
                        received.checkPieces(counts, displs, comm.size()), counts, displs)
                : node.move(call, sent, 1, NodeCollectives.TO_ONE_OF_ANY_LENGTH, null))) {
            return operation;
        }
        boolean isRoot = isRoot(comm, root);
        Exchange exchange = new Exchange(comm, call, node)
                .matching(root, null, layout(sent, received), null, null);
        if (node != null) {
            Layout type = isRoot ? received.layout() : sent.layout();
            long own = sent == null ? counts[root] * type.wireSize() : sent.wireBytes();
            exchange.telling(new long[] {own}, isRoot ? Exchange.bytes(counts, comm.size(), type) : null);
            if (exchange.tryInPlace(NodeCollectives.GATHERV, root, sent, 1, isRoot ? received : null, 0, type.handle(),
                    0, isRoot ? node.items(received, counts, displs, null, null, null) : null)) {
                return operation;
            }
        }
        StagedSpan out = hasPart(comm, root) ? exchange.sends(sent, received) : null;
        Pieces in =
                isRoot(comm, root) ? exchange.receives(Pieces.of(received, counts, displs, comm.peers()), sent) : null;
        long nativeCounts = in == null ? 0 : exchange.kept(in.nativeCounts());
        long nativeDispls = in == null ? 0 : exchange.kept(in.nativeDisplacements());
        long type = in != null ? in.type() : out != null ? out.type() : Constants.BYTE;
        return exchange.start(operation,
                slot -> MpiCollectives.igatherv(address(out, in != null && hasPart(comm, root)), items(out),
                        type(out, type),
                        in == null ? 0 : in.address(), nativeCounts, nativeDispls, type, root, comm.handle(), slot));
    }

    /** @param sent at the root: its count is the count for each rank */
    public static <O extends Operation> O scatter(
            O operation, Communicator comm, String call, Span sent, Span received, int root) {
        comm.locate(call);
        checkRoot(call, comm, root);
        if (areObjects(either(received, sent))) {
            ObjectCollectives.scatter(operation, comm, call, sent, null, null, received, root);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null
                && node.move(call, sent, comm.size(), received == null ? NodeCollectives.NOBODY : root, received)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(root, null, layout(sent, received), sent, received);
        if (exchange.tryInPlace(NodeCollectives.SCATTER, root, sent, comm.size(), received)) {
            return operation;
        }
        Pieces out = isRoot(comm, root) ? exchange.sends(Pieces.equal(sent, comm.peers()), received) : null;
        StagedSpan in = received != null && hasPart(comm, root) ? exchange.receivesSome(received) : null;
        long type = out != null ? out.type() : in != null ? in.type() : Constants.BYTE;
        return exchange.start(operation,
                slot -> MpiCollectives.iscatter(out == null ? 0 : out.address(), out == null ? 0 : out.items(), type,
                        address(in, out != null && hasPart(comm, root)), items(in), type(in, type), root,
                        comm.handle(), slot));
    }

    public static <O extends Operation> O scatterv(
            O operation, Communicator comm, String call, Span sent, int[] counts, int[] displs, Span received,
            int root) {
        comm.locate(call);
        checkRoot(call, comm, root);
        if (areObjects(either(received, sent))) {
            ObjectCollectives.scatter(operation, comm, call, sent, counts, displs, received, root);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        int givers = received == null ? NodeCollectives.NOBODY : root;
        if (node != null && (isRoot(comm, root)
                ? node.moveDifferent(call, sent.checkPieces(counts, displs, comm.size()), counts, displs, givers,
                        received, null, null)
                : node.move(call, null, 1, givers, received))) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call)
                .matching(root, null, layout(sent, received), null, null);
        Pieces out =
                isRoot(comm, root) ? exchange.sends(Pieces.of(sent, counts, displs, comm.peers()), received) : null;
        StagedSpan in = received != null && hasPart(comm, root) ? exchange.receivesSome(received) : null;
        long nativeCounts = out == null ? 0 : exchange.kept(out.nativeCounts());
        long nativeDispls = out == null ? 0 : exchange.kept(out.nativeDisplacements());
        long type = out != null ? out.type() : in != null ? in.type() : Constants.BYTE;
        return exchange.start(operation,
                slot -> MpiCollectives.iscatterv(out == null ? 0 : out.address(), nativeCounts, nativeDispls, type,
                        address(in, out != null && hasPart(comm, root)), items(in), type(in, type), root,
                        comm.handle(), slot));
    }

    /** @param received its count is the count for each rank */
    public static <O extends Operation> O allgather(O operation, Communicator comm, Span sent, Span received) {
        String call = received.call();
        comm.locate(call);
        if (areObjects(either(sent, received))) {
            ObjectCollectives.allgather(operation, comm, sent, received, null, null);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.move(call, sent == null ? piece(received, comm.rank()) : sent, 1, NodeCollectives.ALL,
                received)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, null, layout(sent, received), sent, received);
        if (exchange.tryInPlace(NodeCollectives.ALLGATHER, -1, sent, 1, received)) {
            return operation;
        }
        StagedSpan out = exchange.sends(sent, received);
        Pieces in = exchange.receives(Pieces.equal(received, comm.peers()), sent);
        return exchange.start(operation,
                slot -> MpiCollectives.iallgather(address(out, true), items(out), type(out, in.type()),
                        in.address(), in.items(), in.type(), comm.handle(), slot));
    }

    /** The piece of a rank, where those of all ranks follow each other. */
    private static Span piece(Span all, int rank) {
        return all.part(all.offset() + rank * all.count() * all.layout().extent(), all.count());
    }

    /** The piece of the caller, at its displacement. */
    private static Span piece(Span all, int[] counts, int[] displs, Communicator comm) {
        int rank = comm.rank();
        return all.checkPieces(counts, displs, comm.size())
                .part(all.piece(rank, counts[rank], displs[rank]), counts[rank]);
    }

    public static <O extends Operation> O allgatherv(
            O operation, Communicator comm, Span sent, Span received, int[] counts, int[] displs) {
        String call = received.call();
        comm.locate(call);
        if (areObjects(either(sent, received))) {
            ObjectCollectives.allgather(operation, comm, sent, received, counts, displs);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.moveDifferent(call, sent == null ? piece(received, counts, displs, comm) : sent, null,
                null, NodeCollectives.ALL, received.checkPieces(counts, displs, comm.size()), counts, displs)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, null, layout(sent, received), null, null).counting(counts, received.layout(), sent);
        if (node != null && exchange.tryInPlace(NodeCollectives.ALLGATHERV, -1, sent, 1, received, 0,
                received.layout().handle(), 0, node.items(received, counts, displs, null, null, null))) {
            return operation;
        }
        StagedSpan out = exchange.sends(sent, received);
        Pieces in = exchange.receives(Pieces.of(received, counts, displs, comm.peers()), sent);
        long nativeCounts = exchange.kept(in.nativeCounts());
        long nativeDispls = exchange.kept(in.nativeDisplacements());
        return exchange.start(operation, slot -> MpiCollectives.iallgatherv(address(out, true), items(out),
                type(out, in.type()), in.address(), nativeCounts, nativeDispls, in.type(), comm.handle(), slot));
    }

    /** The counts of both spans are counts for each rank. */
    public static <O extends Operation> O alltoall(O operation, Communicator comm, Span sent, Span received) {
        String call = received.call();
        comm.locate(call);
        if (areObjects(sent)) {
            ObjectCollectives.alltoall(operation, comm, sent, null, null, received, null, null);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.move(call, sent, comm.size(), NodeCollectives.ALL, received)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, null, layout(sent, received), sent, received);
        if (exchange.tryInPlace(NodeCollectives.ALLTOALL, -1, sent, comm.size(), received)) {
            return operation;
        }
        Pieces out = exchange.sends(Pieces.equal(sent, comm.peers()), received);
        Pieces in = exchange.receives(Pieces.equal(received, comm.peers()));
        return exchange.start(operation,
                slot -> MpiCollectives.ialltoall(out.address(), out.items(), out.type(), in.address(),
                        in.items(), in.type(), comm.handle(), slot));
    }

    public static <O extends Operation> O alltoallv(
            O operation, Communicator comm, Span sent, int[] sendcounts, int[] sdispls,
            Span received, int[] recvcounts, int[] rdispls) {
        String call = received.call();
        comm.locate(call);
        if (areObjects(sent)) {
            ObjectCollectives.alltoall(operation, comm, sent, sendcounts, sdispls, received, recvcounts, rdispls);
            return operation;
        }
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.moveDifferent(call, sent.checkPieces(sendcounts, sdispls, comm.size()), sendcounts,
                sdispls, NodeCollectives.ALL, received.checkPieces(recvcounts, rdispls, comm.size()), recvcounts,
                rdispls)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, null, layout(sent, received), null, null);
        if (node != null) {
            exchange.telling(Exchange.bytes(sendcounts, comm.size(), sent.layout()),
                    Exchange.bytes(recvcounts, comm.size(), received.layout()));
            if (exchange.tryInPlace(NodeCollectives.ALLTOALLV, -1, sent, 1, received, 0, received.layout().handle(), 0,
                    node.items(received, recvcounts, rdispls, sent, sendcounts, sdispls))) {
                return operation;
            }
        }
        Pieces out = exchange.sends(Pieces.of(sent, sendcounts, sdispls, comm.peers()), received);
        Pieces in = exchange.receives(Pieces.of(received, recvcounts, rdispls, comm.peers()));
        long outCounts = exchange.kept(out.nativeCounts());
        long outDispls = exchange.kept(out.nativeDisplacements());
        long inCounts = exchange.kept(in.nativeCounts());
        long inDispls = exchange.kept(in.nativeDisplacements());
        return exchange.start(operation,
                slot -> MpiCollectives.ialltoallv(out.address(), outCounts, outDispls, out.type(),
                        in.address(), inCounts, inDispls, in.type(), comm.handle(), slot));
    }
}
