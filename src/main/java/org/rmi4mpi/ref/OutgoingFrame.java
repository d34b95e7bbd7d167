package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.OutgoingArrays;
import org.rmi4mpi.ref.collect.Collector;
import org.rmi4mpi.ref.collect.CountedReference;
import org.rmi4mpi.serial.MessageContext;
import org.rmi4mpi.serial.MessageMemory;
import org.rmi4mpi.transport.ApartSizes;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.FrameHeader;

/** A frame that is being written, and the arrays that travel beside it. Owned by one thread. */
final class OutgoingFrame implements MessageMemory {
    private final Transport transport;
    private final FrameBuilder frame;
    private final Dispatcher dispatcher;
    private final OutgoingArrays arrays;
    private int receiver;
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
        arrays = new OutgoingArrays(transport, dispatcher);
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
            throw new IOException(transport.noMemory(needed), e);
        }
    }

    /** See {@link FrameBuilder#makeReady}. */
    void makeReady() {
        frame.makeReady();
    }

    /** Like {@link #beginWithHeader}, for a reply that replaces another one when memory may be missing. */
    ByteBuffer beginAnew(byte kind, int receivingRank) {
        receiver = receivingRank;
        arrays.discard();
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
        arrays.discard();
        leastApart = receiver == transport.rank() ? ApartSizes.NEVER : leastBytesApart;
        takeBack();
        ByteBuffer bytes = frame.begin();
        FrameHeader.put(bytes, kind, classes);
        return bytes.position(header);
    }

    /** Copies all arrays into the frame, since their owner may change them before it is sent. */
    void copyArrays() {
        leastApart = ApartSizes.NEVER;
    }

    ByteBuffer bytes() {
        return frame.bytes();
    }

    @Override
    public ByteBuffer reserve(int bytes) throws IOException {
        return frame.reserve(bytes);
    }

    @Override
    public boolean takeApart(Object array, long bytes) {
        if (bytes < leastApart || !transport.carriesArrays(bytes)) {
            return false;
        }
        arrays.add(array, (int) bytes);
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
        if (!arrays.isEmpty()) {
            arrays.end(frame.reserve(arrays.trailerLength()));
        }
        carried.clear();
        return frame.frame();
    }

    /** Starts the arrays after the frame has been sent. Allocates nothing. */
    List<ArrayTransfer> startArrays() {
        frame.discard();
        return arrays.start(receiver);
    }

    /** See {@link OutgoingArrays#await}. */
    void await(List<ArrayTransfer> started) {
        arrays.await(started);
    }

    /** See {@link OutgoingArrays#finish}. */
    void finish(List<ArrayTransfer> started) {
        arrays.finish(started, 0);
    }

    /** Releases the memory, since the next frame is far off. */
    void release() {
        arrays.discard();
        frame.release();
    }

    void discard() {
        arrays.discard();
        takeBack();
        frame.discard();
    }
}
