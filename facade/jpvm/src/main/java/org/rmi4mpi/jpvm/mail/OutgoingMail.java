package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.dispatch.OutgoingArrays;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.jpvm.pack.Part;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
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
    /** The parts that travel beside the frame. */
    private final List<Part> apart = new ArrayList<>(0);
    private final OutgoingArrays arrays;
    private long apartBytes;
    /** Length of the frame, in bytes. */
    private final long length;
    private Frame frame;
    private boolean hasLeft;

    /** @throws TaskException if the message is too long */
    OutgoingMail(Dispatcher dispatcher, MailHeap leaving, int receiver, Packing packing) throws TaskException {
        this.leaving = leaving;
        this.dispatcher = dispatcher;
        transport = dispatcher.transport();
        arrays = new OutgoingArrays(transport, dispatcher);
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
                apart.add(part);
                arrays.add(part.array(), (int) part.bytes());
                apartBytes += part.bytes();
            } else {
                bytes = Mail.aligned(bytes, MailFrame.HEADER) + part.bytes();
            }
        }
        return bytes + arrays.trailerLength();
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

    private void writeParts(ByteBuffer bytes) {
        for (Part part : parts) {
            boolean beside = apart.contains(part);
            bytes.putInt(beside ? -part.type().ordinal() : part.type().ordinal()).putInt(part.count());
        }
        for (Part part : parts) {
            if (!apart.contains(part)) {
                bytes.position((int) Mail.aligned(bytes.position(), MailFrame.HEADER));
                int at = bytes.position();
                part.type().put(bytes, part.array(), 0, part.count());
                bytes.position(at + (int) part.bytes());
            }
        }
        if (!arrays.isEmpty()) {
            arrays.end(bytes);
        }
    }

    private Frame acquire() throws TaskException {
        if (length <= FrameBuilder.KEPT) {
            return transport.acquire(FrameBuilder.KEPT); // A frame of the size that is reused.
        }
        try {
            return dispatcher.acquireLarge(null, (int) length, (int) length);
        } catch (OutOfMemoryError e) {
            throw new TaskException(transport.noMemory(length), e);
        }
    }

    void send() {
        dispatcher.sendMail(receiver, frame);
        hasLeft = true;
        frame = null;
        List<ArrayTransfer> started = arrays.start(receiver);
        for (int i = started.size() - 1; i >= 0; i--) {
            if (tryLeave(apart.get(i), started.get(i))) {
                started.remove(i);
            }
        }
        arrays.await(started);
    }

    /**
     * Lets an array leave without this thread. The thread waits for one that belongs to the program, and for one beyond
     * the heap of such arrays. Its receiver has given room, so it takes the array without waiting for a task.
     */
    private boolean tryLeave(Part part, ArrayTransfer transfer) {
        long taken = part.inPlace() ? 0 : leaving.tryTake(part.bytes());
        if (taken == 0) {
            return false;
        }
        try {
            transport.finish(new LeavingArray(transfer, leaving, taken));
            return true;
        } catch (OutOfMemoryError e) {
            leaving.giveBack(taken);
            return false;
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
        arrays.discard();
    }
}
