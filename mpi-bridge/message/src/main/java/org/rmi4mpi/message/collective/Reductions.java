package org.rmi4mpi.message.collective;

import java.util.Arrays;
import java.util.function.Supplier;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.NodeCollectives;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Span;

/**
 * The collective operations that combine data, each in one method for all its forms; see {@link Collectives}. A
 * function in Java is never called inside MPI. The ranks that need a result get the elements of all ranks, and combine
 * them in the order of the ranks, when the program completes the operation. Stateless.
 */
public final class Reductions {
    private Reductions() {}

    /** Checks that the reduction is defined, and tells whether it is computed in Java. */
    private static boolean isFunction(String call, Span span, Reduction op) {
        Reduction.check(call, op, span.layout());
        return op.isFunction(span.layout());
    }

    /** Combines the data that all ranks have brought. */
    private interface Combination {
        void combine(byte[][] brought);
    }

    /** Gives every rank the data of all ranks, and combines them. */
    private static <O extends Operation> O allgather(
            O operation, Communicator comm, Span received, Contributions own, Combination combination) {
        ByteExchange exchange = ByteExchange.of(operation, comm, received.call(), null);
        Supplier<byte[][]> all = exchange.allgather(own::written);
        exchange.end(received.buf(), () -> combination.combine(all.get()));
        return operation;
    }

    private static Span either(Span first, Span second) {
        return first != null ? first : second;
    }

    private static long address(StagedSpan staged) {
        return staged == null ? Constants.IN_PLACE : staged.address();
    }

    /** Stages room for a result. If the elements to send are in place, they are in it. */
    private static StagedSpan result(Exchange exchange, Span sent, Span received) {
        return sent == null ? exchange.receivesInto(received) : exchange.receives(received);
    }

    /** Refuses a direct buffer that is read and written at once. Arrays are copied. */
    private static void checkApart(String call, Span sent, Span received) {
        boolean isOne = sent != null && received != null && sent.isDirect() && received.isDirect()
                && sent.address() == received.address() && received.elements() > 0;
        Check.argument(call, !isOne, "sendbuf", "the direct buffer that is also recvbuf",
                "two buffers, or the form with one, such as allReduce(buf, count, type, op), whose result takes the place "
                        + "of the elements");
    }

    /** @param call named here, since neither span has a meaning at a rank beside the root of two groups */
    public static <O extends Operation> O reduce(
            O operation, Communicator comm, String call, Span sent, Span received, Reduction op, int root) {
        comm.locate(call);
        Collectives.checkRoot(call, comm, root);
        Span span = either(sent, received);
        if (span != null && isFunction(call, span, op)) {
            Contributions own = new Contributions(span);
            ByteExchange exchange = ByteExchange.of(operation, comm, call, root);
            Supplier<byte[][]> all = exchange.gather(own::written, root);
            exchange.end(span.buf(), () -> {
                if (Collectives.isRoot(comm, root)) {
                    own.combine(all.get(), comm.peers(), op).into(received);
                }
            });
            return operation;
        }
        boolean isRoot = Collectives.isRoot(comm, root);
        checkApart(call, sent, received);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.reduce(call, span, comm.size(), isRoot ? received : null, 0, op)) {
            return operation;
        } else if (!isRoot && !Collectives.hasPart(comm, root)) {
            return new Exchange(comm, call).start(operation, slot -> MpiCollectives.ireduce(
                    0, 0, 0, Constants.BYTE, Mpi.constant("MPI_BOR"), root, comm.handle(), slot));
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(root, op, span.layout(), sent, received);
        if (exchange.tryInPlace(NodeCollectives.REDUCE, root, sent, isRoot ? received : null, op, null)) {
            return operation;
        }
        StagedSpan out = exchange.sends(sent, received);
        StagedSpan in = isRoot ? result(exchange, sent, received) : null;
        boolean gives = Collectives.hasPart(comm, root);
        long nothing = gives ? 0 : exchange.kept(NativeBuffer.acquire(1)); // MPICH refuses the address 0
        return exchange.start(operation,
                slot -> MpiCollectives.ireduce(gives ? address(out) : nothing, in == null ? 0 : in.address(),
                        op.items(span),
                        op.type(span.layout()), op.handle(span.layout()), root, comm.handle(), slot));
    }

    public static <O extends Operation> O allreduce(
            O operation, Communicator comm, Span sent, Span received, Reduction op) {
        String call = received.call();
        comm.locate(call);
        if (isFunction(call, received, op)) {
            Contributions own = new Contributions(either(sent, received));
            return allgather(operation, comm, received, own, all -> own.combine(all, comm.peers(), op).into(received));
        }
        checkApart(call, sent, received);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.reduce(call, either(sent, received), comm.size(), received, 0, op)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, op, Collectives.layout(sent, received), sent, received);
        if (exchange.tryInPlace(NodeCollectives.ALLREDUCE, -1, sent, received, op, null)) {
            return operation;
        }
        StagedSpan out = exchange.sends(sent, received);
        StagedSpan in = result(exchange, sent, received);
        return exchange.start(operation,
                slot -> MpiCollectives.iallreduce(address(out), in.address(), op.items(received),
                        op.type(received.layout()),
                        op.handle(received.layout()), comm.handle(), slot));
    }

    /**
     * @param sent its count is not used
     * @param received its count is not used
     * @param counts copies of the layout for each rank of the caller's group
     */
    public static <O extends Operation> O reduceScatter(
            O operation, Communicator comm, Span sent, Span received, int[] counts, Reduction op) {
        String call = received.call();
        comm.locate(call);
        Reduction.check(call, op, received.layout());
        int all = total(call, counts, comm.size());
        int own = counts[comm.rank()];
        int before = total(call, counts, comm.rank());
        Span input = either(sent, received);
        Span given = input.part(input.offset(), all);
        Span result = received.part(received.offset(), own);
        if (isFunction(call, received, op)) {
            Contributions brought = new Contributions(given);
            return allgather(operation, comm, received, brought,
                    bytes -> brought.combine(bytes, comm.peers(), op).into(before, result));
        }
        checkApart(call, sent, received);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.reduce(call, given, comm.size(), result, received.layout().elements(before), op)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, op, Collectives.layout(sent, received), null, null)
                .counting(counts, received.layout(), null);
        int[] items = Arrays.stream(counts, 0, comm.size())
                .map(count -> op.items(received.part(received.offset(), count))).toArray();
        if (sent != null && exchange.tryInPlace(NodeCollectives.REDUCE_SCATTER, -1, given, result, op,
                Arrays.copyOf(items, NodeCollectives.ITEMS))) {
            return operation;
        }
        StagedSpan out = sent == null ? null : exchange.sends(given, received);
        StagedSpan in = sent == null ? exchange.receivesFirst(given, result.elements()) : exchange.receives(result);
        long nativeCounts = exchange.kept(NativeBuffer.of(items));
        return exchange.start(operation, slot -> MpiCollectives.ireduceScatter(address(out), in.address(), nativeCounts,
                op.type(received.layout()), op.handle(received.layout()), comm.handle(), slot));
    }

    private static int total(String call, int[] counts, int ranks) {
        Check.length(call, "recvcounts", counts, ranks);
        int all = 0;
        for (int i = 0; i < ranks; i++) {
            if (counts[i] < 0 || counts[i] > Integer.MAX_VALUE - all) {
                Check.argument(call, false, "recvcounts[" + i + "]", counts[i],
                        counts[i] < 0 ? "0 or more" : "at most " + Integer.MAX_VALUE + " together");
            }
            all += counts[i];
        }
        return all;
    }

    /**
     * @param received its count is the count for each rank
     * @param sent its count is not used
     */
    public static <O extends Operation> O reduceScatterBlock(
            O operation, Communicator comm, Span sent, Span received, Reduction op) {
        String call = received.call();
        comm.locate(call);
        Reduction.check(call, op, received.layout());
        Check.argument(call, received.count() >= 0, "count", received.count(), "0 or more");
        int[] counts = Pieces.equal(received.count(), comm.size());
        int all = total(call, counts, comm.size());
        if (isFunction(call, received, op)) {
            return reduceScatter(operation, comm, sent, received, counts, op);
        }
        Span input = either(sent, received);
        Span given = input.part(input.offset(), all);
        checkApart(call, sent, received);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.reduce(call, given, comm.size(), received, comm.rank() * received.elements(), op)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, op, Collectives.layout(sent, received), null, received);
        StagedSpan out = sent == null ? null : exchange.sends(given, received);
        StagedSpan in = sent == null ? exchange.receivesFirst(given, received.elements()) : exchange.receives(received);
        int items = op.items(received);
        return exchange.start(operation, slot -> MpiCollectives.ireduceScatterBlock(address(out), in.address(), items,
                op.type(received.layout()), op.handle(received.layout()), comm.handle(), slot));
    }

    public static <O extends Operation> O scan(
            O operation, Communicator comm, Span sent, Span received, Reduction op) {
        String call = received.call();
        comm.locate(call);
        if (isFunction(call, received, op)) {
            Contributions own = new Contributions(either(sent, received));
            return allgather(operation, comm, received, own,
                    all -> own.combine(all, comm.rank() + 1, op).into(received));
        }
        checkApart(call, sent, received);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null && node.reduce(call, either(sent, received), comm.rank() + 1, received, 0, op)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, op, Collectives.layout(sent, received), sent, received);
        if (exchange.tryInPlace(NodeCollectives.SCAN, -1, sent, received, op, null)) {
            return operation;
        }
        StagedSpan out = exchange.sends(sent, received);
        StagedSpan in = result(exchange, sent, received);
        return exchange.start(operation,
                slot -> MpiCollectives.iscan(address(out), in.address(), op.items(received), op.type(received.layout()),
                        op.handle(received.layout()), comm.handle(), slot));
    }

    /** Like {@link #scan}, but without the caller's own elements. The first rank receives nothing. */
    public static <O extends Operation> O exscan(
            O operation, Communicator comm, Span sent, Span received, Reduction op) {
        String call = received.call();
        comm.locate(call);
        if (isFunction(call, received, op)) {
            Contributions own = new Contributions(either(sent, received));
            return allgather(operation, comm, received, own, all -> {
                if (comm.rank() > 0) {
                    own.combine(all, comm.rank(), op).into(received);
                }
            });
        }
        checkApart(call, sent, received);
        NodeExchange node = CollectiveState.node(operation, comm, call);
        if (node != null
                && node.reduce(call, either(sent, received), comm.rank(), comm.rank() == 0 ? null : received, 0, op)) {
            return operation;
        }
        Exchange exchange = new Exchange(comm, call, node)
                .matching(null, op, Collectives.layout(sent, received), sent, received);
        StagedSpan out = exchange.sends(sent, received);
        StagedSpan in = comm.rank() == 0 ? exchange.stryInPlace(received) : exchange.receivesInto(received);
        return exchange.start(operation,
                slot -> MpiCollectives.iexscan(address(out), in.address(), op.items(received),
                        op.type(received.layout()),
                        op.handle(received.layout()), comm.handle(), slot));
    }
}
