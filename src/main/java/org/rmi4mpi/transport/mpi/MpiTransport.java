package org.rmi4mpi.transport.mpi;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;

/**
 * A frame is one message of bytes, matched when it is there and received into memory of its length.
 * What arrives is owned by the thread that polls; what leaves is under its list's monitor.
 */
public final class MpiTransport implements Transport {
    private static final int TAG = 0;
    /** Frames taken in one poll, so that a flood from others does not keep a waiting thread from its own. */
    private static final int FRAMES_PER_POLL = 16;

    private final long communicator;
    private final int rank;
    private final int size;
    private final long byteType = Mpi.constant("MPI_BYTE");
    private final int anySource = (int) Mpi.constant("MPI_ANY_SOURCE");
    private final ArrayDeque<Transfer> leaving = new ArrayDeque<>();
    private final ArrayDeque<Transfer> arriving = new ArrayDeque<>();
    private final RequestSlot probe = RequestSlot.acquire();
    private boolean matched;

    /** A message under way, with the memory that MPI reads or writes. */
    private record Transfer(RequestSlot slot, MpiFrame frame, int peer) {}

    /** @param communicator handle of a communicator for this transport alone */
    public MpiTransport(long communicator, int rank, int size) {
        this.communicator = communicator;
        this.rank = rank;
        this.size = size;
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
    public Frame acquire(int capacity) {
        return new MpiFrame(NativeBuffer.acquire(capacity));
    }

    @Override
    public void send(int receiver, Frame frame) {
        MpiFrame message = (MpiFrame) frame;
        RequestSlot slot = RequestSlot.acquire();
        int length = message.bytes().position();
        int code = Mpi.isend(message.address(), length, byteType, receiver, TAG, communicator, slot);
        if (code == Mpi.SUCCESS && !slot.isDone()) {
            synchronized (leaving) {
                leaving.add(new Transfer(slot, message, receiver));
            }
            return;
        }
        slot.release();
        message.release();
        check(code, "send to", receiver);
    }

    @Override
    public int poll(FrameHandler handler) {
        int frames = 0;
        while (frames < FRAMES_PER_POLL) {
            Transfer arrived = next();
            if (arrived == null) {
                break;
            }
            frames++;
            handler.accept(arrived.peer(), arrived.frame());
        }
        return frames;
    }

    /** The next message that is here as a whole, in the order in which they were matched, or null. */
    private Transfer next() {
        retireSent();
        match();
        Transfer first = arriving.peek();
        if (first == null || !isDone(first)) {
            return null;
        }
        arriving.remove();
        first.frame().bytes().limit((int) first.slot().length());
        first.slot().release();
        return first;
    }

    private void match() {
        if (!matched) {
            check(Mpi.improbe(anySource, TAG, communicator, probe), "look for messages at", rank);
            matched = probe.isDone();
        }
        if (matched) {
            receiveMatched();
        }
    }

    /** Where there is no memory for the message it stays matched, and the next poll tries again. */
    private void receiveMatched() {
        int length = (int) probe.length();
        int sender = probe.source();
        MpiFrame frame = new MpiFrame(NativeBuffer.acquire(length));
        RequestSlot slot = RequestSlot.acquire();
        slot.takeMessage(probe);
        matched = false;
        arriving.add(new Transfer(slot, frame, sender));
        check(Mpi.imrecv(frame.address(), length, byteType, slot), "receive from", sender);
    }

    private void retireSent() {
        synchronized (leaving) {
            for (Iterator<Transfer> i = leaving.iterator(); i.hasNext(); ) {
                Transfer sent = i.next();
                if (isDone(sent)) {
                    i.remove();
                    sent.slot().release();
                    sent.frame().release();
                }
            }
        }
    }

    private boolean isDone(Transfer transfer) {
        if (!transfer.slot().isDone()) {
            check(Mpi.test(transfer.slot()), "exchange a message with", transfer.peer());
        }
        return transfer.slot().isDone();
    }

    @Override
    public boolean isDrained() {
        synchronized (leaving) {
            return leaving.isEmpty();
        }
    }

    private void check(int code, String what, int peer) {
        if (code != Mpi.SUCCESS) {
            throw failure(what, peer, code);
        }
    }

    private TransportException failure(String what, int peer, int code) {
        return new TransportException(
                "rank " + rank + " could not " + what + " rank " + peer + ": " + Mpi.errorString(code));
    }
}
