package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.Part;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.MailFrame;

/**
 * A message to another rank, while it is written and sent. Its arrays travel beside the frame where the transport
 * carries them. Used by one thread, for one message.
 */
final class OutgoingMail {
    private static final int LARGEST_FRAME = 1 << 30;

    private final Dispatcher dispatcher;
    private final Transport transport;
    /** The heap of arrays that leave without their thread. */
    private final MailHeap leaving;
    private final int receiver;
    private final Packing packing;
    private final List<Part> parts;
    /** The arrays that travel beside the frame; null if there are none. */
    private List<ArrayTransfer> transfers;
    private List<Part> apart;
    private long apartBytes;
    /** Length of the frame, in bytes. */
    private final long length;
    private Frame frame;
    private int tag;
    private boolean hasLeft;

    /** @throws TaskException if the message is too long */
    OutgoingMail(Dispatcher dispatcher, MailHeap leaving, int receiver, Packing packing) throws TaskException {
        this.leaving = leaving;
        this.dispatcher = dispatcher;
        transport = dispatcher.transport();
        this.receiver = receiver;
        this.packing = packing;
        parts = packing.parts();
        length = measure();
        if (length > LARGEST_FRAME) {
            throw new TaskException("a message of " + length + " bytes > " + LARGEST_FRAME
                    + ": send it in several");
        }
    }

    /** Decides which arrays travel beside the frame, and returns the length of the frame. */
    private long measure() {
        long bytes = MailFrame.HEADER + packing.end() + 8L * parts.size();
        for (Part part : parts) {
            if (transport.carriesArrays(part.bytes())) {
                addApart(part);
            } else {
                bytes = Mail.aligned(bytes, MailFrame.HEADER) + part.bytes();
            }
        }
        return bytes + (apart == null ? 0 : ArraysTrailer.length(apart.size()));
    }

    /** Bytes of the message, with its overhead. */
    long weight() {
        return length + apartBytes + MailRoom.EACH;
    }

    void write(Envelope envelope) throws TaskException {
        frame = acquire();
        ByteBuffer bytes = frame.bytes();
        envelope.write(bytes, packing.end(), parts.size());
        bytes.put(packing.bytes(), 0, packing.end());
        if (!parts.isEmpty()) {
            writeParts(bytes);
        }
    }

    private void addApart(Part part) {
        if (apart == null) {
            apart = new ArrayList<>();
            transfers = new ArrayList<>();
        }
        apart.add(part);
        apartBytes += part.bytes();
    }

    private void writeParts(ByteBuffer bytes) {
        for (Part part : parts) {
            boolean beside = apart != null && apart.contains(part);
            bytes.putInt(beside ? -part.type().ordinal() : part.type().ordinal()).putInt(part.count());
        }
        for (Part part : parts) {
            if (apart == null || !apart.contains(part)) {
                bytes.position((int) Mail.aligned(bytes.position(), MailFrame.HEADER));
                int at = bytes.position();
                part.type().put(bytes, part.array(), 0, part.count());
                bytes.position(at + (int) part.bytes());
            }
        }
        if (apart != null) {
            for (Part part : apart) {
                transfers.add(transport.arrayToSend(part.array(), (int) part.bytes()));
            }
            tag = transport.takeTag();
            ArraysTrailer.put(bytes, apart.stream().map(part -> (int) part.bytes()).toList(), (short) tag);
        }
    }

    private Frame acquire() throws TaskException {
        if (length <= FrameBuilder.KEPT) {
            return transport.acquire(FrameBuilder.KEPT); // A frame of the size that is reused.
        }
        try {
            return dispatcher.acquireLarge(null, (int) length, (int) length);
        } catch (OutOfMemoryError e) {
            throw new TaskException(
                    "no memory for a message of " + length + " bytes at rank " + transport.rank() + ", where "
                            + transport.memory() + ": send less at once, or give the rank more",
                    e);
        }
    }

    void send() {
        List<ArrayTransfer> started = transfers;
        dispatcher.sendMail(receiver, frame);
        hasLeft = true;
        frame = null;
        transfers = null;
        if (started != null) {
            start(started);
        }
    }

    private void start(List<ArrayTransfer> started) {
        int count = 0;
        try {
            for (; count < started.size(); count++) {
                started.get(count).start(receiver, tag);
            }
        } finally {
            transport.freeTag(tag);
            tag = 0;
            for (int i = count + 1; i < started.size(); i++) {
                started.get(i).release();
            }
            for (int i = 0; i < count; i++) {
                leave(i, started);
            }
        }
        for (ArrayTransfer each : started) {
            if (each != null) {
                awaitEnd(each);
            }
        }
    }

    /**
     * Lets an array leave without this thread. The thread waits for one that belongs to the program, and for one beyond
     * the heap of such arrays. Its receiver has given room, so it takes the array without waiting for a task.
     */
    private void leave(int index, List<ArrayTransfer> started) {
        Part part = apart.get(index);
        long taken = part.inPlace() ? 0 : leaving.tryTake(part.bytes());
        if (taken > 0) {
            transport.finish(new LeavingArray(started.set(index, null), leaving, taken));
        }
    }

    private void awaitEnd(ArrayTransfer transfer) {
        boolean done = false;
        try {
            dispatcher.awaitUntil(transfer);
            done = true;
        } finally {
            if (!done) {
                transport.finish(transfer);
            }
        }
    }

    /** Whether the message has been sent, at least without its arrays. */
    boolean hasLeft() {
        return hasLeft;
    }

    /** Releases everything that has not been sent. */
    void discard() {
        if (frame != null) {
            frame.release();
            frame = null;
        }
        if (transfers != null) {
            transfers.forEach(ArrayTransfer::release);
            transfers = null;
        }
        if (tag != 0) {
            transport.freeTag(tag);
            tag = 0;
        }
    }
}
