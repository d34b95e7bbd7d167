package org.rmi4mpi.transport.mpi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.wire.CallFrame;
import org.rmi4mpi.wire.LargeFrame;

/**
 * Frames that have been announced, in their order, and among them the small requests that have come behind large ones of
 * the same rank. Large requests wait until there is room for them; replies are received at once, since a thread waits for
 * each. Owned by the thread that polls, but for the room.
 */
final class LargeArrivals {
    /** For large requests, in bytes; a larger one has it for itself. */
    static final long ROOM = Math.min(64L << 20, Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 8));

    private final MpiTransport transport;
    private final List<Arrival> arrivals = new ArrayList<>();
    private final AtomicLong taken = new AtomicLong();

    private static final class Arrival {
        final int sender;
        final int tag;
        final int length;
        final boolean request;
        /** Null while there is no room. */
        MpiFrame frame;
        /** Null of a small frame, too, which is there. */
        RequestSlot slot;

        Arrival(int sender, int tag, int length, boolean request) {
            this.sender = sender;
            this.tag = tag;
            this.length = length;
            this.request = request;
        }
    }

    LargeArrivals(MpiTransport transport) {
        this.transport = transport;
    }

    boolean isEmpty() {
        return arrivals.isEmpty();
    }

    void announced(MpiFrame announcement) {
        ByteBuffer bytes = announcement.bytes();
        arrivals.add(new Arrival(announcement.sender(), bytes.getInt(LargeFrame.TAG),
                (int) bytes.getLong(LargeFrame.LENGTH_OFFSET), bytes.getShort(LargeFrame.REQUEST) != 0));
        announcement.release();
    }

    /** Keeps a small frame that has to wait for a large one of its sender. */
    boolean hold(MpiFrame frame) {
        ByteBuffer bytes = frame.bytes();
        if (!bytes.hasRemaining() || !CallFrame.keepsOrder(bytes.get(CallFrame.KIND))
                || !isRequestOf(frame.sender(), arrivals.size())) {
            return false;
        }
        Arrival arrival = new Arrival(frame.sender(), 0, bytes.limit(), true);
        arrival.frame = frame;
        arrivals.add(arrival);
        return true;
    }

    /** Whether there is a request of this rank among the first so many. */
    private boolean isRequestOf(int sender, int before) {
        for (int i = 0; i < before; i++) {
            if (arrivals.get(i).request && arrivals.get(i).sender == sender) {
                return true;
            }
        }
        return false;
    }

    int poll(FrameHandler handler) {
        int frames = 0;
        for (int i = 0; i < arrivals.size(); i++) {
            Arrival arrival = arrivals.get(i);
            if (isThere(arrival) && !(arrival.request && isRequestOf(arrival.sender, i))) {
                arrivals.remove(i--);
                if (arrival.slot != null) {
                    arrival.slot.release();
                }
                frames++;
                handler.accept(arrival.frame.arrived(arrival.sender, arrival.length));
            }
        }
        return frames;
    }

    private boolean isThere(Arrival arrival) {
        if (arrival.frame == null && !start(arrival)) {
            return false;
        } else if (arrival.slot != null && !arrival.slot.isDone()) {
            transport.check(Mpi.test(arrival.slot), "receive from", arrival.sender);
            return arrival.slot.isDone();
        }
        return true;
    }

    /** Returns false where there is no room or no memory yet. */
    private boolean start(Arrival arrival) {
        if (arrival.request && taken.get() > 0 && taken.get() + arrival.length > ROOM) {
            return false;
        }
        try {
            arrival.frame = new MpiFrame(transport, NativeBuffer.acquire(arrival.length));
        } catch (OutOfMemoryError e) {
            return false;
        }
        if (arrival.request) {
            arrival.frame.takesRoom(arrival.length, taken);
            taken.addAndGet(arrival.length);
        }
        arrival.slot = RequestSlot.acquire();
        transport.receiveLarge(arrival.frame, arrival.sender, arrival.tag, arrival.length, arrival.slot);
        return true;
    }
}
