package org.rmi4mpi.jpvm.mail;

import java.util.concurrent.atomic.AtomicLong;
import org.rmi4mpi.dispatch.Dispatcher;

/**
 * A part of the heap for large arrays of mail: those that nobody has received yet, or those that leave. Arrays beyond it
 * arrive outside of the heap, and a sender waits until some have left. So mail leaves the heap to the tasks, whatever an
 * array takes there. Used by any thread.
 */
final class MailHeap {
    /** Arrays that no collector moves lie scattered. Three quarters of the heap leave room for large ones between them. */
    private static final long LIMIT = Runtime.getRuntime().maxMemory() / 4;

    private final AtomicLong taken = new AtomicLong();

    /** Takes heap for an array. Returns the bytes that it takes, or 0 if it has to stay outside. */
    long tryTake(long bytes) {
        long needed = Dispatcher.heapTaken(bytes);
        if (taken.addAndGet(needed) <= LIMIT) {
            return needed;
        }
        taken.addAndGet(-needed);
        return 0;
    }

    void giveBack(long bytes) {
        if (bytes > 0) {
            taken.addAndGet(-bytes);
        }
    }
}
