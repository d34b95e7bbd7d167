package org.rmi4mpi.message.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.NodeCollectives;
import org.rmi4mpi.bridge.PinnedArray;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.message.CollectiveCall;
import org.rmi4mpi.message.InFlight;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.Span;

/**
 * A collective operation before its start. It collects the memory that the operation needs, and the actions at its end.
 * Owned by the thread that starts it.
 */
final class Exchange {
    /** More than there are lengths, for signatures. */
    private static final long LENGTHS = 1L << 32;
    /** Bytes for each rank that the blocking form moves. It takes some 2 ms for them, and meanwhile this rank serves no calls. */
    private static final long LONGEST_BLOCKING = 16 << 20;

    /** Bytes that a call with a critical section moves, for all ranks together. Collections may wait for its end. */
    private static final long LONGEST_SECTION = 16 << 20;

    private final Communicator comm;
    private final String call;
    private final List<Memory> memory = new ArrayList<>();
    private final List<Object> bufs = new ArrayList<>();
    /** Null where the ranks do not share memory, or an operation does not have to wait, or the ranks have not agreed. */
    private NodeExchange node;
    /** Differs where ranks make calls that do not match. */
    private long signature;
    /** Bytes for each rank, or all bytes where each has a count; the same at all ranks whose signatures are equal. */
    private long length;
    /** The bytes that this rank gives, where the ranks tell each other. */
    private long told;
    private Runnable arrival;
    /** Fills the memory for arriving elements, of which some may not arrive; null where nothing is to be filled. */
    private Runnable filling;
    /** What this rank gives. */
    private long bytes;
    /** The values that strict mode compares between ranks; null while there are none. */
    private CollectiveCall compared;

    Exchange(Communicator comm, String call) {
        this(comm, call, null);
    }

    /**
     * @param node if the data are too long for it, at all ranks, and these compare all lengths; otherwise null. In a blocking
     *     form of MPI a rank may wait forever for one that has refused a piece of another length
     */
    Exchange(Communicator comm, String call, NodeExchange node) {
        this.comm = comm;
        this.call = call;
        this.node = node;
    }

    /**
     * Keeps the values that the ranks compare, and strict mode. Null stands for a value that is absent, or that may
     * differ.
     */
    Exchange matching(Integer root, Reduction op, Layout type, Span sent, Span received) {
        if (node != null) {
            int hash = 31 * (31 * call.hashCode() + (root == null ? 0 : root))
                    + (op == null ? 0 : op.toString().hashCode());
            length = sent == null && received == null ? 0 : length(sent, received);
            signature = hash * LENGTHS + length;
        }
        if (Strict.IS_ON) {
            compared = CollectiveCall.here(root, op, type, sent, received);
        }
        return this;
    }

    /**
     * Adds a count for each rank to what the ranks compare, and whether this rank's own piece has that length. The counts have
     * been checked where ranks compare something.
     */
    Exchange counting(int[] counts, Layout type, Span sent) {
        if (node == null) {
            return this;
        }
        for (int i = 0; i < comm.size(); i++) {
            signature = 31 * signature + counts[i] * type.wireSize();
            length += counts[i] * type.wireSize();
        }
        boolean isAsLong = sent == null || sent.wireBytes() == counts[comm.rank()] * type.wireSize();
        signature += isAsLong ? 0 : 1 + comm.rank();
        return this;
    }

    /**
     * Makes the operation in one native call, if all ranks agree, in the program's own memory. Returns whether it has ended. What
     * this rank gives has been checked, and so have its rooms. Ranks where this is not so agree by {@link #start}.
     *
     * @param operation of {@link NodeCollectives}
     * @param root -1 where there is none
     * @param pieces of the sent span's count
     * @param received also the buffer of a broadcast at its root
     * @param taken items, as in the call of MPI
     * @param type of these items
     * @param op 0 where there is none
     */
    boolean tryInPlace(
            int operation, int root, Span sent, int pieces, Span received, int taken, long type, long op,
            int[] countsAndPlaces) {
        boolean isShort = node != null && length <= LONGEST_BLOCKING && !Mpi.sharesCores();
        if (!isShort || sent != null && !sent.isPlain() || received != null && !received.isPlain()
                || sent != null && sent.array() != null && !isApart(sent, received)) {
            return false;
        }
        boolean entersSection = NodeExchange.isInSection(sent) || NodeExchange.isInSection(received);
        if (entersSection && !mayEnterSection(operation) || !Turns.tryTake(entersSection)) {
            return false;
        }
        try {
            return makeAtOnce(operation, root, sent, pieces, received, taken, type, op, countsAndPlaces);
        } finally {
            Turns.giveBack(entersSection);
        }
    }

    private boolean mayEnterSection(int operation) {
        boolean isPiece = operation == NodeCollectives.GATHER || operation == NodeCollectives.SCATTER
                || operation == NodeCollectives.ALLGATHER || operation == NodeCollectives.ALLTOALL;
        long all = isPiece ? length * comm.size() : length;
        return PinnedArray.hasSections() && (!Turns.areNeeded() || all <= LONGEST_SECTION);
    }

    private boolean makeAtOnce(
            int operation, int root, Span sent, int pieces, Span received, int taken, long type, long op,
            int[] countsAndPlaces) {
        Stack.require(); // A rank that has agreed can not give up.
        long began = Job.messageProbe().time();
        boolean isRoot = root == comm.rank();
        if (node.makeByMpi(call, signature, operation, sent, items(sent), received, taken, type, op,
                root < 0 || isRoot ? Constants.IN_PLACE : 0, countsAndPlaces, root)) {
            Span given = operation == NodeCollectives.BCAST && isRoot ? received : sent;
            return node.tellEnd(call, told > 0 || given == null ? told : given.wireBytes() * pieces, began);
        }
        node = null;
        return false;
    }

    /** The same for an operation that moves as many items for each rank. */
    boolean tryInPlace(int operation, int root, Span sent, int pieces, Span received) {
        Span taken = received == null ? sent : received;
        return node != null && tryInPlace(operation, root, sent, pieces, received, items(received),
                taken.layout().handle(), 0, null);
    }

    /** The same for a reduction. */
    boolean tryInPlace(int operation, int root, Span sent, Span received, Reduction op, int[] counts) {
        Span span = sent == null ? received : sent;
        return node != null && tryInPlace(operation, root, sent, 1, received, op.items(span), op.type(span.layout()),
                op.handle(span.layout()), counts);
    }

    private static int items(Span span) {
        return span == null ? 0 : span.layout().items(span.elements());
    }

    /**
     * Lets the ranks tell each other the bytes that they give, if they agree on something. A rank that expects others, or takes or
     * gives too much for the blocking form, agrees with none.
     *
     * @param given bytes for each rank; one number where the root gets all of it
     * @param expected bytes from each rank; null where this rank takes nothing
     */
    Exchange telling(long[] given, long[] expected) {
        if (node != null) {
            told = sum(given);
            boolean isShort = told <= LONGEST_BLOCKING && (expected == null || sum(expected) <= LONGEST_BLOCKING);
            signature = node.compareLengths(call, given, expected) && isShort ? signature : ~comm.rank();
        }
        return this;
    }

    private static long sum(long[] each) {
        return Arrays.stream(each).sum();
    }

    /** Bytes of copies for each rank. */
    static long[] bytes(int[] counts, int ranks, Layout layout) {
        long[] bytes = new long[ranks];
        Arrays.setAll(bytes, i -> counts[i] * layout.wireSize());
        return bytes;
    }

    /** Bytes for each rank; less than 0 where this rank's own spans differ. */
    private long length(Span sent, Span received) {
        long length = sent == null ? received.wireBytes() : sent.wireBytes();
        return received == null || length == received.wireBytes() ? length : -1 - comm.rank();
    }

    /**
     * Stages the elements to send: in a copy, or in the program's memory if nothing is received into it. Null means that they are
     * in place.
     *
     * @param received null where nothing is received
     */
    StagedSpan sends(Span span, Span received) {
        return span == null ? null
                : given(span.wireBytes())
                        .keep(isApart(span, received) ? StagedSpan.leaving(span) : StagedSpan.outgoing(span));
    }

    /** Whether an array that is read is not written meanwhile. */
    static boolean isApart(Span span, Span received) {
        return received == null || span.array() != received.array();
    }

    /** Like {@link #sends}, but the operation may read a large array without a copy. */
    StagedSpan stryInPlace(Span span) {
        return given(span.wireBytes()).keep(StagedSpan.leaving(span));
    }

    private Exchange given(long more) {
        bytes += more;
        return this;
    }

    /** Stages room for the elements to receive. */
    StagedSpan receives(Span span) {
        StagedSpan staged = keep(StagedSpan.entering(span).writable());
        arrival = staged::arrived;
        return staged;
    }

    /** Like {@link #receives}, for operations that also read the elements. */
    StagedSpan receivesInto(Span span) {
        StagedSpan staged = keep(StagedSpan.leaving(span).writable());
        arrival = staged::arrived;
        return staged;
    }

    /** Like {@link #receives}. Elements that do not arrive stay as they are. */
    StagedSpan receivesSome(Span span) {
        StagedSpan staged = receives(span);
        filling = staged::packed;
        return staged;
    }

    /** Like {@link #receivesInto}, but only the first elements are received. */
    StagedSpan receivesFirst(Span span, long elements) {
        StagedSpan staged = keep(StagedSpan.leaving(span).writable());
        arrival = () -> staged.arrived(elements);
        return staged;
    }

    /** Sets another action for the arrived data. */
    void unpackInto(Object buf, Runnable arrived) {
        bufs.add(buf);
        arrival = arrived;
    }

    private StagedSpan keep(StagedSpan staged) {
        for (Memory each : staged.owned()) {
            memory.add(each);
        }
        bufs.add(staged.buf());
        return staged;
    }

    /** Elements that do not arrive stay as they are. */
    Pieces receives(Pieces pieces) {
        arrival = pieces::arrived;
        filling = pieces::fill;
        return keep(pieces.received());
    }

    /** Like {@link #receives(Pieces)}, for operations whose piece of this rank may be in place: then there is no span to send. */
    Pieces receives(Pieces pieces, Span sent) {
        Pieces kept = receives(pieces);
        if (sent == null) {
            filling = null;
            kept.fill();
        }
        return kept;
    }

    Pieces sends(Pieces pieces, Span received) {
        return given(pieces.bytes()).keep(pieces.sent(received));
    }

    private Pieces keep(Pieces pieces) {
        if (pieces.memory() != null) {
            memory.add(pieces.memory());
        }
        bufs.add(pieces.buf());
        return pieces;
    }

    /** Keeps memory until the operation has ended. Returns its address. */
    long kept(NativeBuffer more) {
        memory.add(more);
        return more.address();
    }

    /**
     * Starts the operation. If all ranks have come to it, the blocking form is safe: no rank waits for what the others do
     * before. MPI has better algorithms for that form. Where ranks share cores, a rank that waits in it keeps its core for longer than
     * one that waits here.
     *
     * @param operation null to wait for its end
     */
    <O extends Operation> O start(O operation, Operations.Start start) {
        if (Strict.IS_ON) {
            Strict.compare(comm, compared == null ? CollectiveCall.here() : compared, operation);
        }
        Operation started = operation == null ? new Operation() : operation;
        Runnable arrived = arrival;
        InFlight given = new InFlight(comm, call, bufs, arrived == null ? null : outcome -> arrived.run(),
                memory.toArray(Memory[]::new));
        long began = Job.messageProbe().time();
        boolean hasTurn = false;
        if (node != null) {
            Stack.require(); // A rank that has agreed can not give up.
            hasTurn = length <= LONGEST_BLOCKING && !Mpi.sharesCores() && Turns.tryTake(false);
        }
        try {
            boolean agrees = node != null && node.agree(call, agreement(hasTurn));
            if (!agrees && filling != null) {
                filling.run(); // ranks that agree give as much as there is room for
            }
            boolean blocks = comm.isMixed() || agrees && hasTurn;
            if (node != null) {
                Job.messageProbe().waited(Awaited.Event.COLLECTIVE, began);
            }
            Operations.start(started, given, slot -> {
                started.describe(bytes, began);
                if (blocks) { // it has ended after its start
                    slot.block();
                }
                int code = comm.isMixed() ? Operations.block(started, () -> start.start(slot)) : start.start(slot);
                Job.stirAll(comm.peersInWorld());
                return code;
            });
        } finally {
            if (hasTurn) {
                Turns.giveBack(false);
            }
        }
        if (operation == null) {
            Operations.await(started, call);
        }
        return operation;
    }

    /**
     * What this rank agrees on. A rank that shares its core, or has no turn, agrees with no other. All ranks ask, since JVMs of a
     * node may count its cores differently. Longer data take the nonblocking form in any case.
     */
    private long agreement(boolean hasTurn) {
        boolean isLong = length > LONGEST_BLOCKING && !Mpi.sharesCores();
        return hasTurn || isLong ? signature : ~comm.rank();
    }
}
