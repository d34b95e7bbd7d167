package org.rmi4mpi.ref;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether the call that a thread runs may be ended by its caller, and is: then the thread is interrupted. Owned by that
 * thread; any other one cancels.
 */
final class Cancellation {
    private static final long BEGUN = 1;
    private static final long DONE = 2;
    /** The id of the call, if that can be cancelled; 0 for none, or one of the two above. */
    private final AtomicLong running = new AtomicLong();
    private Thread thread;

    /** The thread that runs the calls to come. */
    void isOf(Thread runner) {
        thread = runner;
    }

    /** @param id of the call that begins; 0 where it cannot be cancelled */
    void begins(long id) {
        running.setOpaque(id);
    }

    /** Whether the caller of the call has lost interest. For the thread itself. */
    boolean isRequested() {
        long id = running.getOpaque();
        return id == BEGUN || id == DONE;
    }

    /** The call has ended, and can be cancelled no more; false where it is cancelled: see {@link #awaitInterrupt}. */
    boolean ends(long id) {
        return running.getOpaque() == 0 || running.compareAndSet(id, 0);
    }

    /** Returns when the interrupt of a call that was cancelled is over. */
    void awaitInterrupt() {
        while (running.getAcquire() != DONE) {
            Thread.onSpinWait();
        }
        running.setOpaque(0);
        Thread.interrupted();
    }

    /** Interrupts the method where it is this call that is being run; for any thread. */
    boolean cancel(long id) {
        if (id == 0 || !running.compareAndSet(id, BEGUN)) {
            return false;
        }
        thread.interrupt();
        running.setRelease(DONE);
        return true;
    }
}
