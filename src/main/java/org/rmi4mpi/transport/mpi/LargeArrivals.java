package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.DirectMemory;
import org.rmi4mpi.bridge.LostRanks;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;
import org.rmi4mpi.wire.MemoryFrame;

/**
 * Large frames that have been announced, in their order, and the small requests queued behind large ones of the same
 * sender. A large request waits until there is room for it. A reply is received at once, because a thread waits for it.
 * If a frame gets no memory in time, its message is received and discarded, and a {@link MemoryFrame} is delivered in
 * its place. Owned by the polling thread, except for the room counter.
 */
final class LargeArrivals {
    /** Memory for large requests, in bytes. A request larger than this is received alone. */
    static final long ROOM = Math.min(64L << 20, Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 8));
    /** Interval between attempts to allocate. One failing attempt costs the JVM half a second. */
    private static final long RETRY_NS = 700_000_000;
    /** After this time, one line reports that a frame waits for memory. */
    private static final long REPORTED_AFTER_NS = 2_000_000_000L;
    /**
     * After this time, the frame is refused. Frames that are read, and Java's collector, free direct memory before that,
     * unless the program keeps all of it.
     */
    private static final long REFUSED_AFTER_NS = 10_000_000_000L;

    private static final int SPARES = 16;
    /** In bytes. Holds a {@link MemoryFrame} and the trailer of about a hundred separate arrays. */
    private static final int RESERVE = 512;

    private final MpiTransport transport;
    private final AtomicLong roomInUse = new AtomicLong();
    /** Linked list, so that an arrival is queued without allocation. */
    private LargeArrival first;
    private LargeArrival last;
    /** Free list for later arrivals. */
    private LargeArrival spares;
    /** Memory for a refusal when no other memory is available. */
    private final MpiFrame reserve;
    private volatile boolean isReserveFree = true;

    LargeArrivals(MpiTransport transport) {
        this.transport = transport;
        reserve = MpiFrame.toReceive(transport.recycler(), RESERVE);
        for (int i = 0; i < SPARES; i++) {
            giveBack(new LargeArrival());
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    boolean usesNoRoom() {
        return roomInUse.get() == 0;
    }

    /**
     * Allocates an entry for the next arrival. Called before the arrival is taken from MPI. Returns false if there is
     * no memory.
     */
    boolean makeReady() {
        if (spares == null) {
            try {
                spares = new LargeArrival();
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
        return true;
    }

    private void giveBack(LargeArrival arrival) {
        arrival.clear();
        arrival.next = spares;
        spares = arrival;
    }

    /** Takes back the reserve frame. Returns false for any other frame. */
    boolean tryTakeBack(MpiFrame released) {
        if (released != reserve) {
            return false;
        }
        isReserveFree = true;
        return true;
    }

    void addAnnounced(MpiFrame announcement) {
        ByteBuffer bytes = announcement.bytes();
        add(announcement.sender(), LargeFrame.tag(bytes), LargeFrame.length(bytes),
                LargeFrame.announcedKind(bytes), FrameHeader.callId(bytes)).isFirstPiece =
                        LargeFrame.announcesFirstPiece(bytes);
        announcement.release();
    }

    /**
     * Queues a small frame that has to wait for a large one of its sender. Returns false if the frame need not wait.
     */
    boolean hold(MpiFrame frame) {
        ByteBuffer bytes = frame.bytes();
        if (!bytes.hasRemaining() || !FrameKind.keepsOrder(FrameHeader.kind(bytes))
                || !isRequestOf(frame.sender(), FrameHeader.kind(bytes), null)) {
            return false;
        }
        add(frame.sender(), 0, bytes.limit(), FrameHeader.kind(bytes), 0).frame = frame;
        return true;
    }

    private LargeArrival add(int sender, int tag, int length, byte kind, long callId) {
        LargeArrival arrival = spares;
        spares = arrival.next;
        arrival.next = null;
        arrival.sender = sender;
        arrival.tag = tag;
        arrival.length = length;
        arrival.kind = kind;
        arrival.callId = callId;
        if (last == null) {
            first = arrival;
        } else {
            last.next = arrival;
        }
        last = arrival;
        return arrival;
    }

    /**
     * Whether the queue has a request of this sender that must precede a frame of this kind. Searches the entries
     * before the given one, or all if it is null.
     */
    private boolean isRequestOf(int sender, byte kind, LargeArrival before) {
        for (LargeArrival arrival = first; arrival != before; arrival = arrival.next) {
            if (arrival.isRequest() && arrival.sender == sender && FrameKind.sharesOrder(arrival.kind, kind)) {
                return true;
            }
        }
        return false;
    }

    int poll(FrameHandler handler) {
        int frames = 0;
        LargeArrival previous = null;
        for (LargeArrival arrival = first, next; arrival != null; arrival = next) {
            next = arrival.next;
            if (arrival.isLost) {
                remove(arrival, previous);
            } else if (makeProgress(arrival) && isNext(arrival) && ensureFrame(arrival)) {
                handler.accept(arrival.frame.arrived(arrival.sender, arrival.length));
                remove(arrival, previous); // Removed only after the handler has taken it.
                frames++;
            } else {
                previous = arrival;
            }
        }
        return frames;
    }

    private boolean isNext(LargeArrival arrival) {
        return !arrival.isRequest() || !isRequestOf(arrival.sender, arrival.kind, arrival);
    }

    private void remove(LargeArrival arrival, LargeArrival previous) {
        if (previous == null) {
            first = arrival.next;
        } else {
            previous.next = arrival.next;
        }
        if (last == arrival) {
            last = previous;
        }
        if (arrival.slot != null) {
            arrival.slot.release();
        }
        giveBack(arrival);
    }

    private boolean makeProgress(LargeArrival arrival) {
        if (arrival.isRefused) {
            return testDiscard(arrival);
        } else if (arrival.frame == null && !start(arrival)) {
            return false;
        } else if (arrival.slot != null && !arrival.slot.isDone()) {
            return testReceive(arrival);
        }
        return true;
    }

    private boolean testReceive(LargeArrival arrival) {
        int code = Mpi.test(arrival.slot);
        if (code != Mpi.SUCCESS) {
            fail(arrival, code);
            return false;
        }
        return arrival.slot.isDone();
    }

    /** Handles an MPI error: the frame is refused. */
    private void fail(LargeArrival arrival, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        }
        arrival.hasFailed = true;
        arrival.isRefused = true;
        if (arrival.frame != null) {
            arrival.frame.release();
            arrival.frame = null;
        }
        if (LostRanks.isLoss(code)) {
            arrival.isLost = true; // Nobody is told of a frame that a lost rank has announced.
            return;
        }
        System.err.println("rmi4mpi: rank " + transport.rank() + " could not receive a frame of " + arrival.length
                + " bytes from rank " + arrival.sender + ", and refuses it: " + Mpi.errorString(code));
    }

    /** Starts the receive. Returns false if there is no room or no memory yet. */
    private boolean start(LargeArrival arrival) {
        if (arrival.takesRoom() && roomInUse.get() > 0 && roomInUse.get() + arrival.length > ROOM) {
            return false;
        } else if (arrival.isScarce && System.nanoTime() - arrival.askAgainAt < 0) {
            return false;
        }
        MpiFrame frame;
        try {
            if (arrival.slot == null) {
                arrival.slot = RequestSlot.acquire();
            }
            frame = MpiFrame.toReceive(transport.recycler(), arrival.length);
        } catch (OutOfMemoryError e) {
            arrival.isHeapFull = !isOfDirectMemory(e.getMessage());
            handleScarcity(arrival);
            return false;
        }
        int code = transport.receiveLarge(frame.address(), arrival.length, arrival.sender, arrival.tag, arrival.slot);
        if (code != Mpi.SUCCESS) {
            frame.release();
            fail(arrival, code);
            return false;
        }
        if (arrival.takesRoom()) {
            frame.useRoom(arrival.length, roomInUse);
            roomInUse.addAndGet(arrival.length);
        }
        arrival.frame = frame;
        return true;
    }

    // ---- lack of memory

    private void handleScarcity(LargeArrival arrival) {
        long now = System.nanoTime();
        boolean isFirst = !arrival.isScarce;
        if (isFirst) {
            arrival.isScarce = true;
            arrival.scarceSince = now;
        }
        arrival.askAgainAt = now + RETRY_NS;
        long limit = isFirst ? limit() : -1;
        boolean neverFits = limit > 0 && arrival.length > limit;
        // Its room was given, and tasks that receive, or a reader of pieces, free memory.
        boolean keepsWaiting = arrival.isRequest() && !arrival.takesRoom();
        if (neverFits || !keepsWaiting && now - arrival.scarceSince > REFUSED_AFTER_NS) {
            refuse(arrival);
        } else if (!arrival.isReported && now - arrival.scarceSince > REPORTED_AFTER_NS) {
            arrival.isReported = true;
            System.err.println("rmi4mpi: rank " + transport.rank() + " waits for memory for a frame of "
                    + arrival.length + " bytes from rank " + arrival.sender
                    + (keepsWaiting ? "" : ", and refuses it after " + REFUSED_AFTER_NS / 1_000_000_000 + " s") + ": "
                    + DirectMemory.text());
        }
    }

    /** Refuses a frame. Its message is still received, because its sender waits for that. */
    private void refuse(LargeArrival arrival) {
        if (arrival.slot == null) {
            return; // Not even a request slot could be allocated. Retried later.
        }
        long discardAddress = Mpi.allocate(arrival.length);
        int room = discardAddress == 0 ? 0 : arrival.length;
        int code = transport.receiveLarge(discardAddress, room, arrival.sender, arrival.tag, arrival.slot);
        if (code != Mpi.SUCCESS) {
            Mpi.free(discardAddress);
            fail(arrival, code);
            return;
        }
        arrival.isRefused = true;
        arrival.discardAddress = discardAddress;
    }

    /** Whether the message of a refused frame has been received. A truncation error also ends it. */
    private boolean testDiscard(LargeArrival arrival) {
        if (arrival.hasFailed || arrival.slot.isDone()) {
            return true;
        }
        int code = Mpi.test(arrival.slot);
        if (code == Mpi.NO_STACK || code != Mpi.SUCCESS && arrival.discardAddress != 0) {
            fail(arrival, code);
        }
        return !arrival.isLost && (code != Mpi.SUCCESS || arrival.slot.isDone());
    }

    /** Creates the refusal only when the frame is next in order, since frames before it may need the reserve. */
    private boolean ensureFrame(LargeArrival arrival) {
        if (arrival.frame == null) {
            arrival.frame = refusal(arrival);
        }
        return arrival.frame != null;
    }

    /** Creates the frame that replaces a refused one. Returns null if there is no memory for it yet. */
    private MpiFrame refusal(LargeArrival arrival) {
        int trailer = trailer(arrival);
        MpiFrame frame = smallFrame(MemoryFrame.LENGTH + trailer);
        if (frame == null) {
            return null;
        }
        boolean isReply = FrameKind.isReply(arrival.kind);
        ByteBuffer bytes = frame.bytes();
        FrameHeader.put(bytes, isReply ? FrameKind.NO_MEMORY : FrameKind.REFUSED, 0);
        FrameHeader.putCallId(bytes, arrival.callId);
        putReason(bytes, arrival);
        if (trailer > 0) {
            FrameHeader.putApartTag(bytes, tag(arrival));
            Mpi.copy(arrival.discardAddress + arrival.length - trailer, frame.address() + MemoryFrame.LENGTH, trailer);
        }
        if (arrival.isFirstPiece) {
            FrameHeader.markPiecesFollow(bytes);
        }
        bytes.position(0);
        arrival.length = MemoryFrame.LENGTH + trailer;
        Mpi.free(arrival.discardAddress);
        arrival.discardAddress = 0;
        return frame;
    }

    /** Recognizes the JVM's text: "Cannot reserve 65536 bytes of direct buffer memory ...". */
    private static boolean isOfDirectMemory(String message) {
        return message != null && message.contains("direct buffer memory");
    }

    private void putReason(ByteBuffer bytes, LargeArrival arrival) {
        if (arrival.hasFailed) {
            MemoryFrame.put(bytes, MemoryFrame.MESSAGE, arrival.kind, transport.rank(), arrival.length, -1, -1);
            return;
        }
        Runtime heap = Runtime.getRuntime();
        MemoryFrame.put(bytes, arrival.isHeapFull ? MemoryFrame.HEAP : MemoryFrame.DIRECT, arrival.kind,
                transport.rank(), arrival.length, arrival.isHeapFull ? heap.totalMemory() - heap.freeMemory() : used(),
                arrival.isHeapFull ? heap.maxMemory() : limit());
    }

    private MpiFrame smallFrame(int length) {
        try {
            return MpiFrame.toReceive(transport.recycler(), length);
        } catch (OutOfMemoryError e) {
            if (!isReserveFree || length > RESERVE) {
                return null;
            }
            isReserveFree = false;
            reserve.bytes().clear();
            return reserve;
        }
    }

    /** Length of the trailer that describes the frame's separate arrays; see {@link ArraysTrailer}. */
    private static int trailer(LargeArrival arrival) {
        if (arrival.discardAddress == 0 || arrival.hasFailed || tag(arrival) == 0) {
            return 0;
        }
        return ArraysTrailer.fits(Mpi.intAt(arrival.discardAddress + arrival.length - Integer.BYTES), arrival.length);
    }

    private static short tag(LargeArrival arrival) {
        int first = Mpi.intAt(arrival.discardAddress); // Kind, version and tag.
        int tag = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? first >> Short.SIZE : first;
        return (short) (tag & Short.MAX_VALUE);
    }

    private static long used() {
        try {
            return DirectMemory.used();
        } catch (OutOfMemoryError e) {
            return -1;
        }
    }

    private static long limit() {
        try {
            return DirectMemory.limit();
        } catch (OutOfMemoryError e) {
            return -1;
        }
    }
}
