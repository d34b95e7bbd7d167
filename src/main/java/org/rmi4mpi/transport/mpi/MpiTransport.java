package org.rmi4mpi.transport.mpi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.ArrivingArray;
import org.rmi4mpi.bridge.Doorbells;
import org.rmi4mpi.bridge.FrameMessages;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.PinnedArray;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Bell;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;
import org.rmi4mpi.wire.LargeFrame;

/**
 * Small frames arrive in receives that have been posted before, which MPI fills in the order in which they were posted;
 * large ones are announced by a small one, and received when there is room ({@link LargeArrivals}). What arrives is owned
 * by the thread that polls; what leaves is under its list's monitor.
 */
public final class MpiTransport implements Transport {
    /** Of every receive that waits for frames, in bytes: larger ones are announced. */
    static final int SMALL = 32768;
    private static final int FIRST_LARGE_TAG = 1;
    private static final int LAST_LARGE_TAG = 32_767;
    /** An array of fewer bytes takes longer to send where it lies than to copy. */
    private static final int LEAST_ARRAY = 8 << 10;

    private static final VarHandle SPARE;

    static {
        try {
            SPARE = MethodHandles.lookup().findVarHandle(MpiTransport.class, "spare", MpiFrame.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long communicator;
    private final int rank;
    private final int size;
    private final long byteType = Mpi.constant("MPI_BYTE");
    private final MpiBell bell;
    private final LargeArrivals large = new LargeArrivals(this);

    private final FrameMessages messages;
    /** In the ring of receives. */
    private final MpiFrame[] posted = new MpiFrame[FrameMessages.RECEIVES];
    /** The receive that is filled next. */
    private int next;
    /** Whether the receive of the frame that came last is to be posted anew. */
    private boolean out;
    /** A small frame that nobody uses. Where two threads leave one at once, one is lost to the collector. */
    private MpiFrame spare;

    private final ArrayDeque<Leaving> leaving = new ArrayDeque<>();
    private volatile boolean leavingSome;
    /** What large frames take that are written or have not left yet, in bytes. */
    private final AtomicLong sending = new AtomicLong();
    private int lastTag = LAST_LARGE_TAG;

    /** A frame that MPI reads, until its slot is done. */
    private record Leaving(MpiFrame frame, int receiver) {}

    /**
     * Collective over the communicator.
     *
     * @param communicator handle of a communicator for this transport alone
     */
    public MpiTransport(long communicator, int rank, int size) {
        this.communicator = communicator;
        this.rank = rank;
        this.size = size;
        bell = new MpiBell(Doorbells.open(communicator, rank, size));
        long[] addresses = new long[posted.length];
        for (int i = 0; i < posted.length; i++) {
            posted[i] = toReceive();
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
    public Bell bell() {
        return bell;
    }

    @Override
    public Frame acquire(int capacity) {
        return new MpiFrame(this, NativeBuffer.acquire(capacity));
    }

    @Override
    public Frame tryAcquire(int capacity) {
        if (capacity <= SMALL) {
            return acquire(capacity);
        }
        long taken = sending.addAndGet(capacity);
        if (taken > capacity && taken > LargeArrivals.ROOM) {
            sending.addAndGet(-capacity);
            return null;
        }
        try {
            MpiFrame frame = new MpiFrame(this, NativeBuffer.acquire(capacity));
            frame.takesRoom(capacity, sending);
            return frame;
        } catch (OutOfMemoryError e) {
            sending.addAndGet(-capacity);
            return null;
        }
    }

    /** For the ring of receives. */
    private MpiFrame toReceive() {
        return new MpiFrame(this, NativeBuffer.acquire(SMALL));
    }

    void recycle(MpiFrame frame) {
        frame.bytes().clear();
        frame.freeRoom();
        if (frame.bytes().capacity() == SMALL && SPARE.getOpaque(this) == null) {
            SPARE.setRelease(this, frame);
        } else {
            frame.dissolve();
        }
    }

    // ---- sending

    @Override
    public boolean send(int receiver, Frame frame) {
        MpiFrame message = (MpiFrame) frame;
        if (message.bytes().position() > SMALL) {
            sendLarge(receiver, message);
            return false;
        }
        return sendSmall(receiver, message);
    }

    /** Returns whether the frame has left already. */
    private boolean sendSmall(int receiver, MpiFrame message) {
        int result = messages.send(message.address(), message.bytes().position(), receiver, message.slot());
        if (result == 0) {
            leaves(message, receiver);
        } else if (FrameMessages.isError(result)) {
            check(FrameMessages.code(result), "send to", receiver);
        }
        return result != 0;
    }

    private void leaves(MpiFrame message, int receiver) {
        synchronized (leaving) {
            leaving.add(new Leaving(message, receiver));
            leavingSome = true;
        }
    }

    private void sendLarge(int receiver, MpiFrame message) {
        int tag = newTag();
        MpiFrame announcement = new MpiFrame(this, NativeBuffer.acquire(LargeFrame.LENGTH));
        announcement.bytes()
                .put(0, LargeFrame.KIND_LARGE)
                .put(CallFrame.VERSION_OFFSET, CallFrame.VERSION)
                .putShort(LargeFrame.REQUEST, (short) (CallFrame.keepsOrder(message.bytes().get(CallFrame.KIND)) ? 1 : 0))
                .putInt(LargeFrame.TAG, tag)
                .putLong(LargeFrame.LENGTH_OFFSET, message.bytes().position())
                .position(LargeFrame.LENGTH);
        if (sendSmall(receiver, announcement)) {
            announcement.release();
        }
        int length = message.bytes().position();
        check(Mpi.isend(message.address(), length, byteType, receiver, tag, communicator, message.slot()), "send to",
                receiver);
        leaves(message, receiver);
    }

    @Override
    public boolean carriesArrays(long bytes) {
        return bytes >= LEAST_ARRAY && bytes <= Integer.MAX_VALUE && PinnedArray.isPossible(bytes);
    }

    @Override
    public ArrayTransfer sendArray(int receiver, int tag, Object array, int bytes) {
        PinnedArray pinned = PinnedArray.of(array);
        RequestSlot slot = RequestSlot.acquire();
        int code = Mpi.isend(pinned.address(), bytes, byteType, receiver, tag, communicator, slot);
        return started(code, receiver, pinned, slot);
    }

    @Override
    public ArrayTransfer receiveArray(int sender, int tag, Object array, int bytes) {
        // The sender has asked its own JVM, and this one may have another collector, or larger regions.
        Memory memory = PinnedArray.isPossible(bytes) ? PinnedArray.of(array) : new ArrivingArray(array, bytes);
        RequestSlot slot = RequestSlot.acquire();
        int code = Mpi.irecvAndTest(memory.address(), bytes, byteType, sender, tag, communicator, slot);
        return started(code, sender, memory, slot);
    }

    private ArrayTransfer started(int code, int peer, Memory memory, RequestSlot slot) {
        if (code != Mpi.SUCCESS) {
            slot.release();
            memory.release();
            check(code, "exchange an array with", peer);
        }
        return new MpiArrayTransfer(this, peer, memory, slot);
    }

    @Override
    public int newTag() {
        synchronized (leaving) {
            lastTag = lastTag < LAST_LARGE_TAG ? lastTag + 1 : FIRST_LARGE_TAG;
            return lastTag;
        }
    }

    private void retireSent() {
        synchronized (leaving) {
            for (Iterator<Leaving> i = leaving.iterator(); i.hasNext(); ) {
                Leaving each = i.next();
                RequestSlot slot = each.frame().slot();
                int code = slot.isDone() ? Mpi.SUCCESS : Mpi.test(slot);
                if (slot.isDone() || code != Mpi.SUCCESS) {
                    i.remove();
                    each.frame().release();
                    check(code, "send to", each.receiver());
                }
            }
            leavingSome = !leaving.isEmpty();
        }
    }

    @Override
    public boolean isDrained() {
        return !leavingSome;
    }

    @Override
    public boolean needsPolling() {
        return leavingSome || !large.isEmpty();
    }

    // ---- receiving

    /** One small frame at most, so that it is handled before the next one is looked for. */
    @Override
    public int poll(FrameHandler handler) {
        if (leavingSome) {
            retireSent();
        }
        int frames = large.isEmpty() ? 0 : large.poll(handler);
        int length = messages.next(out ? post() : 0);
        if (length < 0) {
            return noFrame(length, frames);
        }
        MpiFrame frame = posted[next].arrived(messages.source(), length);
        next = (next + 1) % posted.length;
        out = true;
        if (length > 0 && frame.bytes().get(CallFrame.KIND) == LargeFrame.KIND_LARGE) {
            large.announced(frame);
        } else if (large.isEmpty() || !large.hold(frame)) {
            handler.accept(frame);
        }
        return frames + 1;
    }

    /** Address of a frame that takes the place of the one that came last. */
    private long post() {
        MpiFrame frame = (MpiFrame) SPARE.getAcquire(this);
        if (frame == null) {
            frame = toReceive();
        } else {
            SPARE.setOpaque(this, (MpiFrame) null); // nobody else takes one
        }
        posted[(next + posted.length - 1) % posted.length] = frame;
        out = false;
        return frame.address();
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

    void receiveLarge(MpiFrame frame, int sender, int tag, int length, RequestSlot slot) {
        check(Mpi.irecv(frame.address(), length, byteType, sender, tag, communicator, slot), "receive from", sender);
    }

    void check(int code, String what, int peer) {
        if (code != Mpi.SUCCESS) {
            throw new TransportException(
                    "rank " + rank + " could not " + what + " rank " + peer + ": " + Mpi.errorString(code));
        }
    }
}
