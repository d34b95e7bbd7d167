package org.rmi4mpi.jpvm;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.Dispatcher;
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
    private final BooleanSupplier isSent = this::isSent;
    /** The frame, while it has messages; otherwise null. */
    private volatile Frame frame;
    /** Whether polling threads look whether the frame has to be sent. */
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

    void add(int source, int destination, int tag, short context, Packing packing) {
        boolean beginsWatch = false;
        int length = length(packing);
        synchronized (this) {
            if (frame != null && frame.bytes().remaining() < MailFrame.lengthAmongSeveral(length)) {
                send();
            }
            if (frame == null) {
                Frame acquired = transport.acquire(FrameBuilder.KEPT);
                MailFrame.beginSeveral(acquired.bytes());
                frame = acquired;
            }
            ByteBuffer mail = MailFrame.append(frame.bytes(), length);
            MailFrame.put(mail, context, source, destination, tag, packing.end(), 0);
            mail.put(packing.bytes(), 0, packing.end());
            if (!isBehind()) {
                send();
            } else if (!isWatched) {
                isWatched = true;
                beginsWatch = true;
            }
        }
        if (beginsWatch) {
            watch();
        }
    }

    private void watch() {
        try {
            dispatcher.watch(isSent);
        } catch (OutOfMemoryError e) {
            synchronized (this) {
                isWatched = false;
                send();
            }
        }
    }

    /** Sends the messages if frames before them have left. Called at each poll. Returns whether all have been sent. */
    private synchronized boolean isSent() {
        if (frame != null && isBehind()) {
            return false;
        }
        isWatched = false;
        try {
            send();
        } catch (TransportException e) {
            drop(); // The job is ending.
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

    private void drop() {
        frame.release();
        frame = null;
    }
}
