package org.rmi4mpi.message;

import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.bridge.Job;

/**
 * An operation that was started and has yet to be completed. Until then its buffer must be left alone; the operation
 * keeps it, and the native memory behind it, reachable.
 *
 * <p>Owned by the thread that completes it; of several that try one gets the outcome, the others an empty one.
 */
public non-sealed class Operation extends OperationCourse {
    /** Who completes an operation. */
    private enum Owner {
        PROGRAM,
        FUTURE,
        /** It was freed. */
        NOBODY
    }

    private Owner owner = Owner.PROGRAM;

    /** One that stands for no operation. */
    public Operation() {}

    @Override
    protected Outcome newOutcome() {
        return new Outcome();
    }

    @Override
    final Operation self() {
        return this;
    }

    @Override
    final void begun() {
        owner = Owner.PROGRAM;
    }

    protected final boolean isFreed() {
        return owner == Owner.NOBODY;
    }

    /** Whether there is an operation to be completed. */
    protected final boolean isActive() {
        return !isOver() && owner != Owner.NOBODY;
    }

    final void checkNotPromised(String call) {
        Check.argument(call, owner != Owner.FUTURE, "request", "one that has become a future",
                "a wait for that future");
    }

    /** Returns when the operation is complete; at once where there is none. */
    protected final Outcome await(String call) {
        checkNotPromised(call);
        if (!isActive()) {
            return newOutcome();
        }
        Check.running(call);
        try {
            Job.progress().await(this::advance);
            return complete();
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    /** Completes the operation if that is possible now; null where it is not. */
    protected final Outcome test(String call) {
        checkNotPromised(call);
        if (!isActive()) {
            return newOutcome();
        }
        Check.running(call);
        try {
            return advance() ? complete() : null;
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    /** As {@link #test}, but the operation has still to be completed. */
    protected final Outcome look(String call) {
        checkNotPromised(call);
        if (!isActive()) {
            return newOutcome();
        }
        Check.running(call);
        return looked();
    }

    /** The exception, where the communicator's error handler does not end the job. */
    private MessageException raised(MessageException e) {
        MessageException told = Strict.IS_ON ? CollectiveCheck.explained(this, e) : e;
        return communicator() == null ? told : communicator().raised(told);
    }

    /** Lets the operation go on; nobody completes it. */
    protected final void free(String call) {
        Check.running(call);
        if (isActive()) {
            checkNotPromised(call);
            owner = Owner.NOBODY;
            completeUnattended(); // what comes of it is nobody's
        }
        owner = Owner.NOBODY;
    }

    /** Asks MPI to end the operation; it must still be completed. */
    protected final void cancel(String call) {
        Check.running(call);
        if (owner != Owner.NOBODY) {
            cancelStarted(call);
        }
    }

    /** Completes with the operation, without anyone waiting for it. */
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
