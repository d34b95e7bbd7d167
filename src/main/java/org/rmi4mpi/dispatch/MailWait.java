package org.rmi4mpi.dispatch;

import org.rmi4mpi.bridge.Awaited;

/**
 * A thread's wait for mail. It ends when {@link #isOver} returns true. The thread that brings this about wakes the
 * waiting thread by {@link Dispatcher#wake}. Used by one wait at a time.
 */
public abstract class MailWait extends PendingCall {
    /** Whether the wait has ended. Called often, by any thread. */
    protected abstract boolean isOver();

    /** {@inheritDoc} Named by the layer above. */
    @Override
    public Awaited awaited() {
        return null;
    }

    @Override
    public final boolean test() {
        return isOver();
    }
}
