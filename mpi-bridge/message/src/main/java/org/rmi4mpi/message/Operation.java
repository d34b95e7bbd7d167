package org.rmi4mpi.message;

import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.bridge.Job;

/**
 * An operation that was started and is not complete. The program must not use its buffer until it is complete. The
 * operation keeps the buffer, and its native memory, reachable.
 *
 * <p>Owned by the thread that completes it. If several threads try, one gets the outcome, and the others get an empty
 * one.
 */
public non-sealed class Operation extends OperationCourse {
    /** The owner, which completes the operation. */
    private enum Owner {
        PROGRAM,
        FUTURE,
        /** The operation was freed: no owner asks for its outcome. */
        NOBODY
    }

    private Owner owner = Owner.PROGRAM;

    /** Makes an object that stands for no operation. */
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

    /** Whether there is an operation to complete. */
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

    /** Like {@link #test}, but it leaves the operation to be completed later. */
    protected final Outcome look(String call) {
        checkNotPromised(call);
        if (!isActive()) {
            return newOutcome();
        }
        Check.running(call);
        try {
            return looked();
        } catch (MessageException e) {
            throw raised(e);
        }
    }

    /** Like {@link #unlessFatal}. Strict mode compares the calls of all ranks first, and so may wait. */
    private MessageException raised(MessageException e) {
        return unlessFatal(Strict.IS_ON ? CollectiveCheck.explained(this, e) : e);
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
        if (owner != Owner.NOBODY) {
            cancelStarted(call);
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
