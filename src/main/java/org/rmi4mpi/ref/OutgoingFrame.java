package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.OutgoingArrays;
import org.rmi4mpi.dispatch.OutgoingPieces;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.CountedReference;
import org.rmi4mpi.serial.MessageContext;
import org.rmi4mpi.serial.MessageMemory;
import org.rmi4mpi.transport.ApartSizes;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.PieceFrame;

/**
 * A frame that is being written, and the arrays that travel beside it. If it becomes longer than a piece, it
 * leaves while it is written: this frame is its first piece, and the next ones follow. Owned by one thread.
 */
final class OutgoingFrame implements MessageMemory {

    /** The most bytes of a first piece. */
    private static final int LARGEST_FIRST = 1 << 29;
    /** The next piece of a message to this thread has this part of its length so far, up to so many bytes. */
    private static final int PART_OF_OWN = 8;
    private static final int LARGEST_OWN = 8 << 20;

    private final Transport transport;
    private final FrameBuilder frame;
    private final Dispatcher dispatcher;
    private final OutgoingArrays arrays;
    private final int pieceBytes;
    private int receiver;
    /** Size in bytes from which an array travels beside the frame. */
    private long leastApart;
    private final Collector collector;
    /** Sends the first piece; null if the frame leaves as a whole. */
    private Departure departure;
    /** Whether pieces that are full are kept, for a reader on this thread. */
    private boolean keepsPieces;
    /** The pieces that are kept; null if none was full. */
    private OwnMessage own;
    /** Length of the piece that is being written, in bytes. */
    private int fullAt;
    /** Whether the reader has not taken the rest in time. */
    private boolean hasExpired;
    /** Sends the other pieces; null before the first has left. */
    private OutgoingPieces pieces;
    /** Arrays beside pieces that have left. */
    private final List<ArrayTransfer> leaving = new ArrayList<>();
    /** Bytes of pieces that have left, and of arrays. */
    private long lengthBefore;
    /** References in the frame. Their weights return if the frame is not sent. */
    private final List<Carried> carried = new ArrayList<>();

    private record Carried(CountedReference reference, long weight) {}

    /** @param pieceBytes length of a piece, in bytes */
    OutgoingFrame(Transport transport, Dispatcher dispatcher, Collector collector, int pieceBytes) {
        this.pieceBytes = pieceBytes;
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.collector = collector;
        arrays = new OutgoingArrays(transport, dispatcher);
        frame = new FrameBuilder(transport, this::acquireLarge);
    }

    /** Returns the frame that an object is being written into; null if the stream is not that of a call. */
    static OutgoingFrame writtenBy(ObjectOutput out) {
        return out instanceof MessageContext message && message.context() instanceof OutgoingFrame frame ? frame : null;
    }

    private Frame acquireLarge(Frame grown, int needed, int wished) throws IOException {
        try {
            return dispatcher.acquireLarge(grown, needed, wished);
        } catch (OutOfMemoryError e) {
            throw new IOException(transport.noMemory(needed), e);
        }
    }

    /** See {@link FrameBuilder#makeReady}. */
    void makeReady() {
        frame.makeReady();
    }

    /** Like {@link #beginWithHeader}, for a reply that replaces another one when memory may be missing. */
    ByteBuffer beginAnew(byte kind, int receivingRank) {
        receiver = receivingRank;
        departure = null;
        dropOwn();
        arrays.discard();
        try {
            takeBack();
        } catch (OutOfMemoryError e) {
            // the weights are lost, and their objects stay
        }
        ByteBuffer bytes = frame.begin();
        FrameHeader.put(bytes, kind, 0);
        return bytes;
    }

    /**
     * Begins a frame and writes its header. Returns its memory, positioned after the header.
     *
     * @param header length of the header, in bytes
     * @param leastBytesApart size in bytes from which an array travels beside the frame; ignored if the receiver is
     *     this rank
     */
    ByteBuffer beginWithHeader(byte kind, int header, int receivingRank, int classes, long leastBytesApart) {
        receiver = receivingRank;
        arrays.discard();
        departure = null;
        dropOwn();
        lengthBefore = 0;
        leastApart = receiver == transport.rank() || hasLeft() ? ApartSizes.NEVER : leastBytesApart;
        takeBack();
        ByteBuffer bytes = frame.begin();
        FrameHeader.put(bytes, kind, classes);
        return bytes.position(header);
    }

    /** Copies all arrays into the frame, since their owner may change them before it is sent. */
    void copyArrays() {
        leastApart = ApartSizes.NEVER;
    }

    /**
     * From now on, what is written may leave before the rest is written.
     *
     * @param piecesInFirst length of the first piece, in lengths of the others
     */
    void leaveInPieces(Departure by, int piecesInFirst) {
        if (!hasLeft()) {
            departure = by;
            fullAt = (int) Math.min(LARGEST_FIRST, (long) pieceBytes * piecesInFirst);
            hasExpired = false;
        }
    }

    /** From now on, pieces that are full are kept for a reader on this thread, which reads when all have been written. */
    void keepPieces() {
        keepsPieces = true;
        fullAt = pieceBytes;
    }

    /** Whether the reader of a request has not taken the rest of it in time. Then the rest was not sent. */
    boolean hasExpired() {
        return departure != null && hasExpired;
    }

    /** Whether the first piece has left. */
    boolean hasLeft() {
        return pieces != null;
    }

    /** Whether the frame takes the place of pieces that have left. */
    boolean isReplacement() {
        return pieces != null && departure == null;
    }

    ByteBuffer bytes() {
        return frame.bytes();
    }

    /** Bytes that have been written, with those of pieces that have left and of arrays beside it. */
    long length() {
        return lengthBefore + frame.bytes().position();
    }

    @Override
    public int largestPart() {
        return departure == null && !keepsPieces ? Integer.MAX_VALUE : pieceBytes - PieceFrame.HEADER;
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        if (frame.frame() == null) { // There was no memory for it before.
            pieces.putHeader(frame.begin(pieceBytes));
        }
        if (bytes > frame.bytes().remaining() && frame.bytes().position() + bytes > fullAt) {
            if (departure != null) {
                sendFull();
            } else if (keepsPieces) {
                keepFull();
            }
        }
        return frame.reserve(bytes);
    }

    private void keepFull() throws IOException {
        if (own == null) {
            own = new OwnMessage();
        }
        long length = length();
        int next = (int) Math.max(pieceBytes, Math.min(length / PART_OF_OWN, LARGEST_OWN));
        own.add(frame.exchange(next)); // If this fails, the exception is written behind what is there.
        lengthBefore = length;
        fullAt = next;
    }

    /** Sends the piece that is full, and begins the next one. */
    private void sendFull() throws IOException {
        if (pieces != null && pieces.isUnwanted()) {
            arrays.discard();
            takeBack();
            frame.bytes().position(PieceFrame.HEADER);
            return;
        }
        lengthBefore += frame.bytes().position();
        Frame full = end();
        if (pieces == null) {
            FrameHeader.markPiecesFollow(full.bytes());
            pieces = departure.sendFirst(full);
            pieces.limitWaits(departure.patienceNs());
            fullAt = pieceBytes;
        } else {
            pieces.send(full);
        }
        leaving.removeIf(ArrayTransfer::isDone);
        leaving.addAll(startArrays());
        pieces.awaitRoom();
        pieces.putHeader(frame.begin(pieceBytes));
    }

    @Override
    public boolean takeApart(Object array, long bytes) {
        if (bytes < leastApart || !transport.carriesArrays(bytes)) {
            return false;
        }
        arrays.add(array, (int) bytes);
        lengthBefore += bytes;
        return true;
    }

    Collector collector() {
        return collector;
    }

    /** Returns the weight with which a reference is written into this frame. */
    long weigh(CountedReference reference) {
        long weight = collector.leave(reference);
        if (weight != Collector.NONE) {
            carried.add(new Carried(reference, weight));
        }
        return weight;
    }

    /** Takes weight along for the target of a one-way request. Returns false if the target is not counted. */
    boolean tryHold(CountedReference target) {
        return collector.request(target) != Collector.NONE;
    }

    private void takeBack() {
        if (!carried.isEmpty()) {
            carried.forEach(each -> collector.stay(each.reference(), each.weight()));
            carried.clear();
        }
    }

    /** Ends the frame, for a reader on this thread. Returns what it reads first; {@link #restOfOwn} has the rest. */
    ByteBuffer endOwn() {
        carried.clear();
        ByteBuffer written = frame.bytes().flip();
        return own == null ? written : own.begin(written);
    }

    /** The rest of a message for a reader on this thread; null if there is none. */
    OwnMessage restOfOwn() {
        return own;
    }

    /** Copies the pieces that were kept into one frame, since another thread will read them after all. */
    void joinPieces() throws IOException {
        if (own == null) {
            return;
        }
        OwnMessage kept = own;
        own = null;
        keepsPieces = false;
        try {
            long length = length();
            if (length > FrameBuilder.LARGEST) {
                throw new IOException("a request of " + length + " bytes > " + FrameBuilder.LARGEST
                        + " follows a one-way or asynchronous call that its own arguments have made: send it in several calls");
            }
            kept.add(frame.frame());
            ByteBuffer whole = frame.begin((int) length);
            for (ByteBuffer piece = kept.next(); piece != null; piece = kept.next()) {
                whole.put(piece);
            }
        } finally {
            kept.drop();
        }
    }

    private void dropOwn() {
        keepsPieces = false;
        if (own != null) {
            own.drop();
            own = null;
        }
    }

    /** Ends the frame, and prepares the transfers of its arrays. */
    Frame end() throws IOException {
        if (!arrays.isEmpty()) {
            arrays.end(frame.reserve(arrays.trailerLength()));
        }
        carried.clear();
        return frame.frame();
    }

    /** Sends the last piece. The first has left. Returns the arrays that have not been sent. */
    List<ArrayTransfer> sendLast() throws IOException {
        OutgoingPieces rest = pieces;
        hasExpired = rest.hasExpired();
        if (hasExpired) {
            discard();
            return List.of();
        }
        PieceFrame.putState(frame.bytes(), PieceFrame.LAST);
        rest.sendLast(end());
        pieces = null;
        List<ArrayTransfer> started = new ArrayList<>(leaving);
        leaving.clear();
        started.addAll(startArrays());
        return started;
    }

    /** Sends the frame as a reply that takes the place of the pieces which have left. */
    void sendReplacement() throws IOException {
        OutgoingPieces rest = pieces;
        PieceFrame.wrap(frame.reserve(PieceFrame.HEADER), rest.callId());
        rest.sendLast(frame.frame());
        carried.clear();
        pieces = null;
        finish(leaving);
        leaving.clear();
        frame.discard();
    }

    /** Starts the arrays after the frame has been sent. Allocates nothing. */
    List<ArrayTransfer> startArrays() {
        frame.discard();
        return arrays.start(receiver);
    }

    /** See {@link OutgoingArrays#await}. */
    void await(List<ArrayTransfer> started) {
        arrays.await(started);
    }

    /** See {@link OutgoingArrays#finish}. */
    void finish(List<ArrayTransfer> started) {
        arrays.finish(started, 0);
    }

    /** Releases the memory, since the next frame is far off. */
    void release() {
        arrays.discard();
        frame.release();
    }

    void discard() {
        arrays.discard();
        if (pieces != null) {
            OutgoingPieces begun = pieces;
            pieces = null;
            finish(leaving);
            leaving.clear();
            begun.abort();
        }
        dropOwn();
        takeBack();
        frame.discard();
    }
}
