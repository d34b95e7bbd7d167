package org.rmi4mpi.ref;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Interrupts the thread of a call that its caller cancels. Owned by the thread that runs the calls, except for {@link
 * #cancel}.
 */
final class Cancellation {
    private static final long BEGUN = 1;
    private static final long DONE = 2;
    /**
     * The id of the running call if it can be cancelled, otherwise 0. BEGUN or DONE while the call is being cancelled.
     */
    private final AtomicLong running = new AtomicLong();
    private Thread thread;

    /** Sets the thread that runs the calls. */
    void setThread(Thread runner) {
        thread = runner;
    }

    /** @param id id of the call that begins; 0 if it is not cancellable */
    void begin(long id) {
        running.setOpaque(id);
    }

    /** Whether the running call has been cancelled. Called by its own thread. */
    boolean isRequested() {
        long id = running.getOpaque();
        return id == BEGUN || id == DONE;
    }

    /**
     * Ends the call, which is not cancellable from now on. Returns false if it has been cancelled: see {@link
     * #awaitInterrupt}.
     */
    boolean tryEnd(long id) {
        return running.getOpaque() == 0 || running.compareAndSet(id, 0);
    }

    /** Waits until the canceller has interrupted this thread, and clears the interrupt. */
    void awaitInterrupt() {
        while (running.getAcquire() != DONE) {
            Thread.onSpinWait();
        }
        running.setOpaque(0);
        Thread.interrupted();
    }

    /** Interrupts the thread if it runs this call. Called by any thread. */
    boolean cancel(long id) {
        if (id == 0 || !running.compareAndSet(id, BEGUN)) {
            return false;
        }
        thread.interrupt();
        running.setRelease(DONE);
        return true;
    }
}
