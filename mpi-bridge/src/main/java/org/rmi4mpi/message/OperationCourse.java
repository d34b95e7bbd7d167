package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * The course of an operation: where it is on its way, the memory that it owns, and what follows when it has ended. What
 * others do for it meanwhile is under this object's monitor.
 */
abstract sealed class OperationCourse permits Operation {
    /** Where an operation is on its way. */
    private enum State {
        /** There is none: it never was, or was completed. */
        NONE,
        /** In MPI, or ended there. */
        STARTED,
        /** The message that follows the first one is in MPI, or has ended there. */
        FOLLOWED,
        /** A thread takes what has arrived. */
        CLAIMED,
        /** Ended; the outcome is kept until it is asked for. */
        FINISHED,
        /** Ended; the failure is kept until it is asked for. */
        FAILED
    }

    @SuppressWarnings("unused") // keeps the next one, where PendingOperations has no memory for its set
    Operation nextKept;
    private State state = State.NONE;
    private boolean isPending;
    private Communicator communicator;
    private String call;
    private RequestSlot slot;
    private Memory[] memory;
    @SuppressWarnings("unused") // keeps the buffer while MPI has its address
    private Object buf;
    private Arrival arrival;
    private Stage stage;
    private Parts parts;
    private Outcome finished;
    private MessageException failure;
    /** Why the message that follows is dropped when it comes; null where it is not. */
    private Error refusal;
    private int refusedLength;

    /** What follows when an operation has ended: it may start another one in the same slot. */
    @FunctionalInterface
    interface Stage {
        void next(RequestSlot ended);
    }

    /** What is given to the one who completes this; a face has a class of its own. */
    protected abstract Outcome newOutcome();

    abstract Operation self();

    /** A new operation begins, which the program completes. */
    abstract void begun();

    /** Whether there is none to be completed. */
    final boolean isOver() {
        return state == State.NONE;
    }

    final Communicator communicator() {
        return communicator;
    }

    /**
     * An operation is about to be started in the slot that is returned.
     *
     * @param communicator whose error handler is asked; may be null
     * @param buf the program's buffer, kept reachable
     * @param arrival null where nothing arrives
     * @param memory belongs to the operation until it is complete
     */
    final RequestSlot begin(
            Communicator communicator, String call, Object buf, Arrival arrival, Memory... memory) {
        adopt(communicator, call, buf, arrival, RequestSlot.acquire(), memory);
        return slot;
    }

    /** As {@link #begin}, of an operation that was started in a slot before. */
    final Operation adopt(Communicator communicator, String call, Object buf, Arrival arrival, RequestSlot slot,
            Memory... memory) {
        this.communicator = communicator;
        this.call = call;
        this.buf = buf;
        this.arrival = arrival;
        this.memory = memory;
        this.stage = null;
        this.parts = null;
        this.failure = null;
        this.refusal = null;
        begun();
        this.slot = slot;
        this.state = State.STARTED;
        return self();
    }

    /** The operation was started, or refused, with this code; what follows it, or belongs to it, is known already. */
    final Operation started(int code) {
        if (code != Mpi.SUCCESS) {
            failed(code);
        } else if (!slot.isDone() || stage != null) {
            isPending = true;
            PendingOperations.add(self());
        } else if (arrival == null && parts == null) {
            finish();
        }
        return self();
    }

    private void finish() {
        Outcome outcome = complete();
        finished = outcome;
        state = State.FINISHED;
    }

    /** Gives back what the operation used, if it has ended, before anyone asks how; objects are read by who does. */
    final synchronized void settle() {
        try {
            if (state == State.CLAIMED || !advance()) {
                return;
            } else if (state == State.FOLLOWED) {
                PendingOperations.remove(self());
            } else {
                finish();
            }
        } catch (MessageException e) {
            fail(e);
        }
    }

    private void fail(MessageException e) {
        failure = e;
        state = State.FAILED;
    }

    /** When the operation, which is about to be started, has ended, this may start another. */
    final Operation then(Stage stage) {
        this.stage = stage;
        return self();
    }

    /**
     * The caller may do something else before it completes this, which the other side waits for: an operation that
     * follows is started without it.
     */
    final Operation unattended() {
        if (stage != null) {
            Job.progress().watch(this::wentOn, null);
        }
        return self();
    }

    /**
     * Whether the operation that follows is started, or none; one that drops its message, whether it has ended. A failure is
     * for the one who completes this.
     */
    private synchronized boolean wentOn() {
        try {
            if (stage != null || refusal != null) {
                advance();
            }
        } catch (MessageException e) {
            fail(e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false; // the next one who looks may have more of it
        }
        return stage == null && refusal == null;
    }

    /** This is complete when its parts are, too. */
    final Operation with(Parts parts) {
        this.parts = parts;
        return self();
    }

    /**
     * The operation consists of parts alone. They go on whatever the program does. What has arrived is taken by the one who
     * completes this.
     */
    final void startedParts(Communicator communicator, String call, Object buf, Arrival arrival, Parts parts) {
        adopt(communicator, call, buf, arrival, null);
        this.parts = parts;
        state = State.FOLLOWED;
        isPending = true;
        PendingOperations.add(self());
        Job.progress().watch(this::partsHaveEnded, null);
    }

    private synchronized boolean partsHaveEnded() {
        try {
            return parts == null || parts.advance();
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false; // the next one who looks may have more of it
        }
    }

    final RequestSlot slot() {
        return slot;
    }

    private boolean isDone() {
        return slot == null || slot.isDone();
    }

    /** The operation was complete as soon as it was started. */
    final Operation finished(Outcome outcome) {
        finished = outcome;
        state = State.FINISHED;
        begun();
        return self();
    }

    /** As {@link #finished(Outcome)}, with nothing to tell. */
    final Operation finished() {
        return finished(newOutcome());
    }

    /** More memory that the operation uses. */
    final void keep(Memory more) {
        memory = Arrays.copyOf(memory, memory.length + 1);
        memory[memory.length - 1] = more;
    }

    /** There is no memory for the message of so many bytes that follows: it is dropped, and the completion fails. */
    final void refuse(int length, Error why) {
        refusedLength = length;
        refusal = why;
    }

    final String call() {
        return call;
    }

    /** Asks MPI to end the operation; it must still be completed. */
    final synchronized void cancelStarted(String call) {
        if (state == State.STARTED && !slot.isDone()) {
            Check.code(call, Mpi.cancel(slot));
        }
    }

    /** As {@link #advance}; the outcome is kept, and null where the operation has not ended. */
    final synchronized Outcome looked() {
        if (!advance()) {
            return null;
        }
        finish();
        return finished;
    }

    /** Whether the operation has ended; if not, lets MPI progress. */
    protected final synchronized boolean advance() {
        if (state == State.FAILED) {
            MessageException told = failure;
            failure = null;
            state = State.NONE;
            throw told;
        } else if (state == State.FINISHED || state == State.NONE) {
            return true;
        }
        if (!isDone()) {
            int code = Mpi.test(slot);
            if (refusal != null && (code != Mpi.SUCCESS || slot.isDone())) {
                throw refused();
            } else if (code != Mpi.SUCCESS) {
                failed(code);
            }
        }
        if (stage != null && slot.isDone()) {
            goOn();
        }
        return isDone() && (parts == null || parts.advance());
    }

    /** Ends the operation by an exception. */
    private void failed(int code) {
        String truncated = arrival != null && Mpi.isTruncation(code) ? arrival.truncated(slot) : null;
        end();
        if (truncated != null) {
            throw Check.failure(call + ": " + truncated + " (" + Check.firstWords(code) + ")", null, code);
        }
        Check.code(call, code);
    }

    /**
     * The operation that follows, if one does, is in the same slot. Where the stack ends before it is started, whoever asks
     * next starts it.
     */
    private void goOn() {
        try {
            stage.next(slot);
            stage = null;
            state = State.FOLLOWED;
        } catch (MessageException e) {
            end();
            throw e;
        }
    }

    /** The message that was dropped has come, cut to what there was room for. */
    private MessageException refused() {
        Error why = refusal;
        end();
        return Check.failure(ObjectCodec.noMemory(call, refusedLength, why), why);
    }

    /** What is to be done when the operation has ended. */
    protected final Outcome complete() {
        synchronized (this) {
            if (state == State.FINISHED) {
                Outcome outcome = finished;
                finished = null;
                state = State.NONE;
                return outcome;
            } else if (state == State.NONE || state == State.CLAIMED) {
                return newOutcome();
            }
            state = State.CLAIMED; // of two threads one takes what has arrived
        }
        Outcome outcome = newOutcome();
        Arrival take = arrival;
        try {
            if (slot != null) {
                outcome.of(slot);
            }
            if (parts != null) {
                parts.check();
            }
            if (take != null && !outcome.wasCancelled()) {
                take.take(outcome);
            }
        } finally {
            end();
        }
        return outcome;
    }

    /** Gives back what the operation used. */
    final synchronized void end() {
        if (isPending) {
            PendingOperations.remove(self());
            isPending = false;
        }
        if (slot != null) {
            slot.release();
            slot = null;
        }
        for (Memory each : memory) {
            each.release();
        }
        state = State.NONE;
        memory = null;
        buf = null;
        arrival = null;
        stage = null;
        parts = null;
        refusal = null;
    }
}
