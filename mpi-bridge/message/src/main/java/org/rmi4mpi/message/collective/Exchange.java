package org.rmi4mpi.message.collective;

import java.util.ArrayList;
import java.util.List;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.message.CollectiveCall;
import org.rmi4mpi.message.InFlight;
import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.StagedSpan;
import org.rmi4mpi.message.Strict;
import org.rmi4mpi.message.data.Layout;
import org.rmi4mpi.message.data.Span;

/**
 * A collective operation before its start. It collects the memory that the operation needs, and the actions at its end.
 * Owned by the thread that starts it.
 */
final class Exchange {
    private final Communicator comm;
    private final String call;
    private final List<Memory> memory = new ArrayList<>();
    private final List<Object> bufs = new ArrayList<>();
    private Runnable arrival;
    /** The values that strict mode compares between ranks; null while there are none. */
    private CollectiveCall compared;

    Exchange(Communicator comm, String call) {
        this.comm = comm;
        this.call = call;
    }

    /**
     * Keeps the values that strict mode compares between ranks. Null stands for a value that is absent, or that may
     * differ.
     */
    Exchange matching(Integer root, Reduction op, Layout type, Span sent, Span received) {
        if (Strict.IS_ON) {
            compared = CollectiveCall.here(root, op, type, sent, received);
        }
        return this;
    }

    /**
     * Stages the elements to send: in a copy, or in the program's memory if nothing is received into it. Null means that they are
     * in place.
     *
     * @param received null where nothing is received
     */
    StagedSpan sends(Span span, Span received) {
        return span == null ? null
                : keep(isApart(span, received) ? StagedSpan.leaving(span) : StagedSpan.outgoing(span));
    }

    /** Whether an array that is read is not written meanwhile. */
    static boolean isApart(Span span, Span received) {
        return received == null || span.array() != received.array();
    }

    /** Like {@link #sends}, but the operation may read a large array without a copy. */
    StagedSpan sendsInPlace(Span span) {
        return keep(StagedSpan.leaving(span));
    }

    /** Stages room for the elements to receive. */
    StagedSpan receives(Span span) {
        StagedSpan staged = keep(StagedSpan.entering(span).writable());
        arrival = staged::arrived;
        return staged;
    }

    /** Like {@link #receives}, for operations that may leave some elements as they are. */
    StagedSpan receivesInto(Span span) {
        StagedSpan staged = keep(StagedSpan.leaving(span).writable());
        arrival = staged::arrived;
        return staged;
    }

    /** Like {@link #receivesInto}, but only the first elements are received. */
    StagedSpan receivesFirst(Span span, long elements) {
        StagedSpan staged = keep(StagedSpan.leaving(span).writable());
        arrival = () -> staged.arrived(elements);
        return staged;
    }

    /** Sets another action for the arrived data. */
    void unpackInto(Object buf, Runnable arrived) {
        bufs.add(buf);
        arrival = arrived;
    }

    private StagedSpan keep(StagedSpan staged) {
        memory.addAll(List.of(staged.owned()));
        bufs.add(staged.buf());
        return staged;
    }

    Pieces receives(Pieces pieces) {
        arrival = pieces::arrived;
        return keep(pieces.received());
    }

    Pieces sends(Pieces pieces, Span received) {
        return keep(pieces.sent(received));
    }

    private Pieces keep(Pieces pieces) {
        if (pieces.memory() != null) {
            memory.add(pieces.memory());
        }
        bufs.add(pieces.buf());
        return pieces;
    }

    /** Keeps memory until the operation has ended. Returns its address. */
    long kept(NativeBuffer more) {
        memory.add(more);
        return more.address();
    }

    /**
     * Starts the operation.
     *
     * @param operation null to wait for its end
     */
    <O extends Operation> O start(O operation, Operations.Start start) {
        if (Strict.IS_ON) {
            Strict.compare(comm, compared == null ? CollectiveCall.here() : compared, operation);
        }
        Operation started = operation == null ? new Operation() : operation;
        Runnable arrived = arrival;
        InFlight given = new InFlight(comm, call, bufs, arrived == null ? null : outcome -> arrived.run(),
                memory.toArray(Memory[]::new));
        Operations.start(started, given, slot -> {
            if (comm.isMixed()) { // the blocking form: it has ended
                slot.block();
            }
            int code = start.start(slot);
            Job.stirAll(comm.peersInWorld());
            return code;
        });
        if (operation == null) {
            Operations.await(started, call);
        }
        return operation;
    }
}
