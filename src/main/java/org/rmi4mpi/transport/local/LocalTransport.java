package org.rmi4mpi.transport.local;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameHandler;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;

/** One rank of a group within one JVM. Any thread adds to its arrival queue. Frames in the queue have no owner. */
public final class LocalTransport implements Transport {
    private final int rank;
    private final List<LocalTransport> group;
    private final ConcurrentLinkedQueue<Frame> arrivals = new ConcurrentLinkedQueue<>();
    private final LocalBell localBell;
    private final RankBell bell;

    /** A frame in the heap, freed by the collector. */
    private static final class HeapFrame extends Frame {
        private final ByteBuffer bytes;
        private final int sender;

        HeapFrame(int capacity, int sender) {
            bytes = ByteBuffer.allocate(capacity).order(ByteOrder.nativeOrder());
            this.sender = sender;
        }

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public int sender() {
            return sender;
        }

        @Override
        public void release() {}
    }

    private LocalTransport(int rank, int size, List<LocalTransport> group) {
        this.rank = rank;
        this.group = group;
        localBell = new LocalBell(group);
        bell = new RankBell(localBell, rank, size);
    }

    /** Creates the transports of a new group, in the order of their ranks. */
    public static List<LocalTransport> group(int size) {
        List<LocalTransport> group = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            group.add(new LocalTransport(rank, size, group));
        }
        return group;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return group.size();
    }

    @Override
    public Frame acquire(int capacity) {
        return new HeapFrame(capacity, rank);
    }

    @Override
    public Frame tryAcquire(Frame grown, int capacity) {
        return acquire(capacity);
    }

    @Override
    public Frame compact(Frame arrived) {
        return arrived;
    }

    @Override
    public String memory() {
        return "frames lie in the heap";
    }

    @Override
    public void send(int receiver, Frame frame) {
        if (receiver < 0 || receiver >= group.size()) {
            throw new TransportException("rank " + rank + " could not send to rank " + receiver + " of a group of "
                    + group.size() + ": give a rank from 0 to " + (group.size() - 1));
        }
        frame.bytes().flip();
        group.get(receiver).arrivals.add(frame);
        // Last, because adding the frame may run out of memory. The reader does not use the builder field.
        frame.takeFromBuilder();
    }

    @Override
    public boolean carriesArrays(long bytes) {
        return false;
    }

    @Override
    public int takeTag() {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public void freeTag(int tag) {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public ArrayTransfer arrayToSend(Object array, int bytes) {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public ArrayTransfer arrayToReceive(Object array, int bytes) {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public ArrayTransfer arrayToReceive(Frame into, int bytes) {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public void finish(ArrayTransfer transfer) {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public void discardArray(int sender, int tag, int bytes) {
        throw new UnsupportedOperationException("the local transport sends arrays inside frames only");
    }

    @Override
    public int poll(FrameHandler handler) {
        int frames = 0;
        for (Frame arrival = arrivals.peek(); arrival != null; arrival = arrivals.peek()) {
            frames++;
            try {
                handler.accept(arrival);
            } catch (RuntimeException e) {
                arrivals.poll();
                throw e;
            }
            arrivals.poll(); // If the handler ran out of memory, the frame stays first in the queue.
        }
        return frames;
    }

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public int leaving(int receiver) {
        return 0;
    }

    @Override
    public boolean needsPolling() {
        return false;
    }

    @Override
    public RankBell bell() {
        return bell;
    }

    @Override
    public void close() {
        arrivals.clear();
    }

    LocalBell localBell() {
        return localBell;
    }
}
