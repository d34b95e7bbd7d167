package org.rmi4mpi.dispatch;

import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;

/** A call that was sent and has no reply yet. Waited for by one thread, ended by whichever polls. */
final class PendingCall {
    private final Thread caller = Thread.currentThread();
    private volatile Frame reply;
    private volatile TransportException failure;

    void complete(Frame reply) {
        this.reply = reply;
        LockSupport.unpark(caller);
    }

    void fail(TransportException failure) {
        this.failure = failure;
        LockSupport.unpark(caller);
    }

    boolean isDone() {
        return reply != null || failure != null;
    }

    /** The reply, when the call is done. */
    Frame reply() {
        if (failure != null) {
            throw failure;
        }
        return reply;
    }
}
