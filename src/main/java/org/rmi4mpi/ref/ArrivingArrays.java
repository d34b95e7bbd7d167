package org.rmi4mpi.ref;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.serial.Serializer;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CallFrame;

/** The arrays that arrive beside a frame, in its order. All are received, whether or not they are read. */
final class ArrivingArrays implements Serializer.ArraysApart {
    /** Tests of a transfer before its thread waits as for anything else, and leads no more. */
    private static final int TESTS = 100;

    private final Transport transport;
    private final Dispatcher dispatcher;
    private final int sender;
    private final int tag;
    private final int[] lengths;
    private int next;

    private ArrivingArrays(Transport transport, Dispatcher dispatcher, int sender, int tag, int[] lengths) {
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.sender = sender;
        this.tag = tag;
        this.lengths = lengths;
    }

    /** Those of a frame, whose end is cut off it; null where there are none. */
    static ArrivingArrays of(Frame frame, Transport transport, Dispatcher dispatcher) throws IOException {
        ByteBuffer bytes = frame.bytes();
        int tag = bytes.getShort(CallFrame.APART_TAG);
        if (tag == 0) {
            return null;
        }
        int end = bytes.limit() - Integer.BYTES;
        int count = end < CallFrame.REPLY_HEADER ? -1 : bytes.getInt(end);
        if (tag < 0 || count < 0 || count > (end - CallFrame.REPLY_HEADER) / Integer.BYTES) {
            throw new StreamCorruptedException("a frame of " + bytes.limit() + " bytes from rank " + frame.sender()
                    + " with " + count + " arrays beside it, tag " + tag);
        }
        int[] lengths = new int[count];
        int start = end - Integer.BYTES * count;
        for (int i = 0; i < count; i++) {
            lengths[i] = bytes.getInt(start + Integer.BYTES * i);
            if (lengths[i] < 0) {
                throw new StreamCorruptedException(
                        "an array of " + lengths[i] + " bytes beside a frame from rank " + frame.sender());
            }
        }
        bytes.limit(start);
        return new ArrivingArrays(transport, dispatcher, frame.sender(), tag, lengths);
    }

    @Override
    public void expect(long bytes) throws IOException {
        if (next >= lengths.length || lengths[next] != bytes) {
            throw new StreamCorruptedException("an array of " + bytes + " bytes that does not come beside its message");
        }
    }

    @Override
    public void receive(Object array) throws IOException {
        try {
            receive(array, lengths[next++]);
        } catch (TransportException e) {
            throw new IOException(e);
        }
    }

    private void receive(Object array, int length) {
        ArrayTransfer transfer = transport.receiveArray(sender, tag, array, length);
        for (int i = 0; i < TESTS; i++) {
            if (transfer.isDone()) {
                return;
            }
        }
        dispatcher.awaitUntil(transfer::isDone);
    }

    /** Receives those that nobody has read, so that their sender can go on. */
    void drain() {
        while (next < lengths.length) {
            int length = lengths[next++];
            receive(new byte[length], length);
        }
    }
}
