package org.rmi4mpi.message;

import java.util.Arrays;
import org.rmi4mpi.bridge.Job;

/** Waits and tests for several operations. Stateless. */
public final class Operations {
    private Operations() {}

    /** @throws MessageException where one of the operations has become a future */
    public static void check(String call, Operation[] operations) {
        for (Operation each : operations) {
            each.checkNotPromised(call);
        }
    }

    public static boolean noneActive(Operation[] operations) {
        return Arrays.stream(operations).noneMatch(Operation::isActive);
    }

    /** Waits for one that is active: its index, UNDEFINED where none is active. */
    public static int awaitAny(Operation[] operations) {
        if (noneActive(operations)) {
            return Constants.UNDEFINED;
        }
        int[] found = {Constants.UNDEFINED};
        Job.progress().await(() -> (found[0] = firstDone(operations)) != Constants.UNDEFINED);
        return found[0];
    }

    /** Index of one that can be completed; UNDEFINED where there is none now. */
    public static int firstDone(Operation[] operations) {
        for (int i = 0; i < operations.length; i++) {
            if (operations[i].isActive() && operations[i].advance()) {
                return i;
            }
        }
        return Constants.UNDEFINED;
    }

    /** The outcome of one that {@link #awaitAny} or {@link #firstDone} has found. */
    public static Outcome completed(Operation[] operations, int index) {
        return indexed(operations[index].complete(), index);
    }

    /** Waits for all; those that have failed make it fail, and the others end by themselves. */
    public static void awaitAll(Operation[] operations) {
        int[] done = {0};
        for (int before = 0; done[0] < operations.length; before = done[0]) {
            int known = before;
            Job.progress().await(() -> (done[0] = countDone(operations)) > known); // a wait that goes on is as new
        }
    }

    /** Whether all can be completed. */
    public static boolean allDone(Operation[] operations) {
        return countDone(operations) == operations.length;
    }

    private static int countDone(Operation[] operations) {
        int done = 0;
        MessageException failure = null;
        for (Operation each : operations) {
            try {
                done += !each.isActive() || each.advance() ? 1 : 0;
            } catch (MessageException e) {
                failure = e; // the others are still to be completed
            }
        }
        if (failure != null) {
            abandon(operations);
            throw failure;
        }
        return done;
    }

    /** One of the operations has failed: the others end by themselves. */
    private static void abandon(Operation[] operations) {
        for (Operation each : operations) {
            if (each.isActive() && !(each instanceof Repeated)) {
                each.free("Waitall");
            }
        }
    }

    /** An operation that can be started again. */
    public interface Repeated {}

    /** @param into outcomes of the face's own class, one for each operation */
    public static <T extends Outcome> T[] completeAll(Operation[] operations, T[] into) {
        for (int i = 0; i < operations.length; i++) {
            @SuppressWarnings("unchecked") // made by the same face
            T outcome = (T) (operations[i].isActive() ? operations[i].complete() : operations[i].newOutcome());
            into[i] = indexed(outcome, i);
        }
        return into;
    }

    /** @param into room for outcomes of all */
    public static <T extends Outcome> T[] completeDone(Operation[] operations, T[] into) {
        int found = 0;
        for (int i = 0; i < operations.length; i++) {
            if (operations[i].isActive() && operations[i].advance()) {
                @SuppressWarnings("unchecked") // made by the same face
                T outcome = (T) operations[i].complete();
                into[found++] = indexed(outcome, i);
            }
        }
        return Arrays.copyOf(into, found);
    }

    private static <T extends Outcome> T indexed(T outcome, int index) {
        outcome.index = index;
        return outcome;
    }
}
