package org.rmi4mpi.transport.mpi;

import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.rmi4mpi.bridge.ArrivingArray;
import org.rmi4mpi.bridge.DirectMemory;
import org.rmi4mpi.bridge.Doorbells;
import org.rmi4mpi.bridge.FrameMessages;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.PinnedArray;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.LostRankException;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;

/**
 * Carries frames in MPI messages. Small frames arrive in a ring of preposted receives, which MPI fills in order. A
 * large frame is announced by a small one, and received when there is room ({@link LargeArrivals}). The polling thread
 * owns the receiving side. {@link Departures} owns the frames in flight.
 */
public final class MpiTransport implements Transport {
    /** Eager limit: capacity of each preposted receive, in bytes. Larger frames are announced. */
    static final int SMALL = 32768;
    /** After this many failures to link the code that takes a frame, the frame is given up. */
    private static final int MOST_LINK_FAILURES = 1000;

    /** Delay before the next allocation after memory for a receive could not be allocated. */
    static final long SCARCE_NS = 200_000_000;

    private static final AtomicReferenceFieldUpdater<MpiTransport, MpiFrame> SPARE =
            AtomicReferenceFieldUpdater.newUpdater(MpiTransport.class, MpiFrame.class, "spare");

    private final long communicator;
    private final int rank;
    private final int size;
    private final long byteType = Mpi.constant("MPI_BYTE");
    private final MpiBell mpiBell;
    private final RankBell bell;
    private final Consumer<MpiFrame> recycler = this::recycle;
    private final LargeArrivals large = new LargeArrivals(this);

    private final FrameMessages messages;
    /** The ring of preposted receives. */
    private final MpiFrame[] posted = new MpiFrame[FrameMessages.RECEIVES];
    /** Index of the receive that MPI fills next. */
    private int next;
    /** The last arrived frame, if no handler has taken it yet. */
    private MpiFrame undelivered;
    private int linkFailures;
    /** Number of empty places in the ring, directly before {@link #next}. Each needs a new receive. */
    private int free;
    /** No memory for a receive is requested before this time, in the time of {@link System#nanoTime}. */
    private long scarceUntil = System.nanoTime();
    /** An unused small frame. If two threads release one at the same time, one of the frames goes to the collector. */
    private volatile MpiFrame spare;

    private final Departures departures;
    private final FramesToSend toSend;
    private final MessageTags tags = new MessageTags();

    /**
     * Opens the transport. Collective over the communicator.
     *
     * @param communicator handle of a communicator that only this transport uses
     */
    public MpiTransport(long communicator, int rank, int size) {
        this.communicator = communicator;
        this.rank = rank;
        this.size = size;
        mpiBell = new MpiBell(Doorbells.open(communicator, rank, size), rank, size);
        bell = new RankBell(mpiBell, rank, size);
        departures = new Departures(this, bell, tags, size);
        toSend = new FramesToSend(this);
        long[] addresses = new long[posted.length];
        for (int i = 0; i < posted.length; i++) {
            posted[i] = MpiFrame.toReceive(recycler, SMALL);
            addresses[i] = posted[i].address();
        }
        messages = new FrameMessages(communicator, SMALL, addresses);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    /** How ranks of other nodes ring this one, as text without spaces; empty where they cannot. */
    public String bellAddress() {
        return mpiBell.address();
    }

    /** Begins to ring ranks of other nodes, by their {@link #bellAddress}, and to be rung by them. */
    public void reach(List<String> bellAddresses) {
        mpiBell.reach(bellAddresses);
    }

    /**
     * Whether the host of a rank has failed, or cannot be reached. False for the ranks of this host, and where that is
     * unknown.
     *
     * @param limitMs how long to wait for an answer, in milliseconds
     */
    public boolean isLost(int other, int limitMs) {
        return mpiBell.isLost(other, limitMs);
    }

    @Override
    public RankBell bell() {
        return bell;
    }

    @Override
    public Frame acquire(int capacity) {
        return toSend.acquire(capacity);
    }

    @Override
    public Frame tryAcquire(Frame grown, int capacity) {
        return capacity <= SMALL ? acquire(capacity) : toSend.tryLarge((MpiFrame) grown, capacity);
    }

    /** Whether no frame that has arrived or that is being sent holds memory. */
    boolean holdsNoOther() {
        return isDrained() && large.usesNoRoom();
    }

    /** Copies a short frame out of its receive buffer, which is larger than most frames. */
    @Override
    public Frame compact(Frame arrived) {
        int length = arrived.bytes().limit();
        if (arrived.bytes().capacity() != SMALL || length > SMALL / 4) {
            return arrived;
        }
        try {
            MpiFrame compacted = MpiFrame.toReceive(recycler, length);
            compacted.bytes().put(0, arrived.bytes(), 0, length);
            compacted.arrived(arrived.sender(), length);
            arrived.release();
            return compacted;
        } catch (OutOfMemoryError e) {
            return arrived;
        }
    }

    @Override
    public String memory() {
        return DirectMemory.text();
    }

    /** Takes a frame when it is released. */
    Consumer<MpiFrame> recycler() {
        return recycler;
    }

    private void recycle(MpiFrame frame) {
        frame.bytes().clear();
        if (frame.freeRoom()) {
            toSend.release(frame);
        }
        if (large.tryTakeBack(frame)) {
            return;
        } else if (frame.bytes().capacity() == SMALL && spare == null) {
            SPARE.lazySet(this, frame);
        } else if (!toSend.tryKeep(frame)) {
            frame.dissolve();
        }
    }

    // ---- sending

    @Override
    public void send(int receiver, Frame frame) {
        MpiFrame message = (MpiFrame) frame;
        if (message.bytes().position() > SMALL) {
            sendLarge(receiver, message);
        } else {
            sendSmall(receiver, message);
        }
    }

    private void sendSmall(int receiver, MpiFrame message) {
        int result = messages.send(message.address(), message.bytes().position(), receiver, message.slot());
        if (result == 0) {
            departures.add(message, receiver);
            return;
        } else if (FrameMessages.isError(result) && !LostRanks.isLoss(FrameMessages.code(result))) {
            check(FrameMessages.code(result), "send to", receiver);
        }
        message.leaveToBuilder(); // A frame to a lost rank leaves, too: whoever waits for an answer is told.
    }

    private void sendLarge(int receiver, MpiFrame message) {
        Stack.require(); // The stack must not end between the announcement and the message.
        int tag = tags.take();
        boolean done = false;
        try {
            sendLarge(receiver, message, tag);
            done = true;
        } finally {
            if (!done) {
                tags.free(tag);
            }
        }
    }

    /** Uses a synchronous send: when it completes, the receive has been matched and the tag is free. */
    private void sendLarge(int receiver, MpiFrame message, int tag) {
        int length = message.bytes().position();
        MpiFrame announcement = MpiFrame.toSend(recycler, LargeFrame.LENGTH);
        LargeFrame.put(announcement.bytes(), FrameHeader.kind(message.bytes()), FrameHeader.callId(message.bytes()),
                tag,
                length);
        if (FrameHeader.piecesFollow(message.bytes())) {
            LargeFrame.markFirstPiece(announcement.bytes());
        }
        sendSmall(receiver, announcement);
        message.setWriter(null);
        int code = Mpi.issend(message.address(), length, byteType, receiver, tag, communicator, message.slot());
        if (LostRanks.isLoss(code)) {
            tags.free(tag);
            message.takeFromBuilder();
            message.release();
            return;
        }
        check(code, "send to", receiver);
        message.setTag(tag);
        departures.add(message, receiver);
    }

    @Override
    public boolean carriesArrays(long bytes) {
        return bytes <= Integer.MAX_VALUE && PinnedArray.isPossible(bytes);
    }

    @Override
    public ArrayTransfer arrayToSend(Object array, int bytes) {
        return transfer(true, PinnedArray.of(array), bytes);
    }

    @Override
    public ArrayTransfer arrayToReceive(Object array, int bytes) {
        // The sender checked its own JVM. This JVM may have another collector or larger regions.
        return transfer(false, PinnedArray.isPossible(bytes) ? PinnedArray.of(array) : new ArrivingArray(array, bytes),
                bytes);
    }

    @Override
    public ArrayTransfer arrayToReceive(Frame into, int bytes) {
        return transfer(false, ((MpiFrame) into).borrowed(), bytes);
    }

    private ArrayTransfer transfer(boolean isSent, Memory memory, int bytes) {
        RequestSlot slot = null;
        try {
            slot = RequestSlot.acquire();
            return new MpiArrayTransfer(this, isSent, memory, bytes, slot);
        } catch (Throwable e) {
            memory.release();
            if (slot != null) {
                slot.release();
            }
            throw e;
        }
    }

    /** Uses a synchronous send; see {@link #sendLarge(int, MpiFrame, int)}. */
    int startSending(Memory memory, int bytes, int receiver, int tag, RequestSlot slot) {
        tags.use(tag);
        return Mpi.issend(memory.address(), bytes, byteType, receiver, tag, communicator, slot);
    }

    int startReceiving(Memory memory, int bytes, int sender, int tag, RequestSlot slot) {
        return Mpi.irecvAndTest(memory.address(), bytes, byteType, sender, tag, communicator, slot);
    }

    int test(RequestSlot slot) {
        return slot.isDone() ? Mpi.SUCCESS : Mpi.test(slot);
    }

    @Override
    public void finish(ArrayTransfer transfer) {
        departures.add(transfer);
    }

    @Override
    public void discardArray(int sender, int tag, int bytes) {
        int code = Mpi.discard(sender, tag, communicator, bytes);
        if (!LostRanks.isLoss(code)) {
            check(code, "discard an array of", sender);
        }
    }

    @Override
    public int takeTag() {
        return tags.take();
    }

    @Override
    public void freeTag(int tag) {
        tags.free(tag);
    }

    @Override
    public boolean isDrained() {
        return departures.isEmpty();
    }

    @Override
    public int leaving(int receiver) {
        return departures.to(receiver);
    }

    @Override
    public boolean needsPolling() {
        return departures.moveInParts() || !large.isEmpty() || undelivered != null;
    }

    // ---- receiving

    /**
     * Takes at most one small frame, so that it is handled before the next one is received. Allocates before anything
     * is taken from MPI. A frame that has been taken is queued without allocation.
     */
    @Override
    public int poll(FrameHandler handler) {
        if (!departures.isEmpty()) {
            departures.retire();
        }
        int frames = large.isEmpty() ? 0 : large.poll(handler);
        if (undelivered != null && large.makeReady()) {
            deliver(handler);
            frames++;
        }
        if (undelivered != null || !large.makeReady()) {
            return frames;
        }
        int length = messages.next(free > 0 ? post() : 0);
        if (length < 0) {
            return noFrame(length, frames);
        }
        MpiFrame frame = posted[next].arrived(messages.source(), length);
        next = (next + 1) % posted.length;
        free++;
        if (length == 0) {
            frame.release(); // Its sender was lost while it arrived.
            return frames + 1;
        }
        undelivered = frame;
        mpiBell.noteHeardFrom(frame.sender());
        deliver(handler);
        return frames + 1;
    }

    /**
     * Delivers the last arrived frame. If memory runs out, the next poll tries again. So it does if the called code
     * cannot be linked, which may need memory: but not forever, since the frames behind this one wait.
     */
    private void deliver(FrameHandler handler) {
        MpiFrame frame = undelivered;
        undelivered = null;
        try {
            if (isLarge(frame) && LargeFrame.announces(frame.bytes())) {
                large.addAnnounced(frame);
            } else if (large.isEmpty() || !large.hold(frame)) {
                handler.accept(frame);
            }
        } catch (OutOfMemoryError e) {
            undelivered = frame;
            throw e;
        } catch (LinkageError e) {
            undelivered = ++linkFailures % MOST_LINK_FAILURES == 0 ? null : frame;
            throw e;
        }
    }

    private static boolean isLarge(MpiFrame frame) {
        return frame.bytes().hasRemaining() && FrameHeader.kind(frame.bytes()) == FrameKind.LARGE;
    }

    /**
     * Returns the address of a frame for the place that has been empty for longest. Returns 0 if there is no memory;
     * then the ring stays shorter for now.
     */
    private long post() {
        MpiFrame frame = spare;
        if (frame != null) {
            SPARE.lazySet(this, null); // No other thread takes the spare frame.
        } else {
            frame = newToReceive();
            if (frame == null) {
                return 0;
            }
        }
        posted[(next + posted.length - free) % posted.length] = frame;
        free--;
        return frame.address();
    }

    private MpiFrame newToReceive() {
        if (System.nanoTime() - scarceUntil < 0) {
            return null;
        }
        try {
            return MpiFrame.toReceive(recycler, SMALL);
        } catch (OutOfMemoryError e) {
            scarceUntil = System.nanoTime() + SCARCE_NS; // A failing allocation costs the JVM half a second.
            return null;
        }
    }

    private int noFrame(int result, int frames) {
        if (FrameMessages.isError(result)) {
            check(FrameMessages.code(result), "look for messages at", rank);
        }
        return frames;
    }

    @Override
    public void close() {
        messages.close();
        mpiBell.close();
    }

    int receiveLarge(long address, int length, int sender, int tag, RequestSlot slot) {
        return Mpi.irecv(address, length, byteType, sender, tag, communicator, slot);
    }

    void check(int code, String what, int peer) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (LostRanks.isLoss(code)) {
            throw new LostRankException(rank, peer);
        } else if (code != Mpi.SUCCESS) {
            throw new TransportException(
                    "rank " + rank + " could not " + what + " rank " + peer + ": " + Mpi.errorString(code));
        }
    }
}
