package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import org.rmi4mpi.dispatch.CrewThread;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.serial.ArraysApart;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;

/**
 * Receives the arrays that travel beside a frame, in their order. All of them are received, even if no one reads them,
 * because their sender waits for that.
 */
final class ArrivingArrays implements ArraysApart {
    /** How often a thread tests a transfer before it gives up the lead and waits. */
    private static final int TESTS = 100;

    private final Transport transport;
    private final Dispatcher dispatcher;
    private final Frame frame;
    private final int tag;
    private final int count;
    /** End of the frame with its arrays trailer. The reader of the frame does not see the trailer. */
    private final int end;
    private int next;

    private ArrivingArrays(Frame frame, int trailer, Transport transport, Dispatcher dispatcher) {
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.frame = frame;
        tag = FrameHeader.apartTag(frame.bytes());
        count = ArraysTrailer.count(frame.bytes());
        end = frame.bytes().limit();
        frame.bytes().limit(end - trailer);
    }

    /** Cuts the arrays trailer off a frame. Returns null if the frame has none. */
    static ArrivingArrays takeFrom(Frame frame, Transport transport, Dispatcher dispatcher) throws IOException {
        ByteBuffer bytes = frame.bytes();
        int tag = FrameHeader.apartTag(bytes);
        if (tag == 0) {
            return null;
        }
        int trailer = ArraysTrailer.length(bytes);
        if (tag < 0 || trailer == 0) {
            throw new StreamCorruptedException("a frame of " + bytes.limit() + " bytes from rank " + frame.sender()
                    + " has an invalid arrays trailer, tag " + tag);
        }
        int count = ArraysTrailer.count(bytes);
        for (int i = 0; i < count; i++) {
            int length = ArraysTrailer.bytesOf(bytes, i, count);
            if (length < 0) {
                throw new StreamCorruptedException(
                        "an array of " + length + " bytes beside a frame from rank " + frame.sender());
            }
        }
        return new ArrivingArrays(frame, trailer, transport, dispatcher);
    }

    /** Whether some have not been received. */
    boolean isMore() {
        return next < count;
    }

    Frame frame() {
        return frame;
    }

    private int nextLength() {
        ByteBuffer bytes = frame.bytes();
        int limit = bytes.limit();
        bytes.limit(end);
        int length = ArraysTrailer.bytesOf(bytes, next, count);
        bytes.limit(limit);
        return length;
    }

    @Override
    public void expect(long bytes) throws IOException {
        if (next >= count || nextLength() != bytes) {
            throw new StreamCorruptedException("an array of " + bytes + " bytes is not among those beside its message");
        }
    }

    @Override
    public void receive(Object array) throws IOException {
        try {
            receive(array, nextLength());
        } catch (TransportException e) {
            throw new IOException(e);
        }
    }

    private void receive(Object array, int length) {
        ArrayTransfer transfer = transport.arrayToReceive(array, length);
        next++;
        transfer.start(frame.sender(), tag);
        for (int i = 0; i < TESTS; i++) {
            if (transfer.isDone()) {
                return;
            }
        }
        boolean done = false;
        CrewThread.countDataWait();
        try {
            dispatcher.awaitUntil(transfer);
            done = true;
        } finally {
            CrewThread.countDataWait();
            if (!done) {
                transport.finish(transfer); // MPI writes into the array until the transfer has finished
            }
        }
    }

    /** Receives and drops the arrays that no one has read. Allocates nothing. */
    void drain() {
        frame.bytes().limit(end);
        transport.discardArrays(frame, next);
        next = count;
    }
}
