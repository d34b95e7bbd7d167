package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.CountedReference;
import org.rmi4mpi.serial.MessageContext;
import org.rmi4mpi.serial.MessageMemory;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;

/** A frame that is being written, and the arrays that travel beside it. Owned by one thread. */
final class OutgoingFrame implements MessageMemory {
    private static final long NEVER = Long.MAX_VALUE;

    private final Transport transport;
    private final FrameBuilder frame;
    private final Dispatcher dispatcher;
    private int receiver;
    /** Null while there are none. */
    private List<Object> arrays;
    private List<Integer> lengths;
    /** Tag of the arrays, from {@link #end} until they are started; otherwise 0. */
    private int tag;
    /** Transfers of the arrays, from {@link #end} until they are started. */
    private List<ArrayTransfer> transfers = List.of();
    /** Size in bytes from which an array travels beside the frame. */
    private long leastApart;
    private final Collector collector;
    /** References in the frame. Their weights return if the frame is not sent. */
    private final List<Carried> carried = new ArrayList<>();

    private record Carried(CountedReference reference, long weight) {}

    OutgoingFrame(Transport transport, Dispatcher dispatcher, Collector collector) {
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.collector = collector;
        frame = new FrameBuilder(transport, this::acquireLarge);
    }

    /** Returns the frame that an object is being written into; null if the stream is not that of a call. */
    static OutgoingFrame writtenBy(ObjectOutput out) {
        return out instanceof MessageContext message && message.context() instanceof OutgoingFrame frame ? frame : null;
    }

    private Frame acquireLarge(Frame grown, int needed, int wished) throws IOException {
        try {
            return dispatcher.acquireLarge(grown, needed, wished);
        } catch (OutOfMemoryError e) {
            throw new IOException("no memory for a frame of " + needed + " bytes at rank " + transport.rank()
                    + ", where " + transport.memory() + ": send less in one call, or give the rank more", e);
        }
    }

    /** See {@link FrameBuilder#makeReady}. */
    void makeReady() {
        frame.makeReady();
    }

    /** Like {@link #beginWithHeader}, for a reply that replaces another one when memory may be missing. */
    ByteBuffer beginAnew(byte kind, int receivingRank) {
        receiver = receivingRank;
        forgetArrays();
        try {
            takeBack();
        } catch (OutOfMemoryError e) {
            // the weights are lost, and their objects stay
        }
        ByteBuffer bytes = frame.begin();
        FrameHeader.put(bytes, kind, 0);
        return bytes;
    }

    /**
     * Begins a frame and writes its header. Returns its memory, positioned after the header.
     *
     * @param header length of the header, in bytes
     * @param leastBytesApart size in bytes from which an array travels beside the frame; ignored if the receiver is
     *     this rank
     */
    ByteBuffer beginWithHeader(byte kind, int header, int receivingRank, int classes, long leastBytesApart) {
        receiver = receivingRank;
        forgetArrays();
        leastApart = receiver == transport.rank() ? NEVER : leastBytesApart;
        takeBack();
        ByteBuffer bytes = frame.begin();
        FrameHeader.put(bytes, kind, classes);
        return bytes.position(header);
    }

    /** Copies all arrays into the frame, since their owner may change them before it is sent. */
    void copyArrays() {
        leastApart = NEVER;
    }

    ByteBuffer bytes() {
        return frame.bytes();
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        return frame.reserve(bytes);
    }

    @Override
    public boolean takesApart(Object array, long bytes) {
        if (bytes < leastApart || !transport.carriesArrays(bytes)) {
            return false;
        } else if (arrays == null) {
            arrays = new ArrayList<>();
            lengths = new ArrayList<>();
        }
        arrays.add(array);
        lengths.add((int) bytes);
        return true;
    }

    Collector collector() {
        return collector;
    }

    /** Returns the weight with which a reference is written into this frame. */
    long weigh(CountedReference reference) {
        long weight = collector.leave(reference);
        if (weight != Collector.NONE) {
            carried.add(new Carried(reference, weight));
        }
        return weight;
    }

    /** Takes weight along for the target of a one-way request. Returns false if the target is not counted. */
    boolean tryHold(CountedReference target) {
        return collector.request(target) != Collector.NONE;
    }

    private void takeBack() {
        if (!carried.isEmpty()) {
            carried.forEach(each -> collector.stay(each.reference(), each.weight()));
            carried.clear();
        }
    }

    /** Ends the frame, for a reader on this rank. */
    ByteBuffer endOwn() {
        carried.clear();
        return frame.bytes().flip();
    }

    /** Ends the frame, and prepares the transfers of its arrays. */
    Frame end() throws IOException {
        if (arrays != null) {
            List<ArrayTransfer> made = new ArrayList<>(arrays.size());
            transfers = made;
            ByteBuffer trailer = frame.reserve(ArraysTrailer.length(lengths.size()));
            for (int i = 0; i < arrays.size(); i++) {
                made.add(transport.arrayToSend(arrays.get(i), lengths.get(i)));
            }
            tag = transport.takeTag();
            ArraysTrailer.put(trailer, lengths, (short) tag);
        }
        carried.clear();
        return frame.frame();
    }

    /** Starts the arrays after the frame has been sent. Allocates nothing. */
    List<ArrayTransfer> startArrays() {
        frame.discard();
        List<ArrayTransfer> started = transfers;
        arrays = null;
        transfers = List.of();
        int count = 0;
        try {
            for (; count < started.size(); count++) {
                started.get(count).start(receiver, tag);
            }
        } finally {
            freeTag();
            if (count < started.size()) { // starting this one has failed
                release(started, count + 1);
                for (int i = 0; i < count; i++) {
                    transport.finish(started.get(i));
                }
            }
        }
        return started;
    }

    /** Waits until the arrays have been sent. If the wait fails, the transfers go on without the thread. */
    void await(List<ArrayTransfer> started) {
        int over = 0;
        try {
            for (; over < started.size(); over++) {
                dispatcher.awaitUntil(started.get(over));
            }
        } finally {
            finish(started, over);
        }
    }

    /** Leaves the transfers from an index on to the transport. */
    void finish(List<ArrayTransfer> started, int from) {
        for (int i = from; i < started.size(); i++) {
            transport.finish(started.get(i));
        }
    }

    /** Releases transfers that have not been started. */
    private static void release(List<ArrayTransfer> all, int from) {
        for (int i = from; i < all.size(); i++) {
            all.get(i).release();
        }
    }

    /** Releases the memory, since the next frame is far off. */
    void release() {
        forgetArrays();
        frame.release();
    }

    private void forgetArrays() {
        arrays = null;
        if (!transfers.isEmpty()) {
            release(transfers, 0);
            transfers = List.of();
            freeTag();
        }
    }

    private void freeTag() {
        if (tag != 0) {
            transport.freeTag(tag);
            tag = 0;
        }
    }

    void discard() {
        forgetArrays();
        takeBack();
        frame.discard();
    }
}
