package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.pack.ElementType;
import org.rmi4mpi.transport.ArrayTransfer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.wire.ArraysTrailer;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.MailFrame;
import org.rmi4mpi.wire.MemoryFrame;

/**
 * Puts messages from other ranks into mailboxes, with the arrays that arrive beside them. Called by polling threads,
 * under the poll lock.
 */
final class Arrivals {
    /** Interval between attempts to allocate. One failing attempt costs the JVM half a second. */
    private static final long RETRY_NS = 700_000_000;
    /** Longest frame, in bytes, that is copied. A larger one keeps its memory until its message is received. */
    private static final int SMALL = 32 << 10;

    private final Dispatcher dispatcher;
    private final Transport transport;
    private final Map<Integer, Endpoint> endpoints;
    private final MailRoom room;
    private final Notes notes;
    private final LongAdder accepted;

    /**
     * @param endpoints of this rank, by port
     * @param accepted counts the messages that this rank has accepted
     */
    Arrivals(Dispatcher dispatcher, Map<Integer, Endpoint> endpoints, MailRoom room, Notes notes,
            LongAdder accepted) {
        this.dispatcher = dispatcher;
        transport = dispatcher.transport();
        this.endpoints = endpoints;
        this.room = room;
        this.notes = notes;
        this.accepted = accepted;
    }

    void accept(Frame frame) {
        long weight = ArraysTrailer.wholeLength(frame.bytes()) + MailRoom.EACH;
        int sender = frame.sender();
        Endpoint receiver = endpoints.get(MailFrame.destination(frame.bytes()));
        if (receiver == null) {
            refuse(frame.bytes(), sender, weight);
            transport.discardArrays(frame, 0);
            frame.release();
            return;
        }
        boolean keepsFrame = frame.bytes().limit() > SMALL;
        Mail mail = new Mail(frame.bytes(), sender, weight, keepsFrame ? frame : null);
        if (ArraysTrailer.length(frame.bytes()) > 0) {
            Arrays arrays = new Arrays(receiver, mail, sender, FrameHeader.apartTag(frame.bytes()));
            mail.setPending(true);
            dispatcher.watch(arrays); // After this, nothing allocates memory, except for the arrays.
            room.arrived(weight);
            receiver.mailbox().add(mail);
            arrays.begin();
        } else {
            room.arrived(weight);
            if (!receiver.mailbox().add(mail)) {
                room.throwAway(mail);
            }
            accepted.increment(); // Not before: until here the receiver counts as waiting.
        }
        if (!keepsFrame) {
            frame.release();
        }
    }

    /** Drops mail for a task that has ended, and tells its sender. */
    private void refuse(ByteBuffer mail, int sender, long weight) {
        notes.tellEnd(sender, MailFrame.destination(mail));
        room.arrived(weight);
        room.consumed(sender, weight);
        accepted.increment();
    }

    /** Takes each message of the frame. If memory ends, a later call takes the others. */
    void acceptSeveral(Frame frame) {
        try {
            for (ByteBuffer mail = MailFrame.nextMail(frame.bytes()); mail != null;
                    mail = MailFrame.nextMail(frame.bytes())) {
                accept(mail, frame.sender());
                MailFrame.tookMail(frame.bytes(), mail);
            }
        } catch (RuntimeException e) { // The frame is damaged.
            dispatcher.report("taking mail from rank " + frame.sender(), e, "the rest of its frame is lost");
        }
        frame.release();
    }

    private void accept(ByteBuffer bytes, int sender) {
        long weight = bytes.limit() + MailRoom.EACH;
        Endpoint receiver = endpoints.get(MailFrame.destination(bytes));
        if (receiver == null) {
            refuse(bytes, sender, weight);
            return;
        }
        Mail mail = new Mail(bytes, sender, weight, null);
        room.arrived(weight);
        if (!receiver.mailbox().add(mail)) {
            room.consumed(sender, weight);
        }
        accepted.increment(); // Not before: until here the receiver counts as waiting.
    }

    /**
     * The arrays that arrive beside a message. Polled for completion. Without memory for them, the message keeps its
     * place, and its sender its array, until there is some.
     */
    private final class Arrays implements BooleanSupplier {
        private final Endpoint receiver;
        private final Mail mail;
        private final int sender;
        private final int tag;
        /** Null until there is memory for all arrays. */
        private List<ArrayTransfer> transfers;
        private boolean isStarted;
        private boolean isReported;
        private long askAgainAt;
        private int over;

        Arrays(Endpoint receiver, Mail mail, int sender, int tag) {
            this.receiver = receiver;
            this.mail = mail;
            this.sender = sender;
            this.tag = tag;
        }

        void begin() {
            transfers = transfers(mail);
            if (transfers == null) {
                askAgainAt = System.nanoTime() + RETRY_NS;
            } else {
                start();
            }
        }

        private void start() {
            for (int i = 0; i < transfers.size(); i++) {
                transfers.get(i).start(sender, tag);
            }
            isStarted = true;
        }

        @Override
        public boolean getAsBoolean() {
            if (!isStarted && !beginAgain()) {
                return false;
            }
            for (; over < transfers.size(); over++) {
                if (!transfers.get(over).isDone()) {
                    return false;
                }
            }
            if (!receiver.mailbox().markComplete(mail)) {
                room.throwAway(mail);
            }
            accepted.increment();
            return true;
        }

        private boolean beginAgain() {
            if (askAgainAt == 0 || System.nanoTime() - askAgainAt < 0) {
                return false; // The first attempt comes from begin.
            }
            if (!isReported) {
                isReported = true;
                System.err.println("rmi4mpi: rank " + transport.rank() + " waits for memory for a message of "
                        + mail.weight() + " bytes from rank " + sender + ": " + transport.memory()
                        + ": receive messages there sooner, or give the rank more");
            }
            begin();
            return isStarted;
        }
    }

    /**
     * Prepares to receive the arrays beside a message, in the heap as far as mail may use it. Returns null if there is
     * no memory for them.
     */
    private List<ArrayTransfer> transfers(Mail mail) {
        List<ArrayTransfer> made = new ArrayList<>();
        try {
            for (int i = 0; i < mail.arrays(); i++) {
                ElementType type = mail.apart(i);
                if (type != null) {
                    made.add(transfer(mail, i, type));
                }
            }
            return made;
        } catch (OutOfMemoryError e) {
            made.forEach(ArrayTransfer::release);
            room.heap().giveBack(mail.dropArrays());
            return null;
        }
    }

    private ArrayTransfer transfer(Mail mail, int array, ElementType type) {
        int bytes = mail.length(array) * type.size;
        long taken = room.heap().tryTake(bytes);
        if (taken > 0) {
            boolean done = false;
            try {
                Object elements = type.newArray(mail.length(array));
                ArrayTransfer made = transport.arrayToReceive(elements, bytes);
                mail.put(array, type, elements, taken);
                done = true;
                return made;
            } catch (OutOfMemoryError e) {
                // It may still have a place outside.
            } finally {
                room.heap().giveBack(done ? 0 : taken);
            }
        }
        Frame into = transport.acquire(bytes);
        mail.put(array, into);
        return transport.arrayToReceive(into, bytes);
    }

    /** Drops a message for which there is no memory. Discards its arrays, and tells its sender. */
    private void lost(Frame frame, long weight) {
        ByteBuffer bytes = frame.bytes();
        transport.discardArrays(frame, 0);
        notes.tellLoss(frame.sender(), MailFrame.source(bytes), MailFrame.destination(bytes), weight);
        room.consumed(frame.sender(), weight);
        frame.release();
    }

    /** Drops a large message for which there was no memory. The frame is the refusal that replaces it. */
    void acceptRefused(Frame frame) {
        ByteBuffer bytes = frame.bytes();
        long weight = MemoryFrame.wanted(bytes) + ArraysTrailer.wholeLength(bytes) - bytes.limit() + MailRoom.EACH;
        room.arrived(weight);
        lost(frame, weight);
        accepted.increment();
    }
}
