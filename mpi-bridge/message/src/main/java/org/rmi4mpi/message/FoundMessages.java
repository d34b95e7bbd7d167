package org.rmi4mpi.message;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.piece.FirstMessage;

/**
 * Messages of one communicator that a probe has found, and that were then received to count their objects: MPI knows
 * only the length of a waiting message. Receives and probes look here before they ask MPI. With MPI.ANY_TAG they may
 * therefore find such a message before one that the same rank has sent earlier under another tag.
 *
 * <p>This object's monitor guards adding and taking. Any thread may look.
 */
final class FoundMessages implements Outcome.ObjectCounter {
    private final Communicator comm;
    private final List<Found> messages = new CopyOnWriteArrayList<>();

    /** A message that has arrived. The caller that takes it owns slot and memory. */
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

    /** The outcome of a probe; null where no such message is here. */
    <T extends Outcome> T outcome(int source, int tag, T into) {
        Found found = find(source, tag);
        return found == null ? null : outcome(found.slot(), into);
    }

    /** The outcome of a probe whose result is in the slot. */
    <T extends Outcome> T outcome(RequestSlot slot, T into) {
        into.set(slot);
        into.setFound(this);
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

    /** Takes the message for a receive; null where no such message is here. */
    Found take(int source, int tag) {
        return messages.isEmpty() ? null : takeFound(source, tag);
    }

    private synchronized Found takeFound(int source, int tag) {
        Found found = find(source, tag);
        messages.remove(found);
        return found;
    }

    @Override
    public synchronized int objects(int source, int tag, long length) {
        comm.locate("Get_count");
        if (!FirstMessage.mayBegin(length)) {
            return Constants.UNDEFINED;
        }
        Found found = find(source, tag);
        if (found == null) {
            found = takeFromMpi(source, tag, (int) length);
        }
        return found == null || found.slot().length() != length
                ? Constants.UNDEFINED
                : FirstMessage.objects(found.memory().bytes(), length);
    }

    /** Takes a message from MPI. It allocates the memory before, since a failure after would lose the message. */
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
