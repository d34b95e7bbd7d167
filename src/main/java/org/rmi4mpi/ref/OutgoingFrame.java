package org.rmi4mpi.ref;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.CallFrame;

/** A frame that is written, and the arrays that leave beside it. Owned by one thread. */
final class OutgoingFrame implements Serializer.Room {
    private final Transport transport;
    /** After which a frame is written although others have not left: one of them may wait for it. */
    private static final long PATIENCE_NS = 5_000_000_000L;

    private final FrameBuilder frame;
    private final Dispatcher dispatcher;
    private int receiver;
    /** Null while there is none. */
    private List<Object> arrays;
    private List<Integer> lengths;
    private int tag;
    private boolean mayTakeApart;
    private final Collector collector;
    /** References in the frame, whose weight comes back where it does not leave. */
    private final List<Carried> carried = new ArrayList<>();

    private record Carried(RemoteReference reference, long weight) {}

    OutgoingFrame(Transport transport, Dispatcher dispatcher, Collector collector) {
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.collector = collector;
        frame = new FrameBuilder(transport, this::acquireLarge);
    }

    /** Large frames under way are bounded: a thread waits until some have left. */
    private Frame acquireLarge(int capacity) {
        Frame[] found = {transport.tryAcquire(capacity)};
        if (found[0] == null) {
            long deadline = System.nanoTime() + PATIENCE_NS;
            dispatcher.awaitUntil(() -> {
                found[0] = transport.tryAcquire(capacity);
                return found[0] != null || System.nanoTime() - deadline > 0;
            });
        }
        return found[0] != null ? found[0] : transport.acquire(capacity);
    }

    /** Begins a frame with its header, and returns its memory after that. */
    ByteBuffer begin(byte kind, int header, int receivingRank, int classes) {
        receiver = receivingRank;
        arrays = null;
        mayTakeApart = kind != CallFrame.KIND_ASYNC && receiver != transport.rank(); // its sender goes on with the arrays
        takeBack();
        return frame.begin().putLong(CallFrame.KIND, CallFrame.first(kind, classes)).position(header);
    }

    /** Arrays are copied into the frame: their owner may change them before it is sent. */
    void copyArrays() {
        mayTakeApart = false;
    }

    ByteBuffer bytes() {
        return frame.bytes();
    }

    @Override
    public ByteBuffer of(int bytes) throws IOException {
        return frame.room(bytes);
    }

    @Override
    public boolean takesApart(Object array, long bytes) {
        if (!mayTakeApart || !transport.carriesArrays(bytes)) {
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

    /** The weight with which a reference is written into this frame. */
    long weigh(RemoteReference reference) {
        long weight = collector.leave(reference);
        if (weight != Collector.NONE) {
            carried.add(new Carried(reference, weight));
        }
        return weight;
    }

    private void takeBack() {
        if (!carried.isEmpty()) {
            carried.forEach(each -> collector.stay(each.reference(), each.weight()));
            carried.clear();
        }
    }

    /** All has been written, for a reader of this rank. */
    ByteBuffer endOwn() {
        carried.clear();
        return frame.bytes().flip();
    }

    /** All has been written. */
    Frame end() throws IOException {
        if (arrays != null) {
            tag = transport.newTag();
            ByteBuffer trailer = frame.room(Integer.BYTES * (lengths.size() + 1));
            for (int length : lengths) {
                trailer.putInt(length);
            }
            trailer.putInt(lengths.size());
            trailer.putShort(CallFrame.APART_TAG, (short) tag);
        }
        carried.clear();
        return frame.frame();
    }

    /** The frame was sent: sends the arrays after it. See {@link FrameBuilder#sent}. */
    List<ArrayTransfer> sent(boolean left) {
        frame.sent(left);
        if (arrays == null) {
            return List.of();
        }
        List<ArrayTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < arrays.size(); i++) {
            transfers.add(transport.sendArray(receiver, tag, arrays.get(i), lengths.get(i)));
        }
        arrays = null;
        return transfers;
    }

    /** Returns when arrays have been sent. */
    static void await(List<ArrayTransfer> transfers, Dispatcher dispatcher) {
        for (ArrayTransfer transfer : transfers) {
            dispatcher.awaitUntil(transfer::isDone);
        }
    }

    /** Gives its memory back: the next frame is far off. */
    void release() {
        arrays = null;
        frame.release();
    }

    void discard() {
        arrays = null;
        takeBack();
        frame.discard();
    }
}
