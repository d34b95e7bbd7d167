package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import org.rmi4mpi.bridge.VirtualThreads;

/**
 * Guards polling of the transport and all queues that receive frames. A thread that polls only tries the lock. The lock
 * is not reentrant. It is a single word, because a lock of java.util.concurrent takes several times as long.
 */
final class PollLock {
    private final AtomicInteger held = new AtomicInteger();
    private volatile boolean ends;

    boolean tryLock() {
        return held.getOpaque() == 0 && held.compareAndSet(0, 1);
    }

    /** Spins until the lock is free. Returns false after the dispatcher has stopped, which keeps the lock. */
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

    /** Makes threads give up waiting for the lock. */
    void end() {
        ends = true;
    }

    /** Waits for the last poll to end, and keeps the lock forever. */
    void close() {
        end();
        while (!tryLock()) {
            VirtualThreads.yield();
        }
    }
}
