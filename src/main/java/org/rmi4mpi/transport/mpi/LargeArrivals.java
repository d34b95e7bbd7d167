package org.rmi4mpi.transport.mpi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.wire.CallFrame;
import org.rmi4mpi.wire.LargeFrame;

/**
 * Frames that have been announced. Requests wait until there is room for them, and those that come from the same rank wait
 * behind them; replies are received at once, since a thread waits for each. Owned by the thread that polls, but for the
 * room.
 */
final class LargeArrivals {
    /** For large requests, in bytes; a larger one has it for itself. */
    private static final long ROOM = Math.min(64L << 20, Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 8));

    private final MpiTransport transport;
    private final List<Arrival> arrivals = new ArrayList<>();
    /** Small requests that have come behind a large one. */
    private final ArrayDeque<MpiFrame> held = new ArrayDeque<>();
    private final AtomicLong taken = new AtomicLong();

    private static final class Arrival {
        final int sender;
        final int tag;
        final int length;
        final boolean request;
        MpiFrame frame;
        RequestSlot slot;

        Arrival(MpiFrame announcement) {
            sender = announcement.sender();
            tag = announcement.bytes().getInt(LargeFrame.TAG);
            length = (int) announcement.bytes().getLong(LargeFrame.LENGTH_OFFSET);
            request = announcement.bytes().getShort(LargeFrame.REQUEST) != 0;
        }
    }

    LargeArrivals(MpiTransport transport) {
        this.transport = transport;
    }

    boolean isEmpty() {
        return arrivals.isEmpty() && held.isEmpty();
    }

    void announced(MpiFrame announcement) {
        arrivals.add(new Arrival(announcement));
        announcement.release();
    }

    /** Keeps a small frame that has to wait for a large one of its sender. */
    boolean hold(MpiFrame frame) {
        if (frame.bytes().hasRemaining() && CallFrame.isRequest(frame.bytes().get(CallFrame.KIND))
                && awaitsRequestOf(frame.sender())) {
            held.add(frame);
            return true;
        }
        return false;
    }

    private boolean awaitsRequestOf(int sender) {
        for (Arrival arrival : arrivals) {
            if (arrival.request && arrival.sender == sender) {
                return true;
            }
        }
        return false;
    }

    int poll(FrameHandler handler) {
        int frames = 0;
        boolean requestBefore = false;
        for (int i = 0; i < arrivals.size(); i++) {
            Arrival arrival = arrivals.get(i);
            if (arrival.slot == null && !start(arrival)) {
                requestBefore |= arrival.request;
                continue;
            }
            transport.check(arrival.slot.isDone() ? Mpi.SUCCESS : Mpi.test(arrival.slot), "receive from",
                    arrival.sender);
            if (arrival.slot.isDone() && !(arrival.request && requestBefore)) {
                arrivals.remove(i--);
                arrival.slot.release();
                frames++;
                handler.accept(arrival.frame.arrived(arrival.sender, arrival.length));
            } else {
                requestBefore |= arrival.request;
            }
        }
        return frames + releaseHeld(handler);
    }

    private int releaseHeld(FrameHandler handler) {
        int frames = 0;
        for (Iterator<MpiFrame> i = held.iterator(); i.hasNext(); ) {
            MpiFrame frame = i.next();
            if (!awaitsRequestOf(frame.sender())) {
                i.remove();
                frames++;
                handler.accept(frame);
            }
        }
        return frames;
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
            arrival.frame.takesRoom(arrival.length);
            taken.addAndGet(arrival.length);
        }
        arrival.slot = RequestSlot.acquire();
        transport.receiveLarge(arrival.frame, arrival.sender, arrival.tag, arrival.length, arrival.slot);
        return true;
    }

    /** Any thread's. */
    void roomFreed(int length) {
        taken.addAndGet(-length);
    }
}
