package org.rmi4mpi.message;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.rmi4mpi.bridge.Leftovers;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Constants;

/**
 * Keeps operations reachable, with their memory, while MPI has them. The links of the list are in the operations, so that there is
 * always memory for it. Any thread adds and removes.
 */
public final class PendingOperations {
    /**
     * The number of operations at which a search begins for those that have ended. Programs need not complete what they
     * start.
     */
    private static final int LEAST_SWEPT = 128;

    private static final AtomicBoolean SWEEPING = new AtomicBoolean();

    /** Guards the list and its links. No code that holds it makes a call, so that a stack overflow cannot damage the list. */
    private static final Object LIST = new Object();
    private static Operation first;
    private static int count;

    private static volatile int sweptAt = LEAST_SWEPT;

    private PendingOperations() {}

    static void add(Operation operation) {
        boolean isTimeToSweep;
        synchronized (LIST) {
            if (!operation.isKept) {
                operation.isKept = true;
                operation.nextKept = first;
                if (first != null) {
                    first.previousKept = operation;
                }
                first = operation;
                count++;
            }
            isTimeToSweep = count >= sweptAt;
        }
        try {
            LiveHandles.add("request", operation);
            if (isTimeToSweep) {
                sweep();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // The operation has begun, and is kept.
        }
    }

    /** Does nothing where the operation was removed before. */
    static void remove(Operation operation) {
        synchronized (LIST) {
            if (operation.isKept) {
                Operation previous = operation.previousKept;
                Operation next = operation.nextKept;
                if (previous == null) {
                    first = next;
                } else {
                    previous.nextKept = next;
                }
                if (next != null) {
                    next.previousKept = previous;
                }
                operation.previousKept = null;
                operation.nextKept = null;
                operation.isKept = false;
                count--;
            }
        }
        LiveHandles.remove(operation);
    }

    /** The operations of now, and then nulls. */
    private static Operation[] all() {
        while (true) {
            Operation[] all = new Operation[count() + LEAST_SWEPT]; // other threads may add some
            if (copyTo(all)) {
                return all;
            }
        }
    }

    /** Returns false where they do not fit. */
    private static boolean copyTo(Operation[] all) {
        synchronized (LIST) {
            if (count > all.length) {
                return false;
            }
            int i = 0;
            for (Operation each = first; each != null; each = each.nextKept) {
                all[i++] = each;
            }
        }
        return true;
    }

    private static int count() {
        synchronized (LIST) {
            return count;
        }
    }

    /**
     * Looks for operations that have ended. The next search waits for twice as many, so that each operation is checked
     * twice in the mean.
     */
    private static void sweep() {
        if (SWEEPING.compareAndSet(false, true)) { // other threads do not wait: each may hold an operation's monitor
            try {
                settleAll();
                sweptAt = Math.max(LEAST_SWEPT, 2 * count());
            } finally {
                SWEEPING.set(false);
            }
        }
    }

    private static void settleAll() {
        for (Operation each : all()) {
            if (each != null) {
                each.settle();
            }
        }
    }

    /**
     * For the end of the job: the operations that have neither ended nor been freed, and a message on MPI_COMM_WORLD
     * that waits.
     *
     * @param others what else has not ended
     */
    public static Leftovers leftovers(List<String> others) {
        settleAll();
        List<String> calls = Stream.concat(
                Arrays.stream(all()).filter(operation -> operation != null && !operation.isFreed())
                        .map(Operation::call),
                others.stream())
                .distinct()
                .sorted()
                .toList();
        RequestSlot slot = RequestSlot.acquire();
        try {
            int code = Mpi.iprobe(Constants.ANY_SOURCE, Constants.ANY_TAG, Mpi.constant("MPI_COMM_WORLD"), slot);
            return new Leftovers(calls, code != Mpi.SUCCESS || !slot.isDone() ? ""
                    : "a message of " + slot.length() + " bytes from rank " + slot.source() + " with tag " + slot.tag()
                            + " was not received");
        } finally {
            slot.release();
        }
    }
}
