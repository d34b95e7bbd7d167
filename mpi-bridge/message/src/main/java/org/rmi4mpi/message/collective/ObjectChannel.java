package org.rmi4mpi.message.collective;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.WorldAttributes;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.CommunicatorMaker;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.data.MessageException;

/**
 * The communicators beside one of the program's, for its collective operations of objects: a duplicate for the messages
 * of started ones, and where it has two groups, one of both for those that wait. The first operation makes them. It
 * only starts to make the duplicate, since a started operation must not wait for other ranks. Any thread may call.
 */
final class ObjectChannel {
    private final Communicator comm;
    private Operation making;
    private Communicator duplicate;
    private MessageException failure;
    private int operations;
    private int running;
    private volatile Communicator merged;

    ObjectChannel(Communicator comm) {
        this.comm = comm;
    }

    /**
     * A communicator of both groups. The first call is collective over both.
     *
     * @param high whether the ranks of the caller's group follow those of the other one
     */
    Communicator merged(String call, boolean high) {
        Communicator made = merged;
        if (made == null) {
            made = CommunicatorMaker.merge(comm, call, high);
            made.locate(call);
            merged = made;
        }
        return made;
    }

    /** Called when an operation begins, in the same order at every rank. Returns the tag of its messages. */
    synchronized int begin(String call) {
        if (duplicate == null) {
            making = new Operation();
            duplicate = CommunicatorMaker.startOwnDup(making, comm, call);
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
            if (making != null && Operations.tryComplete(making)) {
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
        if (merged != null) {
            CommunicatorMaker.free(merged, call);
        }
    }
}
