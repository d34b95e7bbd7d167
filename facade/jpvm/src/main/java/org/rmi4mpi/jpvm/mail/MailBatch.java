package org.rmi4mpi.jpvm.mail;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.pack.Packing;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.FrameBuilder;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.MailFrame;

/**
 * Small messages to a rank that has fallen behind: many frames to it have not left. The messages travel in one frame, so
 * that each takes less time at both ends. The frame is sent when it is full, when frames before it have left, and before
 * other mail to that rank. Guarded by its monitor. A thread that holds the monitor never waits for the poll lock.
 */
final class MailBatch {
    /** Messages wait when this number of frames has not left. The receiver has posted half as many receives. */
    private static final int BEHIND = 16;

    private final Dispatcher dispatcher;
    private final Transport transport;
    private final int receiver;
    private final BooleanSupplier poll = this::poll;
    /** The frame, while it has messages; otherwise null. */
    private volatile Frame frame;
    /** Whether polling threads look whether the frame has to be sent. They do while it has messages. */
    private boolean isWatched;

    MailBatch(Dispatcher dispatcher, int receiver) {
        this.dispatcher = dispatcher;
        transport = dispatcher.transport();
        this.receiver = receiver;
    }

    /** Whether a message is to go into this batch. */
    boolean wants(Packing packing) {
        return (frame != null || isBehind()) && packing.parts().isEmpty() && length(packing) <= FrameBuilder.KEPT / 4;
    }

    private boolean isBehind() {
        return transport.leaving(receiver) >= BEHIND;
    }

    /** Length of a message, in bytes. */
    static int length(Packing packing) {
        return MailFrame.HEADER + packing.end();
    }

    /**
     * Adds a message. Once this has returned, the message is on its way, or the watch sends it. If this throws, the
     * message has not been added.
     */
    synchronized void add(Envelope envelope, Packing packing) {
        int length = length(packing);
        if (frame != null && frame.bytes().remaining() < MailFrame.lengthAmongSeveral(length)) {
            send();
        }
        watch();
        append(length, envelope, packing);
        trySend();
    }

    private void watch() {
        if (!isWatched) {
            try {
                dispatcher.watchDepartures(poll);
            } catch (OutOfMemoryError e) {
                dispatcher.outOfMemory();
                dispatcher.watchDepartures(poll);
            }
            isWatched = true;
        }
    }

    private void append(int length, Envelope envelope, Packing packing) {
        Frame into = frame == null ? transport.acquire(FrameBuilder.KEPT) : frame;
        ByteBuffer bytes = into.bytes();
        int before = bytes.position();
        boolean done = false;
        try {
            if (frame == null) {
                MailFrame.beginSeveral(bytes);
            }
            ByteBuffer mail = MailFrame.append(bytes, length);
            envelope.write(mail, packing.end(), 0);
            mail.put(packing.bytes(), 0, packing.end());
            frame = into;
            done = true;
        } finally {
            if (!done && frame == null) {
                into.release();
            } else if (!done) {
                bytes.position(before);
            }
        }
    }

    /** Tries to send. Called at each poll, until it returns true: all messages have been sent. */
    private synchronized boolean poll() {
        isWatched = !trySend();
        return !isWatched;
    }

    /** Sends the messages if frames before them have left. Returns false if the watch has to try again. */
    private boolean trySend() {
        if (frame != null && isBehind()) {
            return false;
        }
        try {
            send();
        } catch (TransportException e) {
            drop(e);
        } catch (RuntimeException | Error e) {
            dispatcher.report("sending mail to rank " + receiver, e, "it is tried again");
            return false;
        }
        return true;
    }

    /** Sends the messages. */
    void sendAll() {
        if (frame != null) {
            synchronized (this) {
                send();
            }
        }
    }

    private void send() {
        if (frame != null) {
            dispatcher.sendMail(receiver, frame);
            frame = null;
        }
    }

    private void drop(TransportException e) {
        frame.release();
        frame = null;
        dispatcher.report("sending mail to rank " + receiver, e, "messages to its tasks are lost");
    }
}
