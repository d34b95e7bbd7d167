package org.rmi4mpi.transport.mpi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.rmi4mpi.bridge.ArrivingArray;
import org.rmi4mpi.bridge.DirectMemory;
import org.rmi4mpi.bridge.Doorbells;
import org.rmi4mpi.bridge.FrameMessages;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.PinnedArray;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.Stack;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.FrameQueue;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;

/**
 * Small frames arrive in receives that have been posted before, which MPI fills in the order in which they were posted;
 * large ones are announced by a small one, and received when there is room ({@link LargeArrivals}). What arrives is owned
 * by the thread that polls; what leaves is that of {@link Departures}.
 */
public final class MpiTransport implements Transport {
    /** Of every receive that waits for frames, in bytes: larger ones are announced. */
    static final int SMALL = 32768;
    private static final int SPARES_TO_SEND = 64;
    /** An array of fewer bytes takes longer to send where it lies than to copy. */
    private static final int LEAST_ARRAY = 8 << 10;

    /** After memory for a receive was not to be had, until it is asked for again. */
    private static final long SCARCE_NS = 200_000_000;

    private static final AtomicReferenceFieldUpdater<MpiTransport, MpiFrame> SPARE =
            AtomicReferenceFieldUpdater.newUpdater(MpiTransport.class, MpiFrame.class, "spare");

    private final long communicator;
    private final int rank;
    private final int size;
    private final long byteType = Mpi.constant("MPI_BYTE");
    private final RankBell bell;
    private final LargeArrivals large = new LargeArrivals(this);

    private final FrameMessages messages;
    /** In the ring of receives. */
    private final MpiFrame[] posted = new MpiFrame[FrameMessages.RECEIVES];
    /** The receive that is filled next. */
    private int next;
    /** The frame that was taken last, while nobody has it. */
    private MpiFrame undelivered;
    /** How many places of the ring before that are free: a receive is to be posted there. */
    private int free;
    /** Before this time, by System.nanoTime, no memory is asked for such a receive. */
    private long scarceUntil = System.nanoTime();
    /** A small frame that nobody uses. Where two threads leave one at once, one is lost to the collector. */
    private volatile MpiFrame spare;

    private final Departures departures;
    /** Frames that have left, for the next ones: where no memory is left, what answers calls goes round. */
    private final FrameQueue sparesToSend = new FrameQueue();
    /** What large frames take that are written or have not left yet, in bytes. */
    private final AtomicLong sending = new AtomicLong();
    /** The same as for receives, for large frames to be written. */
    private volatile long sendScarceUntil = System.nanoTime();
    private final MessageTags tags = new MessageTags();

    /**
     * Collective over the communicator.
     *
     * @param communicator handle of a communicator for this transport alone
     */
    public MpiTransport(long communicator, int rank, int size) {
        this.communicator = communicator;
        this.rank = rank;
        this.size = size;
        bell = new RankBell(new MpiBell(Doorbells.open(communicator, rank, size)), rank, size);
        departures = new Departures(this, bell, tags, size);
        long[] addresses = new long[posted.length];
        for (int i = 0; i < posted.length; i++) {
            posted[i] = MpiFrame.toReceive(this, SMALL);
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

    @Override
    public RankBell bell() {
        return bell;
    }

    @Override
    public Frame acquire(int capacity) {
        Frame spare = capacity == FrameBuilder.KEPT ? takeSpareToSend() : null;
        return spare != null ? spare : MpiFrame.toSend(this, capacity);
    }

    private Frame takeSpareToSend() {
        synchronized (sparesToSend) {
            return sparesToSend.poll();
        }
    }

    /** Returns false where it is none to keep. */
    private boolean keepsToSend(MpiFrame left) {
        if (left.slot() == null || left.bytes().capacity() != FrameBuilder.KEPT) {
            return false;
        }
        synchronized (sparesToSend) {
            if (sparesToSend.size() >= SPARES_TO_SEND) {
                return false;
            }
            sparesToSend.addLast(left);
            return true;
        }
    }

    @Override
    public Frame tryAcquire(int capacity) {
        if (capacity <= SMALL) {
            return acquire(capacity);
        } else if (System.nanoTime() - sendScarceUntil < 0) {
            return null;
        }
        long taken = sending.addAndGet(capacity);
        boolean done = false;
        try {
            if (taken > capacity && taken > LargeArrivals.ROOM) {
                return null;
            }
            MpiFrame frame = MpiFrame.toSend(this, capacity);
            frame.takesRoom(capacity, sending);
            done = true;
            return frame;
        } catch (OutOfMemoryError e) {
            sendScarceUntil = System.nanoTime() + SCARCE_NS;
            if (capacity > DirectMemory.limit()) {
                throw e;
            }
            return null;
        } finally {
            if (!done) {
                sending.addAndGet(-capacity);
            }
        }
    }

    /** Whatever comes lies in a buffer of the ring's, which is larger than most frames. */
    @Override
    public Frame compact(Frame arrived) {
        int length = arrived.bytes().limit();
        if (arrived.bytes().capacity() != SMALL || length > SMALL / 4) {
            return arrived;
        }
        try {
            MpiFrame compacted = MpiFrame.toReceive(this, length);
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

    void recycle(MpiFrame frame) {
        frame.bytes().clear();
        frame.freeRoom();
        if (large.takesBack(frame)) {
            return;
        } else if (frame.bytes().capacity() == SMALL && spare == null) {
            SPARE.lazySet(this, frame);
        } else if (!keepsToSend(frame)) {
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
        } else if (FrameMessages.isError(result)) {
            check(FrameMessages.code(result), "send to", receiver);
        }
        message.leftAtOnce();
    }

    private void sendLarge(int receiver, MpiFrame message) {
        Stack.require(); // it must not end between the announcement and what it announces
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

    /** Synchronously: its tag is free when the receive has been found. */
    private void sendLarge(int receiver, MpiFrame message, int tag) {
        int length = message.bytes().position();
        MpiFrame announcement = MpiFrame.toSend(this, LargeFrame.LENGTH);
        LargeFrame.put(announcement.bytes(), FrameHeader.kind(message.bytes()), FrameHeader.callId(message.bytes()), tag,
                length);
        sendSmall(receiver, announcement);
        check(Mpi.issend(message.address(), length, byteType, receiver, tag, communicator, message.slot()), "send to",
                receiver);
        message.hasTag(tag);
        departures.add(message, receiver);
    }

    @Override
    public boolean carriesArrays(long bytes) {
        return bytes >= LEAST_ARRAY && bytes <= Integer.MAX_VALUE && PinnedArray.isPossible(bytes);
    }

    @Override
    public ArrayTransfer arrayToSend(Object array, int bytes) {
        return transfer(true, PinnedArray.of(array), bytes);
    }

    @Override
    public ArrayTransfer arrayToReceive(Object array, int bytes) {
        // The sender has asked its own JVM, and this one may have another collector, or larger regions.
        return transfer(false, PinnedArray.isPossible(bytes) ? PinnedArray.of(array) : new ArrivingArray(array, bytes),
                bytes);
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

    /** Synchronously: see {@link #sendLarge(int, MpiFrame, int)}. */
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

    boolean hasEnded(RequestSlot slot, int code) {
        return code != Mpi.SUCCESS || slot.isDone();
    }

    @Override
    public void finish(ArrayTransfer transfer) {
        departures.add(transfer);
    }

    @Override
    public void discardArray(int sender, int tag, int bytes) {
        check(Mpi.discard(sender, tag, communicator, bytes), "discard an array of", sender);
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
    public boolean needsPolling() {
        return !departures.isEmpty() || !large.isEmpty();
    }

    // ---- receiving

    /**
     * One small frame at most, so that it is handled before the next one is looked for. What takes memory comes before
     * anything is taken from MPI, and what is taken is put away without.
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
        undelivered = frame;
        deliver(handler);
        return frames + 1;
    }

    /** Done again by the next poll where there is no memory for it: most often the JVM wants some to link what is called. */
    private void deliver(FrameHandler handler) {
        MpiFrame frame = undelivered;
        undelivered = null;
        try {
            if (isLarge(frame) && LargeFrame.announces(frame.bytes())) {
                large.announced(frame);
            } else if (large.isEmpty() || !large.hold(frame)) {
                handler.accept(frame);
            }
        } catch (OutOfMemoryError e) {
            undelivered = frame;
            throw e;
        }
    }

    private static boolean isLarge(MpiFrame frame) {
        return frame.bytes().hasRemaining() && FrameHeader.kind(frame.bytes()) == FrameKind.LARGE;
    }

    /** Address of a frame for the place that is free for longest; 0 where there is no memory, and other places wait. */
    private long post() {
        MpiFrame frame = spare;
        if (frame != null) {
            SPARE.lazySet(this, null); // nobody else takes one
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
            return MpiFrame.toReceive(this, SMALL);
        } catch (OutOfMemoryError e) {
            scarceUntil = System.nanoTime() + SCARCE_NS; // to look for memory takes the JVM half a second
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
    }

    int receiveLarge(long address, int length, int sender, int tag, RequestSlot slot) {
        return Mpi.irecv(address, length, byteType, sender, tag, communicator, slot);
    }

    void check(int code, String what, int peer) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw new TransportException(
                    "rank " + rank + " could not " + what + " rank " + peer + ": " + Mpi.errorString(code));
        }
    }
}
