package org.rmi4mpi.dispatch;

/**
 * A thread's wait for mail. It is over when {@link #isOver} says so, which is asked often; whoever brings that about
 * wakes the thread by {@link Dispatcher#wake}. Used by one wait at a time.
 */
public abstract class MailWait extends PendingCall {
    /** Whether the thread need not wait any more. Asked by any thread. */
    protected abstract boolean isOver();

    @Override
    public final boolean test() {
        return isOver();
    }
}
