package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;

/** Starts operations for the rooms above; waits and tests for several operations. Stateless. */
public final class Operations {
    private Operations() {}

    /** A wait for some of several operations. A report of waits names the first of them that has not ended. */
    private record Several(Operation[] operations, Completion condition) implements Completion {
        @Override
        public boolean test() {
            return condition.test();
        }

        @Override
        public Awaited awaited() {
            return Arrays.stream(operations).map(Operation::awaited).filter(Objects::nonNull).findFirst().orElse(null);
        }
    }

    /** The call of MPI that starts an operation in a slot. */
    @FunctionalInterface
    public interface Start {
        /** Returns MPI's code. */
        int start(RequestSlot slot);
    }

    /** Starts an operation. */
    public static void start(Operation operation, InFlight given, Start start) {
        RequestSlot slot = operation.begin(given);
        operation.started(start.start(slot));
    }

    /** Makes the call that is the whole of an operation in MPI's blocking form. Returns MPI's code. */
    public static int block(Operation operation, IntSupplier call) {
        return operation.block(call);
    }

    /** Like {@link #start}, for an operation that no other rank takes part in. */
    public static void startAlone(Operation operation, InFlight given, Start start) {
        RequestSlot slot = operation.begin(given);
        operation.isOfOneRank().started(start.start(slot));
    }

    /** Starts an operation that consists only of parts. They proceed without the program. */
    public static void startParts(Operation operation, InFlight given, Parts parts) {
        operation.startParts(given, parts).unattended();
    }

    /** Marks an operation that was complete at its start. */
    public static void finish(Operation operation) {
        operation.finished();
    }

    /** Returns when the operation is complete. */
    public static void await(Operation operation, String call) {
        operation.await(call);
    }

    /** Completes the operation, and returns true, if it has ended. */
    public static boolean tryComplete(Operation operation) {
        return operation.tryComplete();
    }

    /** The bytes of the message, or of another transfer. */
    public static long bytes(Outcome outcome) {
        return outcome.bytes();
    }

    /** @throws MessageException where one of the operations has become a future */
    public static void check(String call, Operation[] operations) {
        for (Operation each : operations) {
            each.checkNotPromised(call);
        }
    }

    public static boolean noneActive(Operation[] operations) {
        return Arrays.stream(operations).noneMatch(Operation::isActive);
    }

    /** Waits for an active operation to end, and returns its index; UNDEFINED where none is active. */
    public static int awaitAny(Operation[] operations) {
        if (noneActive(operations)) {
            return Constants.UNDEFINED;
        }
        int[] found = {Constants.UNDEFINED};
        long began = Job.messageProbe().time();
        Job.progress().await(new Several(operations, () -> (found[0] = firstDone(operations)) != Constants.UNDEFINED));
        Job.messageProbe().waited(Awaited.Event.MESSAGE, began);
        return found[0];
    }

    /** Index of an operation that can be completed now; UNDEFINED where there is none. */
    public static int firstDone(Operation[] operations) {
        for (int i = 0; i < operations.length; i++) {
            if (operations[i].isActive() && advance(operations[i])) {
                return i;
            }
        }
        return Constants.UNDEFINED;
    }

    private static boolean advance(Operation operation) {
        try {
            return operation.advance();
        } catch (MessageException e) {
            throw operation.unlessFatal(e);
        }
    }

    /** Completes an operation that {@link #awaitAny} or {@link #firstDone} has found. */
    public static Outcome completed(Operation[] operations, int index) {
        try {
            return indexed(operations[index].complete(), index);
        } catch (MessageException e) {
            throw operations[index].unlessFatal(e);
        }
    }

    /**
     * Waits for all operations, and completes them. If one fails, the call fails, and the other operations end without the program.
     *
     * @param into room for outcomes of the face's own class, one for each operation
     */
    public static <T extends Outcome> T[] completeAll(Operation[] operations, T[] into) {
        int done = completeSoon(operations, into);
        if (done < operations.length) {
            awaitAll(operations);
            completeFrom(done, operations, into);
        }
        return into;
    }

    /** Completes operations in their order, as long as each ends within some microseconds. Returns their number. */
    private static <T extends Outcome> int completeSoon(Operation[] operations, T[] into) {
        for (int i = 0; i < operations.length; i++) {
            try {
                @SuppressWarnings("unchecked") // made by the same face
                T outcome = (T) operations[i].completeSoon(true);
                if (outcome == null) {
                    return i;
                }
                into[i] = indexed(outcome, i);
            } catch (MessageException e) {
                operations[i].keepFailure(e); // all others have to be advanced
                return i;
            }
        }
        return operations.length;
    }

    /** Waits until all operations can be completed. */
    static void awaitAll(Operation[] operations) {
        int[] done = {0};
        long began = Job.messageProbe().time();
        for (int before = 0; done[0] < operations.length; before = done[0]) {
            int known = before;
            // A new wait after each operation that has ended.
            Job.progress().await(new Several(operations, () -> (done[0] = countDone(operations)) > known));
        }
        Job.messageProbe().waited(Awaited.Event.MESSAGE, began);
    }

    private static int countDone(Operation[] operations) {
        int done = 0;
        MessageException failure = null;
        for (Operation each : operations) {
            try {
                done += !each.isActive() || each.advance() ? 1 : 0;
            } catch (MessageException e) {
                failure = each.unlessFatal(e); // the others still have to be advanced
            }
        }
        if (failure != null) {
            abandon(operations);
            throw failure;
        }
        return done;
    }

    /** After a failure of one operation: lets the others end without the program. */
    private static void abandon(Operation[] operations) {
        for (Operation each : operations) {
            if (each.isActive() && !(each instanceof Repeated)) {
                each.free("Waitall");
            }
        }
    }

    /** An operation that can be started again. */
    public interface Repeated {}

    /**
     * Completes all operations, if all have ended.
     *
     * @param into as of {@link #completeAll}
     */
    public static <T extends Outcome> boolean tryCompleteAll(Operation[] operations, T[] into) {
        if (countDone(operations) < operations.length) {
            return false;
        }
        completeFrom(0, operations, into);
        return true;
    }

    private static <T extends Outcome> void completeFrom(int first, Operation[] operations, T[] into) {
        for (int i = first; i < operations.length; i++) {
            @SuppressWarnings("unchecked") // made by the same face
            T outcome = (T) (operations[i].isActive() ? completed(operations, i)
                    : indexed(operations[i].newOutcome(), i));
            into[i] = outcome;
        }
    }

    /**
     * Completes the operations that have ended. Where one has failed after others have ended, it fails at its next
     * completion, since the caller would lose the outcomes of the others.
     *
     * @param into room for the outcomes of all operations
     */
    public static <T extends Outcome> T[] completeDone(Operation[] operations, T[] into) {
        int found = 0;
        for (int i = 0; i < operations.length; i++) {
            try {
                if (operations[i].isActive() && advance(operations[i])) {
                    @SuppressWarnings("unchecked") // made by the same face
                    T outcome = (T) completed(operations, i);
                    into[found++] = outcome;
                }
            } catch (MessageException e) {
                if (found == 0) {
                    throw e;
                }
                operations[i].keepFailure(e);
            }
        }
        return Arrays.copyOf(into, found);
    }

    private static <T extends Outcome> T indexed(T outcome, int index) {
        outcome.index = index;
        return outcome;
    }
}
