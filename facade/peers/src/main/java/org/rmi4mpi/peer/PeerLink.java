package org.rmi4mpi.peer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.dispatch.FrameSource;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.PeerCodes;
import org.rmi4mpi.wire.PeerFrame;

/**
 * Sends and receives the frames between this rank and its peers, by messages of MPI. Any thread sends. The polling thread owns
 * what arrives.
 */
final class PeerLink implements FrameSource {

    private final long communicator;
    private final int rank;
    private final int javaSize;
    private final int size;
    private final Arrivals arrivals;
    private final long byteType = Mpi.constant("MPI_BYTE");
    private final int anySource = (int) Mpi.constant("MPI_ANY_SOURCE");
    private final int anyTag = (int) Mpi.constant("MPI_ANY_TAG");
    private final RequestSlot probe = RequestSlot.acquire();
    /** A message that is arriving; null for none. Written by the polling thread. */
    private volatile NativeBuffer arriving;
    private int arrivingLength;
    private int arrivingFrom;
    private final ConcurrentLinkedQueue<Leaving> leaving = new ConcurrentLinkedQueue<>();
    /** Number of frames that have not left. */
    private final AtomicInteger leavingCount = new AtomicInteger();
    /** Number of those that are long. */
    private final AtomicInteger longLeaving = new AtomicInteger();
    private volatile boolean isClosed;

    /** What is done with arrived frames. Called by the polling thread. */
    interface Arrivals {
        /** Owns the frame. */
        void reply(Frame reply);

        /** Owns the frame. */
        void hello(Frame hello);

        void bye(int sender);
    }

    private record Leaving(NativeBuffer memory, RequestSlot slot) {}

    /** A frame of a peer. Owned as any {@link Frame}. */
    static final class PeerMessage extends Frame {
        private final NativeBuffer memory;
        private final int sender;

        PeerMessage(NativeBuffer memory, int length, int sender) {
            this.memory = memory;
            this.sender = sender;
            memory.bytes().position(0).limit(length);
            memory.bytes().order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public ByteBuffer bytes() {
            return memory.bytes();
        }

        @Override
        public int sender() {
            return sender;
        }

        @Override
        public void release() {
            memory.release();
        }
    }

    /**
     * @param communicator of all members
     * @param javaSize number of ranks in Java, which come first
     * @param size number of members
     */
    PeerLink(long communicator, int rank, int javaSize, int size, Arrivals arrivals) {
        this.communicator = communicator;
        this.rank = rank;
        this.javaSize = javaSize;
        this.size = size;
        this.arrivals = arrivals;
    }

    /**
     * Sends a frame, whose length is the position of its memory. Owns the memory from now on.
     *
     * @throws TransportException if the job ends
     */
    void send(int receiver, NativeBuffer memory) {
        int length = memory.bytes().position();
        RequestSlot slot = null;
        boolean isInFlight = false;
        try {
            if (isClosed) {
                throw new TransportException(
                        "rank " + rank + " has finalised the job, or all members have ended: make calls before");
            }
            slot = RequestSlot.acquire();
            int tag = isLong(memory) ? PeerFrame.LONG_FRAME_TAG : PeerFrame.FRAME_TAG;
            check(Mpi.isend(memory.address(), length, byteType, receiver, tag, communicator, slot), "send to",
                    receiver);
            if (!slot.isDone()) {
                leavingCount.incrementAndGet();
                longLeaving.addAndGet(isLong(memory) ? 1 : 0);
                leaving.add(new Leaving(memory, slot));
                isInFlight = true;
            }
        } finally {
            if (!isInFlight) {
                memory.release();
                if (slot != null) {
                    slot.release();
                }
            }
        }
    }

    /** Tells a rank that this one makes no more calls. */
    void sendBye(int receiver) {
        NativeBuffer memory = NativeBuffer.acquire(PeerFrame.HEADER + 1);
        PeerFrame.put(memory.bytes().order(ByteOrder.LITTLE_ENDIAN), PeerFrame.BYE, 0, 0);
        memory.bytes().put((byte) PeerCodes.NULL);
        send(receiver, memory);
    }

    private static boolean isLong(NativeBuffer leaving) {
        return leaving.bytes().position() > PeerFrame.SHORT_FRAME;
    }

    @Override
    public boolean needsPolling() {
        return arriving != null || longLeaving.get() > 0;
    }

    boolean isDrained() {
        return leavingCount.get() == 0;
    }

    private void check(int code, String what, int peer) {
        if (code == Mpi.NO_STACK) {
            throw Mpi.noStack();
        } else if (code != Mpi.SUCCESS) {
            throw new TransportException(
                    "rank " + rank + " could not " + what + " rank " + peer + ": " + Mpi.errorString(code));
        }
    }

    @Override
    public int poll(FrameHandler handler) {
        if (isClosed) {
            return 0;
        }
        testLeaving();
        if (arriving == null && !receiveNext()) {
            return 0;
        }
        if (!probe.isDone()) {
            check(Mpi.test(probe), "receive from", arrivingFrom);
            if (!probe.isDone()) {
                return 0;
            }
        }
        NativeBuffer memory = arriving;
        arriving = null;
        take(new PeerMessage(memory, arrivingLength, arrivingFrom), handler);
        return 1;
    }

    /** Begins to receive the next message, if there is one. */
    private boolean receiveNext() {
        check(Mpi.improbe(anySource, anyTag, communicator, probe), "look for messages of", anySource);
        if (!probe.isDone()) {
            return false;
        }
        arrivingLength = (int) probe.length();
        arrivingFrom = probe.source();
        NativeBuffer memory = NativeBuffer.acquire(arrivingLength);
        check(Mpi.imrecv(memory.address(), arrivingLength, byteType, probe), "receive from", arrivingFrom);
        arriving = memory;
        return true;
    }

    private void testLeaving() {
        Leaving first = leaving.peek();
        while (first != null) {
            if (!first.slot().isDone()) {
                check(Mpi.test(first.slot()), "send a frame from", rank);
            }
            if (!first.slot().isDone()) {
                return;
            }
            leaving.poll();
            longLeaving.addAndGet(isLong(first.memory()) ? -1 : 0);
            first.memory().release();
            first.slot().release();
            leavingCount.decrementAndGet();
            first = leaving.peek();
        }
    }

    private void take(PeerMessage frame, FrameHandler handler) {
        if (!PeerFrame.isWhole(frame.bytes()) || frame.sender() < javaSize || frame.sender() >= size) {
            System.err.println(
                    "rmi4mpi: rank " + rank + " drops a message of " + frame.bytes().limit() + " bytes from rank "
                            + frame.sender() + ", which is no frame of version " + PeerFrame.VERSION
                            + " of a rank in another language");
            frame.release();
            return;
        }
        switch (PeerFrame.kind(frame.bytes())) {
            case PeerFrame.REQUEST, PeerFrame.ONE_WAY -> {
                PeerFrame.markRequest(frame.bytes());
                handler.accept(frame);
            }
            case PeerFrame.RESULT, PeerFrame.EXCEPTION -> arrivals.reply(frame);
            case PeerFrame.HELLO -> arrivals.hello(frame);
            default -> {
                arrivals.bye(frame.sender());
                frame.release();
            }
        }
    }

    /** All members have ended: nothing is sent from now on. */
    void close() {
        isClosed = true;
    }
}
