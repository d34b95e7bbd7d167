package org.rmi4mpi.message;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * Messages of one communicator that a probe has found, and that were taken from MPI to tell how many objects they hold,
 * since of a message that waits MPI knows the length alone. Receives and probes come to them before they ask MPI: with
 * MPI.ANY_TAG also before what the same rank has sent earlier under another tag.
 *
 * <p>They are added and taken under this object's monitor, and may be looked at by any thread.
 */
final class FoundMessages {
    private final Communicator comm;
    private final List<Found> messages = new CopyOnWriteArrayList<>();

    /** A message that has arrived; whoever takes it owns slot and memory. */
    record Found(RequestSlot slot, NativeBuffer memory) {
        boolean isOf(int source, int tag) {
            return (source == Constants.ANY_SOURCE || source == slot.source())
                    && (tag == Constants.ANY_TAG || tag == slot.tag());
        }
    }

    FoundMessages(Communicator comm) {
        this.comm = comm;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** What a probe tells, or null. */
    <T extends Outcome> T outcome(int source, int tag, T into) {
        Found found = find(source, tag);
        return found == null ? null : outcome(found.slot(), into);
    }

    /** Of a message that the slot was told of. */
    <T extends Outcome> T outcome(RequestSlot slot, T into) {
        into.of(slot);
        into.ofProbe(this);
        return into;
    }

    private Found find(int source, int tag) {
        for (Found found : messages) {
            if (found.isOf(source, tag)) {
                return found;
            }
        }
        return null;
    }

    /** What a receive gets, or null. */
    Found take(int source, int tag) {
        return messages.isEmpty() ? null : takeFound(source, tag);
    }

    private synchronized Found takeFound(int source, int tag) {
        Found found = find(source, tag);
        messages.remove(found);
        return found;
    }

    /** How many objects a message holds that was found; {@link MPI#UNDEFINED} where it holds none, or was received. */
    synchronized int objects(int source, int tag, long length) {
        comm.locate("Get_count");
        if (!ObjectMessages.mayBegin(length)) {
            return Constants.UNDEFINED;
        }
        Found found = find(source, tag);
        if (found == null) {
            found = takeFromMpi(source, tag, (int) length);
        }
        return found == null || found.slot().length() != length
                ? Constants.UNDEFINED
                : ObjectMessages.objects(found.memory().bytes(), length);
    }

    /** The memory is there before the message is taken, which would be lost otherwise. */
    private Found takeFromMpi(int source, int tag, int expected) {
        NativeBuffer memory = NativeBuffer.acquire(expected);
        RequestSlot slot = RequestSlot.acquire();
        Check.code("Get_count", Mpi.improbe(source, tag, comm.handle(), slot));
        if (!slot.isDone()) {
            slot.release();
            memory.release();
            return null;
        }
        int length = (int) slot.length();
        if (length > memory.bytes().capacity()) { // another message than the one that was probed
            memory.release();
            memory = NativeBuffer.acquire(length);
        }
        Check.code("Get_count", Mpi.imrecv(memory.address(), length, Constants.BYTE, slot));
        Job.progress().await(() -> {
            Check.code("Get_count", Mpi.test(slot));
            return slot.isDone();
        });
        Found found = new Found(slot, memory);
        messages.add(found);
        return found;
    }
}
