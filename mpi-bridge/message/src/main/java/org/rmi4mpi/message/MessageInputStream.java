package org.rmi4mpi.message;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;
import org.rmi4mpi.message.data.Span;

/** The other end of a {@link MessageOutputStream}. Owned by the thread that reads. */
public final class MessageInputStream extends InputStream implements Communicator.ClosedStream {
    private final Communicator comm;
    private final String call;
    private final int source;
    private final int tag;
    private final byte[] buffer = new byte[MessageOutputStream.LARGEST];
    private int position;
    private int length;
    private boolean hasEnded;
    private boolean isClosed;
    /** Receives the messages that a closed stream drops. */
    private Operation dropping;

    public MessageInputStream(Communicator comm, String call, int source, int tag) {
        this.comm = comm;
        this.call = call;
        this.source = source;
        this.tag = tag;
        comm.locate(call);
        Check.peer(call, "source", source, comm.peers());
        Check.tag(call, tag);
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int most) throws IOException {
        Objects.checkFromIndexSize(offset, most, bytes.length);
        if (most == 0) {
            return 0;
        } else if (!fill()) {
            return -1;
        }
        int part = Math.min(most, length - position);
        System.arraycopy(buffer, position, bytes, offset, part);
        position += part;
        return part;
    }

    /** Number of bytes that were received and not read yet. */
    @Override
    public int available() throws IOException {
        checkOpen();
        return length - position;
    }

    private void checkOpen() throws IOException {
        if (isClosed) {
            throw new IOException(call + ": the stream is closed" + Check.at());
        }
    }

    /** Whether there are bytes to read. If the buffer is empty, it waits for the next message. */
    private boolean fill() throws IOException {
        checkOpen();
        if (position == length && !hasEnded) {
            receive();
        }
        return position < length;
    }

    private void receive() throws IOException {
        position = 0;
        length = 0;
        try {
            for (Communicator.ClosedStream each : comm.closedStreams()) {
                if (each.isOf(source, tag)) {
                    Job.progress().await(each::drop);
                }
            }
            length = (int) PointToPoint.receive(comm, room(), source, tag, new Outcome()).bytes();
        } catch (MessageException e) {
            throw new IOException(e.getMessage(), e);
        }
        hasEnded = length == 0;
    }

    private Span room() {
        return new Span(call, "bytes", buffer, 0, buffer.length, MessageOutputStream.BYTES);
    }

    /** Drops the messages that still arrive, up to the end of the stream. Otherwise the writer would wait forever. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (!hasEnded && Job.isRunning()) {
            comm.closedStreams().add(this);
            Job.progress().watch(this::drop, null);
        }
    }

    @Override
    public boolean isOf(int ofSource, int ofTag) {
        return source == ofSource && tag == ofTag;
    }

    @Override
    public synchronized boolean drop() {
        try {
            while (!hasEnded) {
                if (dropping == null) {
                    dropping = PointToPoint.receive(new Operation(), comm, room(), source, tag);
                }
                if (!dropping.advance()) {
                    return false;
                }
                hasEnded = dropping.complete().bytes() == 0;
                dropping = null;
            }
        } catch (MessageException e) {
            hasEnded = true; // no caller could take the exception
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false; // the next check may have more stack or memory
        }
        comm.closedStreams().remove(this);
        return true;
    }
}
