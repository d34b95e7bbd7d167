package org.rmi4mpi.ref;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether the call that a thread runs may be ended by its caller, and is: then the thread is interrupted. Owned by that
 * thread; any other one cancels.
 */
final class Cancellation {
    private static final long BEGUN = 1;
    private static final long DONE = 2;
    private static final VarHandle RUNNING;

    static {
        try {
            RUNNING = MethodHandles.lookup().findVarHandle(Cancellation.class, "running", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The id of the call, if that can be cancelled; 0 for none, or one of the two above. */
    private long running;
    private Thread thread;

    /** The thread that runs the calls to come. */
    void isOf(Thread runner) {
        thread = runner;
    }

    /** @param id of the call that begins; 0 where it cannot be cancelled */
    void begins(long id) {
        RUNNING.setOpaque(this, id);
    }

    /** Whether the caller of the call has lost interest. For the thread itself. */
    boolean isRequested() {
        long id = (long) RUNNING.getOpaque(this);
        return id == BEGUN || id == DONE;
    }

    /** The call has ended, and can be cancelled no more; false where it is cancelled: see {@link #awaitInterrupt}. */
    boolean ends(long id) {
        return (long) RUNNING.getOpaque(this) == 0 || RUNNING.compareAndSet(this, id, 0L);
    }

    /** Returns when the interrupt of a call that was cancelled is over. */
    void awaitInterrupt() {
        while ((long) RUNNING.getAcquire(this) != DONE) {
            Thread.onSpinWait();
        }
        RUNNING.setOpaque(this, 0L);
        Thread.interrupted();
    }

    /** Interrupts the method where it is this call that is being run; for any thread. */
    boolean cancel(long id) {
        if (id == 0 || !RUNNING.compareAndSet(this, id, BEGUN)) {
            return false;
        }
        thread.interrupt();
        RUNNING.setRelease(this, DONE);
        return true;
    }
}
