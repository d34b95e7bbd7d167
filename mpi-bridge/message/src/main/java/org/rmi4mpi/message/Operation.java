package org.rmi4mpi.message;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.MessageProbe;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.bridge.ThreadMemory;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.MessageException;

/**
 * An operation that was started and is not complete. The program must not use its buffer until it is complete. The
 * operation keeps the buffer, and its native memory, reachable.
 *
 * <p>Owned by the thread that completes it. If several threads try, one gets the outcome, and the others get an empty
 * one. Any thread may advance it meanwhile; this object's monitor guards its state.
 */
public class Operation {
    /** The owner, which completes the operation. */
    private enum Owner {
        PROGRAM,
        FUTURE,
        /** The operation was freed: no owner asks for its outcome. */
        NOBODY
    }

    private enum State {
        /** No operation: none was started, or it was completed. */
        NONE,
        /** MPI has the operation. It may have ended there. */
        STARTED,
        /** The first message has come. What follows it arrives, or has arrived. */
        FOLLOWED,
        /** A thread takes the arrived data. */
        CLAIMED,
        /** The operation has ended. The outcome is kept until a caller asks for it. */
        FINISHED,
        /** The operation has failed. The failure is kept until a caller asks for it. */
        FAILED
    }

    /** What kind of call the operation is, for reports of waits. */
    private enum Kind {
        COLLECTIVE(Awaited.Event.COLLECTIVE),
        SEND(Awaited.Event.RECEIVE),
        RECEIVE(Awaited.Event.MESSAGE),
        OTHER(Awaited.Event.OTHER);

        private final Awaited.Event event;

        Kind(Awaited.Event event) {
            this.event = event;
        }
    }

    /** The end of the operation, for which a thread waits. */
    private final class End implements Completion {
        @Override
        public boolean test() {
            return advance() || mayBeRead();
        }

        @Override
        public Awaited awaited() {
            return Operation.this.awaited();
        }

        @Override
        public String unexpected() {
            Communicator comm = communicator;
            return kind == Kind.RECEIVE && comm != null && !comm.isNull()
                    ? Awaiting.unexpected(comm.handle(), comm.peersInWorld(), peer) : "";
        }
    }

    /** The action after a message has come. Returns the parts that follow it; null for none. */
    @FunctionalInterface
    interface Stage {
        Parts next(RequestSlot ended);
    }

    /** The list of PendingOperations, which guards these. */
    boolean isKept;
    Operation previousKept;
    Operation nextKept;
    private Owner owner = Owner.PROGRAM;
    private State state = State.NONE;
    private boolean isPending;
    private Communicator communicator;
    private String call;
    private Kind kind = Kind.OTHER;
    /** By the clock of {@link MessageProbe}. */
    private long began;
    /** What this rank gives in a collective operation. */
    private long givenBytes;
    /** Ranks of a send or receive in the communicator, and its tag. */
    private int peer;
    private int tag;
    private RequestSlot slot;
    private Memory[] memory;
    @SuppressWarnings("unused") // keeps the buffer while MPI has its address
    private Object buf;
    private Arrival arrival;
    private Stage stage;
    private Parts parts;
    /** Whether a thread waits for the operation within a native method, or has waited. An old value makes another thread wait. */
    private boolean isWaitedFor;
    private Outcome finished;
    private MessageException failure;

    /** Makes an object that stands for no operation. */
    public Operation() {}

    /** Makes the object that the completing caller gets; a face has a class of its own. */
    protected Outcome newOutcome() {
        return new Outcome();
    }

    protected final boolean isFreed() {
        return owner == Owner.NOBODY;
    }

    /**
     * Whether there is an operation to complete. Takes the monitor, since an operation that fails is ended before its
     * failure is kept.
     */
    protected final synchronized boolean isActive() {
        return state != State.NONE && owner != Owner.NOBODY;
    }

    final String call() {
        return call;
    }

    /** Prepares the start of an operation in the returned slot. */
    final RequestSlot begin(InFlight given) {
        adopt(given, RequestSlot.acquire());
        return slot;
    }

    /** Like {@link #begin}, for an operation that was started in a slot before. */
    final Operation adopt(InFlight given, RequestSlot slot) {
        this.communicator = given.comm();
        this.call = given.call();
        this.kind = Kind.COLLECTIVE;
        this.began = Job.messageProbe().time();
        this.givenBytes = 0;
        this.buf = given.buf();
        this.arrival = given.arrival();
        this.memory = given.memory();
        this.stage = null;
        this.parts = null;
        this.failure = null;
        this.owner = Owner.PROGRAM;
        this.slot = slot;
        this.state = State.STARTED;
        return this;
    }

    /**
     * Records, for tools, how many bytes this rank gives in a collective operation.
     *
     * @param since when the operation began, by the clock of {@link MessageProbe}
     */
    public final void describe(long bytes, long since) {
        givenBytes = bytes;
        began = since;
    }

    /** Records, for reports of waits, that the operation is a send. Called before the start. */
    final Operation sendsTo(int dest, int tag) {
        return isOf(Kind.SEND, dest, tag);
    }

    /** Like {@link #sendsTo}, for a receive. */
    final Operation receivesFrom(int source, int tag) {
        return isOf(Kind.RECEIVE, source, tag);
    }

    /** Like {@link #sendsTo}, for an operation of one rank. */
    final Operation isOfOneRank() {
        return isOf(Kind.OTHER, 0, 0);
    }

    private Operation isOf(Kind kind, int peer, int tag) {
        this.kind = kind;
        this.peer = peer;
        this.tag = tag;
        return this;
    }

    /** Names the event that completes the operation; null where there is none. Takes no monitor, which may be held. */
    final Awaited awaited() {
        Communicator comm = communicator;
        if (state == State.NONE || comm == null || kind == Kind.OTHER) {
            return state == State.NONE ? null : Awaiting.other(call);
        }
        return switch (kind) {
            case SEND -> Awaiting.receive(call, comm.label(), comm.peersInWorld(), peer, tag);
            case RECEIVE -> Awaiting.message(call, comm.label(), comm.peersInWorld(), peer, tag);
            default -> Awaiting.others(call, comm.label(), comm.everyone());
        };
    }

    /** Sets the stage that follows the operation. Called before the start. */
    final Operation then(Stage stage) {
        this.stage = stage;
        return this;
    }

    /** Like {@link #started}, for a receive, which stays pending until it is completed. Saves the look into the slot. */
    final Operation startedReceive(int code) {
        if (code != Mpi.SUCCESS) {
            failAtStart(code);
        }
        pend();
        return this;
    }

    private void pend() {
        isPending = true;
        PendingOperations.add(this);
    }

    /** Called after the start, with MPI's code. */
    final Operation started(int code) {
        if (code != Mpi.SUCCESS) {
            failAtStart(code);
        } else if (!slot.isDone() || stage != null) {
            pend();
        } else if (arrival == null) {
            finish();
        }
        return this;
    }

    private void failAtStart(int code) {
        try {
            fail(code);
        } catch (MessageException e) {
            throw unlessFatal(e);
        }
    }

    /** Starts an operation that consists only of parts. The thread that completes it takes the arrived data. */
    final Operation startParts(InFlight given, Parts parts) {
        adopt(given, null);
        this.parts = parts;
        state = State.FOLLOWED;
        pend();
        return this;
    }

    /** Marks an operation that was complete at its start. */
    final Operation finished(Outcome outcome) {
        finished = outcome;
        state = State.FINISHED;
        owner = Owner.PROGRAM;
        return this;
    }

    /** Like {@link #finished(Outcome)}, with an empty outcome. */
    final Operation finished() {
        return finished(newOutcome());
    }

    /**
     * Lets what follows the first message arrive, and parts end, without the caller. Otherwise the other side might wait
     * until the program completes this operation.
     */
    final Operation unattended() {
        if (stage != null || parts != null) {
            Job.progress().watch(this::advanceUnattended, null);
        }
        return this;
    }

    /** Returns whether nothing follows any more. A failure is kept for the completion. */
    private synchronized boolean advanceUnattended() {
        try {
            return stage == null && parts == null || advance();
        } catch (MessageException e) {
            keepFailure(e);
            return true;
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false; // the next check may have more stack or memory
        }
    }

    /** Keeps a failure for the next caller that asks. */
    final synchronized void keepFailure(MessageException e) {
        failure = e;
        state = State.FAILED;
    }

    /** Whether the operation has ended; if not, lets MPI progress. */
    protected final synchronized boolean advance() {
        return advance(false);
    }

    /** @param isForLong whether to let MPI progress for some microseconds */
    private boolean advance(boolean isForLong) {
        if (state == State.FAILED) {
            MessageException told = failure;
            failure = null;
            state = State.NONE;
            throw told;
        } else if (state == State.FINISHED || state == State.NONE) {
            return true;
        }
        if (!isDone()) {
            boolean isWatched = stage != null; // the polling thread must not find the monitor taken for long
            int code = isForLong && !isWatched ? Mpi.testForLong(slot) : Mpi.test(slot);
            if (code != Mpi.SUCCESS) {
                fail(code);
            }
        }
        if (stage != null && slot.isDone()) {
            startStage();
        }
        return isDone() && stage == null && (parts == null || parts.advance());
    }

    /** Whether a thread that waits may take the data while they arrive. */
    private synchronized boolean mayBeRead() {
        return state == State.FOLLOWED && parts != null && parts.mayBeRead();
    }

    private boolean isDone() {
        return slot == null || slot.isDone();
    }

    /** Starts the stage that follows. Where there is no stack or memory for it, the next check starts it. */
    private void startStage() {
        try {
            parts = stage.next(slot);
            stage = null;
            state = State.FOLLOWED;
        } catch (OutOfMemoryError e) {
            return; // the sender waits until this rank has memory
        } catch (MessageException e) {
            end();
            throw e;
        }
    }

    /** Ends the operation by an exception. */
    private void fail(int code) {
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

    /** Returns the exception to throw, unless the communicator's error handler ends the job. */
    final MessageException unlessFatal(MessageException e) {
        return communicator == null ? e : communicator.raised(e);
    }

    /** Like {@link #unlessFatal}. Strict mode compares the calls of all ranks first, and so may wait. */
    private MessageException raised(MessageException e) {
        return unlessFatal(Strict.IS_ON ? CollectiveCheck.explained(this, e) : e);
    }

    /** Completes the operation, and returns true, if it has ended. */
    final boolean tryComplete() {
        if (!advance()) {
            return false;
        }
        complete();
        return true;
    }

    /**
     * Completes the operation, if it can be completed now, or within some microseconds; null where it lasts. A message that arrives
     * in an array takes one native call. An outcome is empty where there is no operation.
     */
    final Outcome completeSoon(boolean isForLong) {
        isWaitedFor = isForLong;
        synchronized (this) {
            if (state == State.STARTED && arrival instanceof StagedSpan room && kind == Kind.RECEIVE
                    && owner != Owner.NOBODY) {
                return receiveSoon(room, isForLong);
            } else if (state == State.FINISHED) {
                return takeFinished();
            } else if (owner == Owner.NOBODY) {
                return newOutcome();
            } else if (!advance(isForLong)) {
                return null;
            }
        }
        return complete();
    }

    /** After an error of the JVM, such as a stack overflow, it can be tried again: the message is in the slot's memory. */
    private Outcome receiveSoon(StagedSpan room, boolean isForLong) {
        Outcome outcome = newOutcome();
        int code;
        try {
            code = room.finish(peer, tag, isForLong, slot, outcome);
        } catch (MessageException e) {
            end();
            throw e;
        }
        if (code == Mpi.PENDING) {
            return null;
        } else if (code != Mpi.SUCCESS) {
            fail(code);
        } else if (!outcome.wasCancelled()) {
            tellReceived(communicator, call, outcome, began);
        }
        end();
        return outcome;
    }

    /** Completes an operation that has ended: takes the arrived data, and releases the memory. */
    protected final Outcome complete() {
        synchronized (this) {
            if (state == State.FINISHED) {
                return takeFinished();
            } else if (state == State.NONE || state == State.CLAIMED) {
                return newOutcome();
            }
            state = State.CLAIMED; // only one thread takes the arrived data
        }
        Outcome outcome = newOutcome();
        Arrival take = arrival;
        try {
            if (slot != null) {
                outcome.set(slot);
            }
            if (parts != null) {
                parts.check();
            }
            if (take != null && !outcome.wasCancelled()) {
                take.take(outcome);
            }
            if (communicator != null && !outcome.wasCancelled()) {
                tellEnd(outcome);
            }
        } finally {
            end();
        }
        return outcome;
    }

    /** Sends are told when they start. */
    private void tellEnd(Outcome outcome) {
        if (kind == Kind.COLLECTIVE) {
            Job.messageProbe().collectiveEnded(call, communicator, givenBytes, began);
        } else if (kind == Kind.RECEIVE) {
            tellReceived(communicator, call, outcome, began);
        }
    }

    /** Tells the probe that a message has come. */
    static void tellReceived(Communicator comm, String call, Outcome outcome, long began) {
        if (outcome.source >= 0 && comm.isLocated()) {
            Job.messageProbe().messageReceived(call, comm, comm.peersInWorld()[outcome.source], outcome.tag,
                    outcome.bytes(), began);
        }
    }

    private Outcome takeFinished() {
        Outcome outcome = finished;
        finished = null;
        state = State.NONE;
        return outcome;
    }

    /** Completes the operation, and keeps its outcome. */
    private void finish() {
        Outcome outcome = complete();
        finished = outcome;
        state = State.FINISHED;
    }

    /** Releases the memory and the slot of the operation. */
    final synchronized void end() {
        if (isPending) {
            PendingOperations.remove(this);
            isPending = false;
        }
        if (slot != null && (kind == Kind.SEND || kind == Kind.RECEIVE)) {
            ThreadMemory.giveBack(slot);
        } else if (slot != null) {
            slot.release();
        }
        slot = null;
        for (Memory each : memory) {
            each.release();
        }
        state = State.NONE;
        memory = null;
        buf = null;
        arrival = null;
        stage = null;
        parts = null;
    }

    /**
     * If the operation has ended, releases its memory before the program completes it. Objects are read by the thread
     * that completes it.
     */
    final void settle() {
        if (!isWaitedFor) { // that thread holds the monitor for some time, and settles it itself
            settleNow();
        }
    }

    private synchronized void settleNow() {
        try {
            if (state == State.CLAIMED || !advance()) {
                return;
            } else if (state == State.FOLLOWED) {
                PendingOperations.remove(this);
            } else {
                finish();
            }
        } catch (MessageException e) {
            keepFailure(e);
        }
    }

    final void checkNotPromised(String call) {
        Check.argument(call, owner != Owner.FUTURE, "request", "one that has become a future",
                "a wait for that future");
    }

    /** Whether there is an operation that the call completes. Throws where there is one, and MPI has ended. */
    private boolean isRunning(String call) {
        checkNotPromised(call);
        if (!Job.isRunning() && isActive()) {
            Check.running(call);
        }
        return Job.isRunning();
    }

    final int block(IntSupplier blocking) {
        return Job.progress().block(new End(), blocking);
    }

    /** Returns when the operation is complete; at once where there is none. */
    protected final Outcome await(String call) {
        if (!isRunning(call)) {
            return newOutcome();
        }
        boolean isTold = state != State.NONE && kind != Kind.OTHER;
        long waitBegan = Job.messageProbe().time();
        try {
            Outcome outcome = completeSoon(true);
            if (outcome == null) {
                outcome = awaitByProgress();
            }
            if (isTold) {
                Job.messageProbe().waited(kind.event, waitBegan);
            }
            return outcome;
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    private Outcome awaitByProgress() {
        Job.progress().await(new End());
        return complete();
    }

    /** Goes on with a call that has waited for some time. */
    final void awaitLonger() {
        long waitBegan = Job.messageProbe().time();
        try {
            awaitByProgress();
            Job.messageProbe().waited(kind.event, waitBegan);
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    /** Completes the operation if that is possible now; null where it is not. */
    protected final Outcome test(String call) {
        try {
            return isRunning(call) ? completeSoon(false) : newOutcome();
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    /** Like {@link #test}, but it leaves the operation to be completed later. */
    protected final Outcome look(String call) {
        checkNotPromised(call);
        if (!isActive()) {
            return newOutcome();
        }
        Check.running(call);
        try {
            return outcomeIfEnded();
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    private synchronized Outcome outcomeIfEnded() {
        if (!advance()) {
            return null;
        }
        finish();
        return finished;
    }

    /** Lets the operation go on without an owner. */
    protected final void free(String call) {
        Check.running(call);
        if (isActive()) {
            checkNotPromised(call);
            owner = Owner.NOBODY;
            completeUnattended(); // its outcome is dropped
        }
        owner = Owner.NOBODY;
    }

    /** Asks MPI to cancel the operation, which must still be completed. */
    protected final void cancel(String call) {
        Check.running(call);
        if (owner == Owner.NOBODY) {
            return;
        }
        synchronized (this) {
            if (state == State.STARTED && !slot.isDone()) {
                Check.code(call, Mpi.cancel(slot));
            }
        }
    }

    /** Returns a future that completes with the operation. No thread has to wait. */
    protected final CompletableFuture<Outcome> promise(String call) {
        Check.running(call);
        checkNotPromised(call);
        if (!isActive()) {
            return CompletableFuture.completedFuture(newOutcome());
        }
        owner = Owner.FUTURE;
        return completeUnattended();
    }

    private CompletableFuture<Outcome> completeUnattended() {
        CompletableFuture<Outcome> future = new CompletableFuture<>();
        Throwable[] thrown = new Throwable[1];
        Job.progress().watch(
                () -> {
                    try {
                        return advance();
                    } catch (Throwable e) {
                        thrown[0] = e;
                        return true;
                    }
                },
                () -> {
                    try {
                        if (thrown[0] != null) {
                            throw thrown[0];
                        }
                        future.complete(complete());
                    } catch (Throwable e) {
                        future.completeExceptionally(e);
                    }
                });
        return future;
    }
}
