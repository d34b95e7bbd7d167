package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * The course of an operation: its state, the memory that it owns, and the operation that follows it. Other threads may
 * advance it meanwhile; this object's monitor guards its state.
 */
abstract sealed class OperationCourse permits Operation {
    /** The state of an operation. */
    private enum State {
        /** No operation: none was started, or it was completed. */
        NONE,
        /** MPI has the operation. It may have ended there. */
        STARTED,
        /** MPI has the second message, which follows the first one. It may have ended there. */
        FOLLOWED,
        /** A thread takes the arrived data. */
        CLAIMED,
        /** The operation has ended. The outcome is kept until a caller asks for it. */
        FINISHED,
        /** The operation has failed. The failure is kept until a caller asks for it. */
        FAILED
    }

    @SuppressWarnings("unused") // a link of a list, where PendingOperations has no memory for its set
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
    /** The reason to drop the second message; null where it is not dropped. */
    private Error refusal;
    private int refusedLength;

    /** The action after an operation has ended. It may start another operation in the same slot. */
    @FunctionalInterface
    interface Stage {
        void next(RequestSlot ended);
    }

    /** Makes the object that the completing caller gets; a face has a class of its own. */
    protected abstract Outcome newOutcome();

    abstract Operation self();

    /** Called when a new operation begins, which the program completes. */
    abstract void begun();

    /** Whether there is no operation to complete. */
    final boolean isOver() {
        return state == State.NONE;
    }

    final Communicator communicator() {
        return communicator;
    }

    /**
     * Prepares the start of an operation in the returned slot.
     *
     * @param communicator its error handler handles failures; may be null
     * @param buf the program's buffer, kept reachable
     * @param arrival null where nothing arrives
     * @param memory owned by the operation until it is complete
     */
    final RequestSlot begin(
            Communicator communicator, String call, Object buf, Arrival arrival, Memory... memory) {
        adopt(communicator, call, buf, arrival, RequestSlot.acquire(), memory);
        return slot;
    }

    /** Like {@link #begin}, for an operation that was started in a slot before. */
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

    /** Called after the start, with MPI's code. The stage that follows, and the parts, were set before. */
    final Operation started(int code) {
        if (code != Mpi.SUCCESS) {
            failedAtStart(code);
        } else if (!slot.isDone() || stage != null) {
            isPending = true;
            PendingOperations.add(self());
        } else if (arrival == null && parts == null) {
            finish();
        }
        return self();
    }

    private void failedAtStart(int code) {
        try {
            failed(code);
        } catch (MessageException e) {
            throw unlessFatal(e);
        }
    }

    /** Returns the exception to throw, unless the communicator's error handler ends the job. */
    final MessageException unlessFatal(MessageException e) {
        return communicator == null ? e : communicator.raised(e);
    }

    private void finish() {
        Outcome outcome = complete();
        finished = outcome;
        state = State.FINISHED;
    }

    /**
     * If the operation has ended, releases its memory before the program completes it. Objects are read by the thread
     * that completes it.
     */
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

    /** Keeps a failure for the next caller that asks. */
    final synchronized void fail(MessageException e) {
        failure = e;
        state = State.FAILED;
    }

    /** Sets the stage that follows the operation. Called before the start. */
    final Operation then(Stage stage) {
        this.stage = stage;
        return self();
    }

    /**
     * Lets a stage that follows start without the caller. Otherwise the other side might wait until the program
     * completes this operation.
     */
    final Operation unattended() {
        if (stage != null) {
            Job.progress().watch(this::wentOn, null);
        }
        return self();
    }

    /**
     * Whether no further stage has to be started, and no message has to be dropped. A failure is kept for the
     * completion.
     */
    private synchronized boolean wentOn() {
        try {
            if (stage != null || refusal != null) {
                advance();
            }
        } catch (MessageException e) {
            fail(e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false; // the next check may have more stack or memory
        }
        return stage == null && refusal == null;
    }

    /** Makes this operation complete only when its parts are complete. */
    final Operation with(Parts parts) {
        this.parts = parts;
        return self();
    }

    /**
     * Starts an operation that consists only of parts. They proceed without the program. The thread that completes the
     * operation takes the arrived data.
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
            return false; // the next check may have more stack or memory
        }
    }

    final RequestSlot slot() {
        return slot;
    }

    private boolean isDone() {
        return slot == null || slot.isDone();
    }

    /** Marks an operation that was complete at its start. */
    final Operation finished(Outcome outcome) {
        finished = outcome;
        state = State.FINISHED;
        begun();
        return self();
    }

    /** Like {@link #finished(Outcome)}, with an empty outcome. */
    final Operation finished() {
        return finished(newOutcome());
    }

    /** Adds memory that the operation uses. */
    final void keep(Memory more) {
        memory = Arrays.copyOf(memory, memory.length + 1);
        memory[memory.length - 1] = more;
    }

    /**
     * Drops the second message, for which there is no memory. The completion then fails.
     *
     * @param length bytes of that message
     */
    final void refuse(int length, Error why) {
        refusedLength = length;
        refusal = why;
    }

    final String call() {
        return call;
    }

    /** Asks MPI to cancel the operation, which must still be completed. */
    final synchronized void cancelStarted(String call) {
        if (state == State.STARTED && !slot.isDone()) {
            Check.code(call, Mpi.cancel(slot));
        }
    }

    /** The outcome, which stays until the completion; null where the operation has not ended. */
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
        MessageException own = arrival == null ? null : arrival.failure(slot, code);
        String truncated = arrival != null && Mpi.isTruncation(code) ? arrival.truncated(slot) : null;
        end();
        if (own != null) {
            throw own;
        } else if (truncated != null) {
            throw Check.failure(call + ": " + truncated + " (" + Check.firstWords(code) + ")", null, code);
        }
        Check.code(call, code);
    }

    /**
     * Starts the stage that follows, in the same slot. Where the stack ends before the start, the next check starts it.
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

    /** The exception for a dropped message, after it has arrived. */
    private MessageException refused() {
        Error why = refusal;
        end();
        return Check.failure(ObjectCodec.noMemory(call, refusedLength, why), why);
    }

    /** Completes an operation that has ended: takes the arrived data, and releases the memory. */
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
            state = State.CLAIMED; // only one thread takes the arrived data
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

    /** Releases the memory and the slot of the operation. */
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
