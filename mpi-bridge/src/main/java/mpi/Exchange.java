package mpi;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.RequestSlot;

/** A collective operation that is being put together: the memory it needs, and what is done when it has ended. */
final class Exchange {
    private final String call;
    private final int[] members;
    private final List<Memory> memory = new ArrayList<>();
    private final List<Object> bufs = new ArrayList<>();
    private final Request request = new Request();
    private Runnable arrival;

    /** Of a communicator with ranks of other languages it is the blocking form. */
    private final boolean blocks;

    Exchange(Intracomm comm, String call) {
        this.call = call;
        this.members = comm.peersInWorld();
        this.blocks = comm.isMixed();
    }

    Exchange(Intracomm comm, String call, Message first) {
        this(comm, call);
        keeps(first);
    }

    Exchange keeps(Message message) {
        memory.addAll(List.of(message.owned()));
        bufs.add(message.buf());
        return this;
    }

    /** A message that was kept receives. */
    Exchange receives(Message message) {
        arrival = message.writable()::arrived;
        return this;
    }

    Parts receives(Parts parts) {
        arrival = parts::arrived;
        return keeps(parts.received());
    }

    Parts sends(Parts parts) {
        return keeps(parts.sent());
    }

    private Parts keeps(Parts parts) {
        if (parts.memory() != null) {
            memory.add(parts.memory());
        }
        bufs.add(parts.buf());
        return parts;
    }

    /** Memory that the operation needs until it has ended. Returns its address. */
    long kept(Memory more) {
        memory.add(more);
        return more.address();
    }

    RequestSlot begin() {
        Runnable arrived = arrival;
        RequestSlot slot = request.begin(call, bufs, arrived == null ? null : status -> arrived.run(),
                memory.toArray(Memory[]::new));
        if (blocks) {
            slot.block();
        }
        return slot;
    }

    Request started(int code) {
        Job.stirAll(members);
        return request.started(code);
    }
}
