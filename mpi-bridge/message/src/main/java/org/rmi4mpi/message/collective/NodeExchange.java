package org.rmi4mpi.message.collective;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.NodeCollectives;
import org.rmi4mpi.bridge.PinnedArray;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.message.Awaiting;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Packing;
import org.rmi4mpi.message.data.Span;

/**
 * Collective operations of short data, if all ranks of a communicator are Java ranks of one node. They exchange the data through
 * memory that they share. The first calls on a communicator count; then the ranks make the memory, so that a communicator
 * which is used little has none. Whether an operation goes this way depends only on what all ranks know: its kind, and the lengths
 * of what the ranks give, which they tell each other. One thread at a time makes collective calls on a communicator.
 */
final class NodeExchange {
    /** The calls before the memory is made. */
    private static final int CALLS = 8;
    private static final int UNEQUAL = (int) Mpi.constant("MPI_ERR_COUNT");

    private final Communicator comm;
    private int calls;
    /** Null while there is none. */
    private SharedMemory shared;
    private ByteBuffer memory;
    private long address;
    private int rank;
    private int ranks;
    /** Lengths and places of pieces that differ, for the call under way. Null before the first one. */
    private int[] different;

    NodeExchange(Communicator comm) {
        this.comm = comm;
    }

    /** This exchange, for a waiting call of any kind; null where the call has to use MPI. */
    NodeExchange next(String call) {
        if (calls <= CALLS) {
            count(call);
        }
        return memory == null ? null : this;
    }

    private void count(String call) {
        if (calls == CALLS) {
            Stack.require();
            make(call);
        }
        calls++;
    }

    private void make(String call) {
        if (Strict.IS_ON || LostRanks.ARE_SURVIVED || comm.isInter() || comm.size() < 2
                || comm.size() > NodeCollectives.MOST_RANKS
                || comm.isMixed()
                || !isOneNode()) {
            return;
        }
        SharedMemory made = new SharedMemory(comm, call, new long[comm.size()], NodeCollectives.bytes(comm.size()));
        if (made.make(false)) {
            shared = made;
            rank = comm.rank();
            ranks = comm.size();
            address = Mpi.address(made.extra());
            memory = made.extra();
        }
    }

    private boolean isOneNode() {
        byte[] host = Job.host().getBytes(StandardCharsets.UTF_8);
        long own = UUID.nameUUIDFromBytes(host).getMostSignificantBits();
        for (long each : Meetings.allgather(comm.handle(), comm.size(), own)) {
            if (each != own) {
                return false;
            }
        }
        return true;
    }

    /** All ranks have freed the communicator: gives the memory back. */
    void drop() {
        if (memory != null && rank == 0) {
            shared.drop();
        }
    }

    /** Waits until all ranks have come. */
    void barrier(String call) {
        long began = Job.messageProbe().time();
        int code = NodeCollectives.move(address, rank, ranks, NodeCollectives.patienceNs(), null, 0, 0, 0, 1,
                NodeCollectives.ALL, null, 0, 0, 0, null);
        if (code != Mpi.SUCCESS) {
            end(call, code, patience -> NodeCollectives.move(address, rank, ranks, patience, null, 0, 0, 0, 1,
                    NodeCollectives.ALL, null, 0, 0, 0, null));
        }
        Reference.reachabilityFence(memory);
        tellEnd(call, 0, began);
    }

    /** Tells tools that an operation has ended. Returns true. */
    boolean tellEnd(String call, long bytes, long began) {
        Job.messageProbe().collectiveEnded(call, comm, bytes, began);
        Job.messageProbe().waited(Awaited.Event.COLLECTIVE, began);
        return true;
    }

    /** Waits until all ranks have come, and returns whether they give the same value. */
    boolean agree(String call, long value) {
        long[] own = {value};
        long[] all = new long[ranks];
        int kind = Element.LONG.ordinal();
        Again agree = patience -> NodeCollectives.move(address, rank, ranks, patience, own, 0, kind, Long.BYTES, 1,
                NodeCollectives.ALL, all, 0, kind, Long.BYTES, null);
        end(call, agree.call(NodeCollectives.patienceNs()), agree);
        Reference.reachabilityFence(memory);
        for (long each : all) {
            if (each != value) {
                return false;
            }
        }
        return true;
    }

    /**
     * Makes an operation by MPI's blocking form, in place, if all ranks agree. Returns false if they do not.
     *
     * @param value on which they agree; it differs where ranks make calls that do not match
     * @param sent null where this rank gives nothing, or what it gives is in place
     * @param absent the address for a span that is null
     * @param given items of the sent span, as in the call of MPI
     * @param counts and places of the items of each rank; null where all have as many
     */
    boolean makeByMpi(
            String call, long value, int operation, Span sent, int given, Span received, int taken, long type, long op,
            long absent, int[] counts, int root) {
        Object from = sent == null ? null : sent.array();
        Object to = received == null ? null : received.array();
        int sections = (isInSection(sent) ? NodeCollectives.SECTION_TO_READ : 0)
                | (isInSection(received) ? NodeCollectives.SECTION_TO_WRITE : 0);
        long fromAt = sent == null ? absent : place(sent);
        long toAt = received == null ? absent : place(received);
        long givenType = sent == null ? type : sent.layout().handle();
        int code = NodeCollectives.together(address, rank, ranks, NodeCollectives.patienceNs(), false, value, operation,
                from, fromAt, given, givenType, to, toAt, taken, type, sections, counts, op, root, comm.handle());
        if (code == NodeCollectives.PENDING || code == NodeCollectives.STIR_AND_GO_ON) {
            if (code == NodeCollectives.STIR_AND_GO_ON) {
                stir();
            }
            code = !agree(call, value) ? NodeCollectives.DISAGREE
                    : NodeCollectives.together(address, rank, ranks, 0, true, value, operation, from, fromAt, given,
                            givenType, to, toAt, taken, type, sections, counts, op, root, comm.handle());
        }
        Reference.reachabilityFence(memory);
        Reference.reachabilityFence(sent);
        Reference.reachabilityFence(received);
        if (code == NodeCollectives.DISAGREE) {
            return false;
        } else if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw comm.raised(failure(call, code));
        }
        return true;
    }

    /** Whether a critical section keeps the span's array in place. */
    static boolean isInSection(Span span) {
        return span != null && span.array() != null && (PinnedArray.needsSection() || !span.staysInPlace());
    }

    /** The address of the first element; relative to the array's start, if the native method enters a section. */
    private static long place(Span span) {
        boolean isPlaced = span.array() != null && !isInSection(span);
        return (isPlaced ? PinnedArray.of(span.array()).address() : 0) + span.address();
    }

    /**
     * Moves data between ranks. Returns false, if they are too long: then all ranks use MPI for this operation.
     *
     * @param sent null where this rank gives nothing
     * @param pieces 1 where all get all of it; the number of ranks where the span's count is that of each piece
     * @param givers the rank that gives to this one, or {@link NodeCollectives#ALL} or {@link NodeCollectives#NOBODY}, or
     *     {@link NodeCollectives#TO_ONE}
     * @param received room for what one rank gives; the pieces of all ranks follow each other. Null where nobody gives
     */
    boolean move(String call, Span sent, int pieces, int givers, Span received) {
        long began = Job.messageProbe().time();
        return moveEqual(call, sent, pieces, givers, received)
                && tellEnd(call, sent == null ? 0 : sent.wireBytes() * pieces, began);
    }

    private boolean moveEqual(String call, Span sent, int pieces, int givers, Span received) {
        check(sent, pieces);
        if (received != null) {
            check(received.writable(), givers == NodeCollectives.ALL ? ranks : 1);
        }
        long given = sent == null ? 0 : sent.wireBytes() * pieces;
        int room = received == null ? 0 : (int) received.wireBytes();
        int bytes = given > NodeCollectives.CAPACITY ? NodeCollectives.LONG : (int) given;
        if (sent != null && !sent.isPlain() || received != null && !received.isPlain()) {
            return movePacked(call, sent, pieces, bytes, givers, received);
        }
        return movePlain(call, sent, bytes, pieces, givers, received, room, null);
    }

    private boolean movePlain(
            String call, Span sent, int bytes, int pieces, int givers, Span received, int room, int[] different) {
        Object from = sent == null ? null : sent.array();
        long fromAt = sent == null ? 0 : sent.place();
        int fromKind = sent == null ? 0 : sent.layout().element().ordinal();
        Object to = received == null ? null : received.array();
        long toAt = received == null ? 0 : received.place();
        int toKind = received == null ? 0 : received.layout().element().ordinal();
        int code =
                NodeCollectives.move(address, rank, ranks, NodeCollectives.patienceNs(), from, fromAt, fromKind, bytes,
                        pieces, givers, to, toAt, toKind, room, different);
        boolean hasEnded = code == Mpi.SUCCESS
                || end(call, code,
                        patience -> NodeCollectives.move(address, rank, ranks, patience, from, fromAt, fromKind,
                                bytes, pieces, givers, to, toAt, toKind, room, different));
        Reference.reachabilityFence(memory);
        return hasEnded;
    }

    /** Pieces of other layouts are packed as in a message. Bytes that do not arrive stay as they are. */
    private boolean movePacked(String call, Span sent, int pieces, int bytes, int givers, Span received) {
        byte[] from = bytes <= 0 ? new byte[0] : packed(sent, pieces);
        int places = givers == NodeCollectives.ALL ? ranks : 1;
        int room = received == null ? 0 : (int) received.wireBytes();
        byte[] to = received == null || bytes == NodeCollectives.LONG ? new byte[0] : packed(received, places);
        boolean isRoom = to.length > 0 || room == 0;
        boolean hasEnded = moveBytes(call, from, bytes, pieces, givers, to, isRoom ? room : 0, null);
        if (hasEnded && received != null) {
            Packing.unpack(to, 0, all(received, places));
        }
        return hasEnded;
    }

    private boolean moveBytes(
            String call, byte[] from, int bytes, int pieces, int givers, byte[] to, int room, int[] different) {
        Again move =
                patience -> NodeCollectives.move(address, rank, ranks, patience, from, 0, 0, bytes, pieces,
                        givers, to, 0, 0, room, different);
        boolean hasEnded = end(call, move.call(NodeCollectives.patienceNs()), move);
        Reference.reachabilityFence(memory);
        return hasEnded;
    }

    /**
     * Moves pieces whose lengths differ; otherwise as {@link #move}. A rank may give more than others.
     *
     * @param counts copies of the layout for each rank; null where all get all of the sent span
     * @param displs where these begin, in extents of the layout
     * @param rooms copies of the layout from each rank; null where one rank gives all of the received span
     */
    boolean moveDifferent(
            String call, Span sent, int[] counts, int[] displs, int givers, Span received, int[] rooms, int[] places) {
        long began = Job.messageProbe().time();
        return moveListed(call, sent, counts, displs, givers, received, rooms, places)
                && tellEnd(call, given(sent, counts), began);
    }

    private long given(Span sent, int[] counts) {
        if (sent == null || counts == null) {
            return sent == null ? 0 : sent.wireBytes();
        }
        long copies = 0;
        for (int i = 0; i < ranks; i++) {
            copies += counts[i];
        }
        return copies * sent.layout().wireSize();
    }

    private boolean moveListed(
            String call, Span sent, int[] counts, int[] displs, int givers, Span received, int[] rooms, int[] places) {
        if (different == null) {
            different = new int[NodeCollectives.DIFFERENT_INTS];
        }
        boolean isPlain = (sent == null || sent.isPlain()) && (received == null || received.isPlain());
        int pieces = counts == null ? 1 : ranks;
        long given = counts == null ? 0
                : list(sent, counts, displs, NodeCollectives.GIVEN, NodeCollectives.GIVEN_PLACES, isPlain);
        if (counts == null && sent != null) {
            sent.check();
            given = sent.wireBytes();
        }
        long taken = rooms == null ? 0
                : list(received.writable(), rooms, places, NodeCollectives.TAKEN, NodeCollectives.TAKEN_PLACES,
                        isPlain);
        if (rooms == null && received != null) {
            received.writable().check();
            taken = received.wireBytes();
        }
        int lengths = counts == null ? 0 : ranks * Integer.BYTES;
        int bytes = given > NodeCollectives.CAPACITY ? NodeCollectives.LONG : (int) given + lengths;
        if (isPlain) {
            return movePlain(call, sent, bytes, pieces, givers, received, (int) taken, different);
        }
        byte[] from = new byte[bytes == NodeCollectives.LONG ? 0 : (int) given];
        byte[] to = new byte[Math.toIntExact(taken)];
        if (bytes != NodeCollectives.LONG) {
            forEachPiece(sent, counts, displs, NodeCollectives.GIVEN_PLACES,
                    (piece, at) -> Packing.pack(piece, from, at));
        }
        forEachPiece(received, rooms, places, NodeCollectives.TAKEN_PLACES, (piece, at) -> Packing.pack(piece, to, at));
        boolean hasEnded = moveBytes(call, from, bytes, pieces, givers, to, to.length, different);
        if (hasEnded) {
            forEachPiece(received, rooms, places, NodeCollectives.TAKEN_PLACES,
                    (piece, at) -> Packing.unpack(to, at, piece));
        }
        return hasEnded;
    }

    /** Lists the pieces of a span. Packed ones follow each other. Returns their bytes together. */
    private long list(Span span, int[] counts, int[] displs, int lengths, int places, boolean isPlain) {
        span.checkPieces(counts, displs, ranks);
        int unit = span.array() == null ? span.layout().elementSize() : 1;
        long all = 0;
        for (int i = 0; i < ranks; i++) {
            int offset = span.piece(i, counts[i], displs[i]);
            long bytes = counts[i] * span.layout().wireSize();
            different[lengths + i] = (int) bytes;
            different[places + i] = isPlain ? (offset - span.offset()) * unit : (int) all;
            all += bytes;
        }
        return all;
    }

    /**
     * The items of each rank's piece, and where they begin, for {@link NodeCollectives#together}.
     *
     * @param sent null where all give as many
     */
    int[] items(Span received, int[] counts, int[] displs, Span sent, int[] sendcounts, int[] sdispls) {
        int[] items = new int[NodeCollectives.ITEMS];
        put(received, counts, displs, items, NodeCollectives.ITEMS_TAKEN);
        if (sent != null) {
            put(sent, sendcounts, sdispls, items, NodeCollectives.ITEMS_GIVEN);
        }
        return items;
    }

    private void put(Span span, int[] counts, int[] displs, int[] items, int at) {
        Layout layout = span.layout();
        for (int i = 0; i < ranks; i++) {
            items[at + i] = layout.items(layout.elements(counts[i]));
            items[at + NodeCollectives.MOST_RANKS + i] =
                    layout.items(span.piece(i, counts[i], displs[i]) - span.offset());
        }
    }

    /**
     * Tells other ranks the bytes of what this rank gives them, and returns whether those that it takes have the lengths that it
     * expects.
     *
     * @param given bytes for each rank; one number where the root gets all of it
     * @param expected null where this rank takes nothing
     */
    boolean compareLengths(String call, long[] given, long[] expected) {
        long[] told = new long[expected == null ? 0 : ranks];
        int kind = Element.LONG.ordinal();
        int givers = expected == null ? NodeCollectives.TO_ONE : NodeCollectives.ALL;
        Again tell = patience -> NodeCollectives.move(address, rank, ranks, patience, given, 0, kind,
                given.length * Long.BYTES, given.length, givers, told, 0, kind, expected == null ? 0 : Long.BYTES,
                null);
        end(call, tell.call(NodeCollectives.patienceNs()), tell);
        Reference.reachabilityFence(memory);
        return expected == null || Arrays.equals(told, expected);
    }

    private interface Piece {
        void take(Span piece, int at);
    }

    private void forEachPiece(Span span, int[] counts, int[] displs, int places, Piece action) {
        for (int i = 0; span != null && counts != null && i < ranks; i++) {
            action.take(span.part(span.piece(i, counts[i], displs[i]), counts[i]), different[places + i]);
        }
        if (span != null && counts == null) {
            action.take(span, 0);
        }
    }

    /**
     * Combines what the ranks give, in the order of ranks; otherwise as {@link #move}.
     *
     * @param sent all ranks give as many elements
     * @param combined number of ranks, from the first one, whose elements are combined for this rank
     * @param received takes the result, as many elements as it has; null where there is none
     * @param before elements of each rank before those of the result
     */
    boolean reduce(String call, Span sent, int combined, Span received, long before, Reduction op) {
        long began = Job.messageProbe().time();
        return reduceChecked(call, sent.check(), combined, received, before, op)
                && tellEnd(call, sent.wireBytes(), began);
    }

    private boolean reduceChecked(String call, Span sent, int combined, Span received, long before, Reduction op) {
        if (received != null) {
            received.writable().check();
        }
        Layout layout = sent.layout();
        int size = layout.elementSize();
        long given = sent.elements() * size;
        int bytes = given > NodeCollectives.CAPACITY ? NodeCollectives.LONG : (int) given;
        int items = received == null ? 0 : op.items(received);
        int resultBytes = received == null || bytes == NodeCollectives.LONG ? 0 : (int) (received.elements() * size);
        int skipped = bytes == NodeCollectives.LONG ? 0 : (int) (before * size);
        int sources = received == null ? 0 : combined;
        if (!sent.isPlain() || received != null && !received.isPlain()) {
            return reduceCopies(call, sent, bytes, sources, skipped, resultBytes, items, received, op);
        }
        long type = op.type(layout);
        long handle = op.handle(layout);
        Object from = sent.array();
        long fromAt = sent.place();
        int kind = layout.element().ordinal();
        Object to = received == null ? null : received.array();
        long toAt = received == null ? 0 : received.place();
        int code = NodeCollectives.reduce(address, rank, ranks, NodeCollectives.patienceNs(), from, fromAt, kind, bytes,
                sources, skipped, resultBytes, items, type, handle, to, toAt, kind);
        boolean hasEnded = code == Mpi.SUCCESS
                || end(call, code,
                        patience -> NodeCollectives.reduce(address, rank, ranks, patience, from, fromAt, kind,
                                bytes, sources, skipped, resultBytes, items, type, handle, to, toAt, kind));
        Reference.reachabilityFence(memory);
        return hasEnded;
    }

    /** Elements of other layouts are copied without the gaps between blocks. */
    private boolean reduceCopies(
            String call, Span sent, int bytes, int combined, int skipped, int resultBytes, int items, Span received,
            Reduction op) {
        NativeBuffer from = NativeBuffer.acquire(Math.max(bytes, 0));
        NativeBuffer to = NativeBuffer.acquire(resultBytes);
        if (bytes > 0) {
            sent.pack(from.bytes(), 0);
        }
        if (resultBytes > 0) {
            received.pack(to.bytes(), 0);
        }
        Again reduce =
                patience -> NodeCollectives.reduce(address, rank, ranks, patience, null, from.address(), 0, bytes,
                        combined, skipped, resultBytes, items, op.type(sent.layout()), op.handle(sent.layout()), null,
                        to.address(), 0);
        boolean hasEnded = end(call, reduce.call(NodeCollectives.patienceNs()), reduce);
        if (hasEnded && resultBytes > 0 && combined > 0) {
            received.unpack(to.bytes(), (int) received.elements());
        }
        from.release();
        to.release();
        Reference.reachabilityFence(memory);
        return hasEnded;
    }

    private static void check(Span span, int pieces) {
        if (span != null && !span.hasPieces(pieces)) {
            if (pieces == 1) {
                span.check();
            } else {
                Pieces.equal(span, pieces);
            }
        }
    }

    private static Span all(Span span, int pieces) {
        return pieces == 1 ? span : span.part(span.offset(), span.count() * pieces);
    }

    private static byte[] packed(Span span, int pieces) {
        Span all = all(span, pieces);
        byte[] bytes = new byte[(int) all.wireBytes()];
        Packing.pack(all, bytes, 0);
        return bytes;
    }

    /** Makes the call again, for some nanoseconds at most. Returns its code. */
    @FunctionalInterface
    private interface Again {
        int call(long patienceNs);
    }

    /** Goes on with an operation that has not simply ended. Returns false where the ranks use MPI. */
    private boolean end(String call, int first, Again again) {
        int code = first;
        while (code == NodeCollectives.STIR_AND_GO_ON) {
            stir();
            code = again.call(NodeCollectives.patienceNs());
        }
        if (code == NodeCollectives.PENDING) {
            code = await(call, again);
        }
        if (code == NodeCollectives.DONE_BESIDE_SLEEPERS) {
            stir();
        } else if (code == NodeCollectives.BY_MPI) {
            return false;
        } else if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw comm.raised(failure(call, code));
        }
        return true;
    }

    private static MessageException failure(String call, int code) {
        boolean isLonger = Mpi.isTruncation(code);
        return isLonger || code == UNEQUAL
                ? Check.failure(call + ": another rank gives "
                        + (isLonger ? "more data than this rank has room for" : "another number of elements")
                        + Check.at("give counts and datatypes that agree at all ranks"), null, code)
                : Check.ofCode(call, code);
    }

    private void stir() {
        Job.stirAll(comm.worldRanks());
    }

    /** Waits by the dispatcher, so that the rank's calls are served. The other ranks stir this one when they come. */
    private int await(String call, Again again) {
        Wait wait = new Wait(call, again);
        NodeCollectives.countSleepers(address, 1);
        try {
            Job.progress().await(wait);
        } finally {
            NodeCollectives.countSleepers(address, -1);
        }
        return wait.code;
    }

    private final class Wait implements Completion {
        private final String call;
        private final Again again;
        private int code = NodeCollectives.PENDING;

        Wait(String call, Again again) {
            this.call = call;
            this.again = again;
        }

        /** Makes no call after the one that has ended the operation: it would begin the next one. */
        @Override
        public boolean test() {
            if (code == NodeCollectives.PENDING) {
                int now = again.call(0);
                if (now == NodeCollectives.STIR_AND_GO_ON) {
                    stir();
                } else {
                    code = now;
                }
            }
            return code != NodeCollectives.PENDING;
        }

        @Override
        public Awaited awaited() {
            return Awaiting.others(call, comm.label(), comm.worldRanks());
        }
    }
}
