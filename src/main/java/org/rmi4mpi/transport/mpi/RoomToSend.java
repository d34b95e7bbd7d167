package org.rmi4mpi.transport.mpi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Bounds the memory of large frames at their sender, while they are written and until they have left. A thread waits
 * for room. One frame at a time may go beyond it, however long it grows. So a frame never waits for memory of its own,
 * and of several frames that each hold a part of the room one goes on. Used by any thread.
 *
 * <p>The frame that is beyond ends each wait: when it has left, the next thread may go beyond. It leaves without the
 * waiting threads, since its receiver receives it as soon as earlier requests have been read there. While it is written,
 * its thread may wait, in a method of the program, for one that waits here. So a frame loses its place beyond the room
 * while its thread waits, and also if the same thread begins another frame.
 */
final class RoomToSend {
    private final long limit;
    private final Predicate<Thread> isWaiting;
    /** In bytes. */
    private final AtomicLong taken = new AtomicLong();
    /** The frame that is beyond the room, or a thread that allocates it; null for none. */
    private final AtomicReference<Object> beyond = new AtomicReference<>();

    /**
     * @param limit in bytes
     * @param isWaiting whether a thread waits
     */
    RoomToSend(long limit, Predicate<Thread> isWaiting) {
        this.limit = limit;
        this.isWaiting = isWaiting;
    }

    /**
     * Takes room for a frame. The caller allocates the frame, then calls {@link #give} or {@link #giveBack}.
     *
     * @param more bytes beyond those of the frame that grows
     * @param grown the frame that grows; null for none
     * @return whether there is room
     */
    boolean tryTake(int more, MpiFrame grown) {
        if (taken.addAndGet(more) <= limit || tryGoBeyond(grown)) {
            return true;
        }
        taken.addAndGet(-more);
        return false;
    }

    private boolean tryGoBeyond(MpiFrame grown) {
        Object before = beyond.get();
        return (before == null || before == grown || before instanceof MpiFrame frame && hasToWait(frame.writer()))
                && beyond.compareAndSet(before, Thread.currentThread());
    }

    private boolean hasToWait(Thread writer) {
        return writer != null && (writer == Thread.currentThread() || isWaiting.test(writer));
    }

    /** Gives the room that was taken to a frame, together with the room of the frame that it replaces. */
    void give(MpiFrame frame, int bytes, MpiFrame grown) {
        if (grown != null) {
            grown.passRoomOn();
        }
        frame.useRoom(bytes, taken);
        if (!beyond.compareAndSet(Thread.currentThread(), frame) && grown != null) {
            beyond.compareAndSet(grown, frame);
        }
    }

    /** No frame was allocated. */
    void giveBack(int more) {
        taken.addAndGet(-more);
        beyond.compareAndSet(Thread.currentThread(), null);
    }

    /** A frame has given its room back. */
    void release(MpiFrame frame) {
        beyond.compareAndSet(frame, null);
    }

    /** Whether no more bytes than these are taken. */
    boolean hasOnly(int bytes) {
        return taken.get() <= bytes;
    }
}
