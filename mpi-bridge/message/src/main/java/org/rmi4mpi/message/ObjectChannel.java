package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.WorldAttributes;

/**
 * A duplicate of a communicator, for the messages of started collective operations of objects. The first such operation
 * starts to make the duplicate, since a started operation must not wait for other ranks. Any thread may call.
 */
final class ObjectChannel {
    private final Communicator comm;
    private Operation making;
    private Communicator duplicate;
    private MessageException failure;
    private int operations;
    private int running;

    ObjectChannel(Communicator comm) {
        this.comm = comm;
    }

    /** Called when an operation begins, in the same order at every rank. Returns the tag of its messages. */
    synchronized int begin(String call) {
        if (duplicate == null) {
            making = new Operation();
            duplicate = new Communicator(0, comm.isInter(), null);
            CommunicatorMaker.startDup(making, comm, call, duplicate);
        }
        running++;
        return (operations++ & Integer.MAX_VALUE) % (WorldAttributes.largestTag() + 1);
    }

    /** Called when an operation has ended. */
    synchronized void end() {
        running--;
    }

    /** The duplicate; null while it is being made. */
    synchronized Communicator duplicate() {
        if (failure != null) {
            throw failure;
        }
        try {
            if (making != null && making.advance()) {
                making.complete();
                making = null;
            }
        } catch (MessageException e) {
            failure = e;
            throw e;
        }
        return making == null ? duplicate : null;
    }

    private synchronized boolean isIdle() {
        return running == 0;
    }

    /** Called by every rank before it frees the communicator. Waits for the started operations. */
    void free(String call) {
        if (duplicate != null) {
            Job.progress().await(this::isIdle);
            CommunicatorMaker.free(duplicate(), call);
        }
    }
}
