package org.rmi4mpi.message;

import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.Span;

/**
 * A message that a matched probe has found: only the owner of this object can receive it. MPI 3.1, 3.8.2. Its monitor
 * guards its state.
 */
public final class MatchedMessage {
    private enum State {
        NONE,
        /** A message from MPI.PROC_NULL, which is empty. */
        OF_NOBODY,
        /** The message is in MPI, and the slot has its handle. */
        IN_MPI,
        /** The message was received before, to count its objects. */
        TAKEN
    }

    private State state = State.NONE;
    private Communicator communicator;
    private RequestSlot slot;
    private FoundMessages.Found taken;

    public synchronized boolean isNull() {
        return state == State.NONE;
    }

    public synchronized boolean isNoProc() {
        return state == State.OF_NOBODY;
    }

    /** Looks once for a message; null where there is none now. */
    public synchronized <T extends Outcome> T look(Communicator comm, String call, int source, int tag, T into) {
        PointToPoint.checkProbe(comm, call, source, tag);
        Check.argument(call, state == State.NONE, "message", "one that was found and not received",
                "one that was received, or a new Message");
        return find(comm, call, source, tag, into) ? into : null;
    }

    /** Returns when there is a message. */
    public <T extends Outcome> T await(Communicator comm, String call, int source, int tag, T into) {
        if (look(comm, call, source, tag, into) == null) {
            Job.progress().await(comm.awaits(() -> find(comm, call, source, tag, into), call, source, tag));
        }
        return into;
    }

    private synchronized boolean find(Communicator comm, String call, int source, int tag, Outcome into) {
        communicator = comm;
        if (source == Constants.PROC_NULL) {
            into.setNobody();
            state = State.OF_NOBODY;
            return true;
        }
        taken = comm.found().take(source, tag);
        if (taken != null) {
            comm.found().outcome(taken.slot(), into);
            state = State.TAKEN;
            return true;
        }
        RequestSlot found = RequestSlot.acquire();
        Check.code(call, Mpi.improbe(source, tag, comm.handle(), found));
        if (!found.isDone()) {
            found.release();
            return false;
        }
        into.set(found);
        slot = found;
        state = State.IN_MPI;
        return true;
    }

    /** Starts to receive the message. This object is free for another one then. */
    public synchronized <O extends Operation> O receive(O operation, Span span) {
        Check.running(span.call());
        Check.argument(span.call(), state != State.NONE, "message", "none", "one that mProbe or imProbe has found");
        span.writable().check();
        switch (state) {
            case OF_NOBODY -> {
                Outcome outcome = operation.newOutcome();
                outcome.setNobody();
                operation.finished(outcome);
            }
            case TAKEN -> receiveTaken(operation, span);
            default -> receiveFromMpi(operation, span);
        }
        state = State.NONE;
        slot = null;
        taken = null;
        return operation;
    }

    private void receiveTaken(Operation operation, Span span) {
        if (span.layout().isObject()) {
            ObjectMessages.receive(operation, span, Constants.ANY_SOURCE, Constants.ANY_TAG, communicator, taken);
            return;
        }
        StagedSpan staged = new StagedSpan(span, taken.memory());
        operation.adopt(new InFlight(communicator, span.call(), span.buf(), staged, taken.memory()), taken.slot())
                .receivesFrom(Constants.ANY_SOURCE, Constants.ANY_TAG).started(Mpi.SUCCESS);
    }

    private void receiveFromMpi(Operation operation, Span span) {
        if (span.layout().isObject()) {
            ObjectMessages.receiveMatched(operation, span, communicator, slot);
            return;
        }
        StagedSpan staged = StagedSpan.entering(span);
        operation.adopt(new InFlight(communicator, span.call(), staged.buf(), staged, staged.owned()), slot);
        operation.receivesFrom(slot.source(), slot.tag())
                .started(Mpi.imrecv(staged.address(), staged.items(), staged.type(), slot));
    }
}
