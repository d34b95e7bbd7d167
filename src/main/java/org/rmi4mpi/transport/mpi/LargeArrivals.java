package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.DirectMemory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.LargeFrame;
import org.rmi4mpi.wire.MemoryFrame;

/**
 * Frames that have been announced, in their order, and among them the small requests that have come behind large ones of
 * the same rank. Large requests wait until there is room for them; replies are received at once, since a thread waits for
 * each. For a frame that gets no memory in time a {@link MemoryFrame} is handed on, and its message is taken to no purpose.
 * Owned by the thread that polls, but for the room.
 */
final class LargeArrivals {
    /** For large requests, in bytes; a larger one has it for itself. */
    static final long ROOM = Math.min(64L << 20, Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 8));
    /** Between two times that memory is asked for: to look for it takes the JVM half a second. */
    private static final long RETRY_NS = 700_000_000;
    /** After this time one line tells that a frame waits for memory. */
    private static final long TOLD_AFTER_NS = 2_000_000_000L;
    /** After this time the frame is refused. */
    private static final long REFUSED_AFTER_NS = 10_000_000_000L;

    private static final int SPARES = 16;
    /** In bytes: it has room for what tells of some hundred arrays apart. */
    private static final int RESERVE = 512;

    private final MpiTransport transport;
    private final AtomicLong taken = new AtomicLong();
    /** Linked to each other, so that what has come is put away without memory. */
    private Arrival first;
    private Arrival last;
    /** For the next ones; linked, too. */
    private Arrival spares;
    /** For what takes the place of a frame that is refused, where there is no memory for that either. */
    private final MpiFrame reserve;
    private volatile boolean isReserveFree = true;

    private static final class Arrival {
        private Arrival next;
        private int sender;
        private int tag;
        private int length;
        private byte kind;
        private long callId;
        /** Null while there is no room. */
        private MpiFrame frame;
        /** Of the message that is being received; null of a small frame, too, which is there. */
        private RequestSlot slot;
        /** By System.nanoTime: since when memory is asked for, and when again; where that is so. */
        private boolean isScarce;
        private long scarceSince;
        private long askAgainAt;
        private boolean isTold;
        /** Whether the heap had nothing for what tells of the memory, as far as the JVM says. */
        private boolean isHeapFull;
        /** Whether MPI could not receive the message. */
        private boolean hasFailed;
        /** Whether the frame is refused. Its message is received at this address; at 0 it is cut off. */
        private boolean isRefused;
        private long scrap;

        boolean isRequest() {
            return FrameKind.keepsOrder(kind);
        }

        /** Mail has room at its receiver before it is sent. */
        boolean takesRoom() {
            return isRequest() && kind != FrameKind.MAIL;
        }
    }

    LargeArrivals(MpiTransport transport) {
        this.transport = transport;
        reserve = MpiFrame.toReceive(transport, RESERVE);
        for (int i = 0; i < SPARES; i++) {
            giveBack(new Arrival());
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    /** Whether one more can be put away: to be asked before it is taken from MPI. */
    boolean makeReady() {
        if (spares == null) {
            try {
                spares = new Arrival();
            } catch (OutOfMemoryError e) {
                return false;
            }
        }
        return true;
    }

    private void giveBack(Arrival arrival) {
        arrival.next = spares;
        arrival.frame = null;
        arrival.slot = null;
        arrival.isScarce = false;
        arrival.isTold = false;
        arrival.hasFailed = false;
        arrival.isRefused = false;
        arrival.scrap = 0;
        spares = arrival;
    }

    /** Whether a frame that was released is the one in reserve. */
    boolean takesBack(MpiFrame released) {
        if (released != reserve) {
            return false;
        }
        isReserveFree = true;
        return true;
    }

    void announced(MpiFrame announcement) {
        ByteBuffer bytes = announcement.bytes();
        add(announcement.sender(), LargeFrame.tag(bytes), LargeFrame.length(bytes),
                LargeFrame.announcedKind(bytes), FrameHeader.callId(bytes));
        announcement.release();
    }

    /** Keeps a small frame that has to wait for a large one of its sender. */
    boolean hold(MpiFrame frame) {
        ByteBuffer bytes = frame.bytes();
        if (!bytes.hasRemaining() || !FrameKind.keepsOrder(FrameHeader.kind(bytes))
                || !isRequestOf(frame.sender(), FrameHeader.kind(bytes), null)) {
            return false;
        }
        add(frame.sender(), 0, bytes.limit(), FrameHeader.kind(bytes), 0).frame = frame;
        return true;
    }

    private Arrival add(int sender, int tag, int length, byte kind, long callId) {
        Arrival arrival = spares;
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

    /** Whether there is a request of this rank whose order a kind shares, before an arrival; or at all, where that is null. */
    private boolean isRequestOf(int sender, byte kind, Arrival before) {
        for (Arrival arrival = first; arrival != before; arrival = arrival.next) {
            if (arrival.isRequest() && arrival.sender == sender && FrameKind.sharesOrder(arrival.kind, kind)) {
                return true;
            }
        }
        return false;
    }

    int poll(FrameHandler handler) {
        int frames = 0;
        Arrival previous = null;
        for (Arrival arrival = first, next; arrival != null; arrival = next) {
            next = arrival.next;
            if (isThere(arrival) && isNext(arrival) && hasFrame(arrival)) {
                handler.accept(arrival.frame.arrived(arrival.sender, arrival.length));
                remove(arrival, previous); // not before somebody has it
                frames++;
            } else {
                previous = arrival;
            }
        }
        return frames;
    }

    private boolean isNext(Arrival arrival) {
        return !arrival.isRequest() || !isRequestOf(arrival.sender, arrival.kind, arrival);
    }

    private void remove(Arrival arrival, Arrival previous) {
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

    private boolean isThere(Arrival arrival) {
        if (arrival.isRefused) {
            return isTaken(arrival);
        } else if (arrival.frame == null && !start(arrival)) {
            return false;
        } else if (arrival.slot != null && !arrival.slot.isDone()) {
            return hasCome(arrival);
        }
        return true;
    }

    private boolean hasCome(Arrival arrival) {
        int code = Mpi.test(arrival.slot);
        if (code != Mpi.SUCCESS) {
            failed(arrival, code);
            return false;
        }
        return arrival.slot.isDone();
    }

    /** MPI does not receive the message: the frame is refused. */
    private void failed(Arrival arrival, int code) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        }
        arrival.hasFailed = true;
        arrival.isRefused = true;
        if (arrival.frame != null) {
            arrival.frame.release();
            arrival.frame = null;
        }
        System.err.println("rmi4mpi: rank " + transport.rank() + " could not receive a frame of " + arrival.length
                + " bytes from rank " + arrival.sender + ", and refuses it: " + Mpi.errorString(code));
    }

    /** Returns false where there is no room or no memory yet. */
    private boolean start(Arrival arrival) {
        if (arrival.takesRoom() && taken.get() > 0 && taken.get() + arrival.length > ROOM) {
            return false;
        } else if (arrival.isScarce && System.nanoTime() - arrival.askAgainAt < 0) {
            return false;
        }
        MpiFrame frame;
        try {
            if (arrival.slot == null) {
                arrival.slot = RequestSlot.acquire();
            }
            frame = MpiFrame.toReceive(transport, arrival.length);
        } catch (OutOfMemoryError e) {
            arrival.isHeapFull = !isOfDirectMemory(e.getMessage());
            isScarce(arrival);
            return false;
        }
        int code = transport.receiveLarge(frame.address(), arrival.length, arrival.sender, arrival.tag, arrival.slot);
        if (code != Mpi.SUCCESS) {
            frame.release();
            failed(arrival, code);
            return false;
        }
        if (arrival.takesRoom()) {
            frame.takesRoom(arrival.length, taken);
            taken.addAndGet(arrival.length);
        }
        arrival.frame = frame;
        return true;
    }

    // ---- where there is no memory

    private void isScarce(Arrival arrival) {
        long now = System.nanoTime();
        boolean isFirst = !arrival.isScarce;
        if (isFirst) {
            arrival.isScarce = true;
            arrival.scarceSince = now;
        }
        arrival.askAgainAt = now + RETRY_NS;
        long limit = isFirst ? limit() : -1;
        boolean neverFits = limit > 0 && arrival.length > limit;
        if (neverFits || now - arrival.scarceSince > REFUSED_AFTER_NS) {
            refuse(arrival);
        } else if (!arrival.isTold && now - arrival.scarceSince > TOLD_AFTER_NS) {
            arrival.isTold = true;
            System.err.println("rmi4mpi: rank " + transport.rank() + " waits for memory for a frame of " + arrival.length
                    + " bytes from rank " + arrival.sender + ", and refuses it after " + REFUSED_AFTER_NS / 1_000_000_000
                    + " s: " + DirectMemory.text());
        }
    }

    /** The message is taken all the same: its sender waits for that. */
    private void refuse(Arrival arrival) {
        if (arrival.slot == null) {
            return; // not even that much memory: again later
        }
        long scrap = Mpi.allocate(arrival.length);
        int code = transport.receiveLarge(scrap, scrap == 0 ? 0 : arrival.length, arrival.sender, arrival.tag,
                arrival.slot);
        if (code != Mpi.SUCCESS) {
            Mpi.free(scrap);
            failed(arrival, code);
            return;
        }
        arrival.isRefused = true;
        arrival.scrap = scrap;
    }

    /** Whether the message of a frame that is refused has come. That it was cut off ends it, too. */
    private boolean isTaken(Arrival arrival) {
        if (arrival.hasFailed || arrival.slot.isDone()) {
            return true;
        }
        int code = Mpi.test(arrival.slot);
        if (code == Mpi.NO_STACK || code != Mpi.SUCCESS && arrival.scrap != 0) {
            failed(arrival, code);
        }
        return code != Mpi.SUCCESS || arrival.slot.isDone();
    }

    /** What takes the place of a refused one is made when that is next: those before it may need the reserve. */
    private boolean hasFrame(Arrival arrival) {
        if (arrival.frame == null) {
            arrival.frame = refusal(arrival);
        }
        return arrival.frame != null;
    }

    /** Takes the frame's place; null where there is no memory for it yet. */
    private MpiFrame refusal(Arrival arrival) {
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
            Mpi.copy(arrival.scrap + arrival.length - trailer, frame.address() + MemoryFrame.LENGTH, trailer);
        }
        bytes.position(0);
        arrival.length = MemoryFrame.LENGTH + trailer;
        Mpi.free(arrival.scrap);
        arrival.scrap = 0;
        return frame;
    }

    /** So the JVM says: "Cannot reserve 65536 bytes of direct buffer memory ...". */
    private static boolean isOfDirectMemory(String message) {
        return message != null && message.contains("direct buffer memory");
    }

    private void putReason(ByteBuffer bytes, Arrival arrival) {
        if (arrival.hasFailed) {
            MemoryFrame.put(bytes, MemoryFrame.MESSAGE, arrival.kind, transport.rank(), arrival.length, -1, -1);
            return;
        }
        Runtime heap = Runtime.getRuntime();
        MemoryFrame.put(bytes, arrival.isHeapFull ? MemoryFrame.HEAP : MemoryFrame.DIRECT, arrival.kind, transport.rank(),
                arrival.length, arrival.isHeapFull ? heap.totalMemory() - heap.freeMemory() : used(),
                arrival.isHeapFull ? heap.maxMemory() : limit());
    }

    private MpiFrame smallFrame(int length) {
        try {
            return MpiFrame.toReceive(transport, length);
        } catch (OutOfMemoryError e) {
            if (!isReserveFree || length > RESERVE) {
                return null;
            }
            isReserveFree = false;
            reserve.bytes().clear();
            return reserve;
        }
    }

    /** Bytes at the end of the frame that tell of its arrays apart: see {@link ArraysTrailer}. */
    private static int trailer(Arrival arrival) {
        if (arrival.scrap == 0 || arrival.hasFailed || tag(arrival) == 0) {
            return 0;
        }
        return ArraysTrailer.fits(Mpi.intAt(arrival.scrap + arrival.length - Integer.BYTES), arrival.length);
    }

    private static short tag(Arrival arrival) {
        int first = Mpi.intAt(arrival.scrap); // kind, version and tag
        return (short) (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? first >> Short.SIZE : first);
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
