package org.rmi4mpi.peer;

import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.TransportException;

/** A call whose reply has not come. The polling thread completes it. */
interface PendingReply {
    long id();

    /** The called rank. */
    int rank();

    /** The reply has come. Owns the frame. */
    void complete(Frame reply);

    /** No reply will come. */
    void fail(TransportException why);
}
