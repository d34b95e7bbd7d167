package org.rmi4mpi.message;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Element;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/**
 * A stream of bytes to one rank, in messages of at most {@value #LARGEST} bytes; an empty one is the end. One buffer is
 * filled while the other one is under way. Owned by the thread that writes.
 */
public final class MessageOutputStream extends OutputStream {
    /**
     * The most bytes of a message. No MPI sends as much before the receiver asks for it, so that a fast writer waits.
     */
    static final int LARGEST = 64 << 10;

    static final Layout BYTES = Layout.of("MPI.BYTE", Element.BYTE, 1);

    private final Communicator comm;
    private final String call;
    private final int dest;
    private final int tag;
    private byte[] filling = new byte[LARGEST];
    private byte[] sending = new byte[LARGEST];
    private int filled;
    /** The send of the buffer that is under way; null where there is none. */
    private Operation sent;
    /** Bytes that were sent since the last synchronous message. */
    private int unchecked;
    private boolean isClosed;

    public MessageOutputStream(Communicator comm, String call, int dest, int tag) {
        this.comm = comm;
        this.call = call;
        this.dest = dest;
        this.tag = tag;
        PointToPoint.checkSend(comm, span(filling, 0), dest, tag);
        LiveHandles.add("output stream", this);
    }

    private Span span(byte[] bytes, int length) {
        return new Span(call, "bytes", bytes, 0, length, BYTES);
    }

    @Override
    public void write(int b) throws IOException {
        checkOpen();
        if (filled == LARGEST) {
            send();
        }
        filling[filled++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        checkOpen();
        for (int written = 0; written < length;) {
            if (filled == LARGEST) {
                send();
            }
            int part = Math.min(length - written, LARGEST - filled);
            System.arraycopy(bytes, offset + written, filling, filled, part);
            filled += part;
            written += part;
        }
    }

    private void checkOpen() throws IOException {
        if (isClosed) {
            throw new IOException(call + ": the stream is closed" + Check.at());
        }
    }

    /** Sends the written bytes, and does not wait until they are received. */
    @Override
    public void flush() throws IOException {
        checkOpen();
        if (filled > 0) {
            send();
        }
    }

    /** Sends the filled buffer when the other one has been sent. */
    private void send() throws IOException {
        awaitSent();
        byte[] full = filling;
        filling = sending;
        sending = full;
        unchecked += filled;
        boolean waits = unchecked >= LARGEST; // small messages are sent without the receiver
        unchecked = waits ? 0 : unchecked;
        start(full, filled, waits ? SendMode.SYNCHRONOUS : SendMode.STANDARD);
        filled = 0;
    }

    private void start(byte[] bytes, int length, SendMode mode) throws IOException {
        try {
            sent = PointToPoint.send(new Operation(), comm, mode, span(bytes, length), dest, tag);
        } catch (MessageException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void awaitSent() throws IOException {
        Operation last = sent;
        sent = null;
        try {
            if (last != null) {
                last.await(call);
            }
        } catch (MessageException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Sends the written bytes and the end, and returns when both have left the buffers. */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        try {
            flush();
            awaitSent();
            start(sending, 0, SendMode.STANDARD);
            awaitSent();
        } finally {
            isClosed = true;
            LiveHandles.remove(this);
        }
    }
}
