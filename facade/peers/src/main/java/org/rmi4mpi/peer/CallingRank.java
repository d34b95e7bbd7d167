package org.rmi4mpi.peer;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.dispatch.MailWait;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.RemoteReference;

/** This rank, as its calls use it. Thread-safe. */
interface CallingRank {
    ReferenceLayer layer();

    PeerLink link();

    /** The rank of a peer in MPI_COMM_WORLD. */
    int worldRank(int rank);

    /** The language of a peer. */
    String language(int rank);

    /** Has the reply go to this call. */
    void add(PendingReply call);

    void remove(PendingReply call);

    /** @param timeoutNs 0 waits forever */
    void await(MailWait wait, long timeoutNs);

    void wake(MailWait wait);

    /** Has a thread poll until the condition holds, since no thread waits for it. */
    void pollUntil(BooleanSupplier isOver);

    void runElsewhere(Runnable task);

    /** Whether another one-way request to a rank may leave. Otherwise the next request is answered, so that none floods it. */
    boolean takeOneWay(int rank);

    /** Keeps the target of a one-way request. */
    void keepForOneWay(RemoteReference target);

    /** Takes the targets of earlier one-way requests. The caller holds them until a later request is answered. */
    List<RemoteReference> takeKept(int rank);
}
