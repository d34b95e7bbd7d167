package org.rmi4mpi.dispatch;

import java.util.function.IntConsumer;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.Transport;
import org.rmi4mpi.transport.TransportException;
import org.rmi4mpi.wire.CountFrame;
import org.rmi4mpi.wire.FrameKind;

/**
 * Notices a rank that cannot be heard any more, because its host or link has failed, or because it is stopped. MPI over
 * TCP notices none of these for many minutes. The ranks form a ring. Each rank sends a short frame to the next rank
 * several times in the limit, and watches the rank before it. So the work of a rank does not depend on their number. A
 * separate thread does this. It polls for itself, so that a heartbeat wakes no other thread. Owned by that thread,
 * except for the volatile fields.
 */
final class Heartbeat {
    private static final int BEATS = 8;

    private final Transport transport;
    private final Inbox inbox;
    private final Troubles troubles;
    private final long limitNs;
    private final IntConsumer onSilence;
    private final int next;
    private final int previous;
    private final Thread thread = new Thread(this::beat, "rmi4mpi-heartbeat");
    private volatile long heardAt;
    private volatile boolean stopped;

    /**
     * @param limitNs silence after which a rank counts as lost
     * @param onSilence takes the lost rank. Called once, by the heartbeat's thread
     */
    Heartbeat(Transport transport, Inbox inbox, Troubles troubles, long limitNs, IntConsumer onSilence) {
        this.transport = transport;
        this.inbox = inbox;
        this.troubles = troubles;
        this.limitNs = limitNs;
        this.onSilence = onSilence;
        int size = transport.size();
        next = (transport.rank() + 1) % size;
        previous = (transport.rank() + size - 1) % size;
        thread.setDaemon(true);
    }

    void start() {
        if (transport.size() > 1) {
            heardAt = System.nanoTime();
            thread.start();
        }
    }

    /** A heartbeat has come. Called by the polling thread. */
    void heard(int sender) {
        if (sender == previous) {
            heardAt = System.nanoTime();
        }
    }

    /** Returns at once. */
    void stop() {
        stopped = true;
        thread.interrupt();
    }

    private void beat() {
        long stepNs = limitNs / BEATS;
        long looked = System.nanoTime();
        while (!stopped) {
            try {
                send();
                inbox.poll();
            } catch (OutOfMemoryError | StackOverflowError | TransportException e) {
                troubles.report("sending a heartbeat", e, "the next one may leave");
            }
            long now = System.nanoTime();
            if (now - looked > 2 * stepNs) {
                heardAt = now; // This rank itself has been stopped, and may not blame another.
            } else if (now - heardAt > limitNs && !stopped) {
                onSilence.accept(previous);
                return;
            }
            looked = now;
            sleep(stepNs);
        }
    }

    private void send() {
        Frame frame = transport.acquire(CountFrame.LENGTH);
        CountFrame.put(frame.bytes(), FrameKind.HEARTBEAT, 0);
        transport.send(next, frame);
    }

    private static void sleep(long nanoseconds) {
        try {
            Thread.sleep(nanoseconds / 1_000_000);
        } catch (InterruptedException e) {
            // The heartbeat has been stopped.
        }
    }
}
