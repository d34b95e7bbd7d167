package org.rmi4mpi.ref;

import java.rmi.RemoteException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.dispatch.Dispatcher;

/**
 * The aggregated calls of a rank that have not been sent. A thread of its own sends them when they have waited for a
 * millisecond. It starts with the first such call, and sleeps while there are none. Thread-safe.
 */
final class Aggregates {
    private static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Dispatcher dispatcher;
    private final int rank;
    private final Queue<AggregatedCalls> holding = new ConcurrentLinkedQueue<>();
    /** Number of messages that threads are sending, and of threads that look for some. */
    private final AtomicInteger sending = new AtomicInteger();
    private final AtomicBoolean isScheduled = new AtomicBoolean();
    private final AtomicBoolean hasToldLost = new AtomicBoolean();
    private volatile Thread flusher;
    private volatile boolean sleeps;

    Aggregates(Dispatcher dispatcher, int rank) {
        this.dispatcher = dispatcher;
        this.rank = rank;
    }

    /** These calls hold some now, and held none before. */
    void addHolding(AggregatedCalls calls) {
        holding.add(calls);
        if (sleeps) {
            LockSupport.unpark(flusher);
        } else if (flusher == null) {
            startFlusher();
        }
    }

    private synchronized void startFlusher() {
        if (flusher == null) {
            Thread thread = new Thread(null, this::flushPeriodically, "rmi4mpi-aggregates", 0, false);
            thread.setDaemon(true);
            thread.start();
            flusher = thread;
        }
    }

    private void flushPeriodically() {
        for (;;) {
            sleeps = true;
            while (holding.isEmpty()) {
                LockSupport.park(this);
            }
            sleeps = false;
            LockSupport.parkNanos(this, DELAY_NS);
            if (isScheduled.compareAndSet(false, true)) {
                try {
                    dispatcher.runElsewhere(this::flushOnce);
                } catch (OutOfMemoryError e) {
                    isScheduled.set(false); // tries again
                }
            }
        }
    }

    /** One thread at a time, which may wait for room at a receiver. */
    private void flushOnce() {
        try {
            flush();
        } finally {
            isScheduled.set(false);
        }
    }

    /** Sends what has been held since before this call. */
    void flush() {
        countSending(1); // before the calls leave the queue, so that they are never overlooked
        try {
            int count = holding.size();
            for (AggregatedCalls next; count > 0 && (next = holding.poll()) != null; count--) {
                next.send();
            }
        } finally {
            countSending(-1);
        }
    }

    void countSending(int more) {
        sending.addAndGet(more);
    }

    /** Whether all calls that have been made were sent. */
    boolean isEmpty() {
        return holding.stream().noneMatch(AggregatedCalls::holdsSome) && sending.get() == 0; // in this order
    }

    /** The calls have no reply, so a line reports the first ones that could not be sent. */
    void tellLost(RemoteException why) {
        if (hasToldLost.compareAndSet(false, true)) {
            System.err.println("rmi4mpi: rank " + rank + " has lost aggregated calls: " + why.getMessage());
        }
    }
}
