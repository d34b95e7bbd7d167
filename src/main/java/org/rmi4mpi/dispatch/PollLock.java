package org.rmi4mpi.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rmi4mpi.bridge.VirtualThreads;

/**
 * The lock of the thread that takes frames off the transport, and of all that frames are put into. Threads that look for
 * frames try it once; it is not reentrant. A word of our own: a lock of java.util.concurrent takes several times as long.
 */
final class PollLock {
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(PollLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int held;
    private volatile boolean ends;

    boolean tryLock() {
        return (int) HELD.getOpaque(this) == 0 && HELD.compareAndSet(this, 0, 1);
    }

    /** False where the dispatcher has stopped, which keeps the lock. */
    boolean lock() {
        while (!tryLock()) {
            if (ends) {
                return false;
            }
            VirtualThreads.yield();
        }
        return true;
    }

    void unlock() {
        HELD.setRelease(this, 0);
    }

    /** Nobody waits for it any more. */
    void end() {
        ends = true;
    }

    /** Takes it for good, when the last poll has ended. */
    void close() {
        end();
        while (!tryLock()) {
            VirtualThreads.yield();
        }
    }
}
