package org.rmi4mpi.ref;

import java.rmi.RemoteException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.dispatch.Dispatcher;

/**
 * The aggregated calls of a rank that have not been sent. A thread of its own has them sent when they have waited for a
 * millisecond, and their receiver has room. It starts with the first such call, and sleeps while there are none. While a
 * receiver has no room, its calls stay here: their messages fill up, and then the threads that make calls wait.
 * Thread-safe.
 */
final class Aggregates {
    private static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Dispatcher dispatcher;
    private final int rank;
    private final Map<Integer, Receiver> receivers = new ConcurrentHashMap<>();
    /** Number of messages that threads are sending, and of threads that look for some. */
    private final AtomicInteger sending = new AtomicInteger();
    private volatile Thread flusher;
    private volatile boolean sleeps;
    /** Calls that could not be sent, and those of them that have been told. Guarded by this object. */
    private long lost;
    private long toldLost;

    /** The calls to one rank. */
    private static final class Receiver {
        private final int rank;
        private final Queue<AggregatedCalls> holding = new ConcurrentLinkedQueue<>();
        /** Whether a thread sends them: only calls to this rank wait for it. */
        private final AtomicBoolean isScheduled = new AtomicBoolean();

        Receiver(int rank) {
            this.rank = rank;
        }
    }

    Aggregates(Dispatcher dispatcher, int rank) {
        this.dispatcher = dispatcher;
        this.rank = rank;
    }

    /**
     * These calls hold some now, and held none before.
     *
     * @return whether they will be sent; otherwise no thread can be started
     */
    boolean addHolding(AggregatedCalls calls) {
        if (flusher == null && !startFlusher()) {
            return false;
        }
        receivers.computeIfAbsent(calls.receiver(), Receiver::new).holding.add(calls);
        if (sleeps) {
            LockSupport.unpark(flusher);
        }
        return true;
    }

    private synchronized boolean startFlusher() {
        if (flusher == null) {
            Thread thread = new Thread(null, this::flushPeriodically, "rmi4mpi-aggregates", 0, false);
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                return false;
            }
            flusher = thread;
        }
        return true;
    }

    private void flushPeriodically() {
        for (;;) {
            sleeps = true;
            while (receivers.values().stream().allMatch(each -> each.holding.isEmpty())) {
                LockSupport.park(this);
            }
            sleeps = false;
            LockSupport.parkNanos(this, DELAY_NS);
            receivers.values().forEach(this::flushElsewhere);
        }
    }

    private void flushElsewhere(Receiver receiver) {
        if (isReady(receiver) && receiver.isScheduled.compareAndSet(false, true)) {
            try {
                dispatcher.runElsewhere(() -> flushOnce(receiver));
            } catch (RejectedExecutionException e) {
                flushOnce(receiver); // the job has ended: the calls are lost, which is told
            } catch (OutOfMemoryError e) {
                receiver.isScheduled.set(false); // tries again
            }
        }
    }

    /** One thread at a time, which may wait for room if others have just taken it. */
    private void flushOnce(Receiver receiver) {
        try {
            flush(receiver);
        } finally {
            receiver.isScheduled.set(false);
        }
    }

    private boolean isReady(Receiver receiver) {
        return !receiver.holding.isEmpty() && dispatcher.hasRoomAt(receiver.rank);
    }

    /** Sends what has been held since before this call, to the ranks that have room. */
    void flush() {
        receivers.values().stream().filter(this::isReady).forEach(this::flush);
    }

    private void flush(Receiver receiver) {
        countSending(1); // before the calls leave the queue, so that they are never overlooked
        try {
            int count = receiver.holding.size();
            for (; count > 0 && dispatcher.hasRoomAt(receiver.rank); count--) {
                AggregatedCalls next = receiver.holding.poll();
                if (next == null) {
                    return;
                }
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
        return receivers.values().stream().allMatch(each -> each.holding.stream().noneMatch(AggregatedCalls::holdsSome))
                && sending.get() == 0; // in this order
    }

    /** The calls have no reply, so lines report how many could not be sent: the first time, and whenever there are twice as many. */
    synchronized void countLost(int calls, RemoteException why) {
        lost += calls;
        if (lost >= 2 * toldLost) {
            toldLost = lost;
            System.err.println("rmi4mpi: rank " + rank + " has lost " + lost + " aggregated "
                    + (lost == 1 ? "call" : "calls") + " so far: " + why.getMessage());
        }
    }

    /** The job ends: tells of the lost calls that have not been told. */
    synchronized void end() {
        if (lost > toldLost) {
            toldLost = lost;
            System.err.println("rmi4mpi: rank " + rank + " has lost " + lost + " aggregated calls in all");
        }
    }
}
