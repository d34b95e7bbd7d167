package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.VirtualThreads;

/**
 * The lock of the thread that takes frames off the transport, and of all that frames are put into. Threads that look for
 * frames try it once; it is not reentrant. A word of our own: a lock of java.util.concurrent takes several times as long.
 */
final class PollLock {
    private final AtomicInteger held = new AtomicInteger();
    private volatile boolean ends;

    boolean tryLock() {
        return held.getOpaque() == 0 && held.compareAndSet(0, 1);
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
        held.setRelease(0);
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
