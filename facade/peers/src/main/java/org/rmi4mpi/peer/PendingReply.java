package org.rmi4mpi.peer;

import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;

/** A call whose reply has not come. The polling thread completes it. */
interface PendingReply {
    long id();

    /** The called rank. */
    int rank();

    /** Names what the future waits for that takes the outcome; null if a thread waits. */
    PendingCall unattended();

    /** The reply has come. Owns the frame. */
    void complete(Frame reply);

    /** No reply will come. */
    void fail(TransportException why);
}
