package org.rmi4mpi.message;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.rmi4mpi.bridge.Leftovers;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Constants;

/** Keeps operations reachable, with their memory, while MPI has them. Any thread adds and removes. */
public final class PendingOperations {
    private static final Set<Operation> PENDING = ConcurrentHashMap.newKeySet();
    /**
     * The number of operations at which a search begins for those that have ended. Programs need not complete what they
     * start.
     */
    private static final int LEAST_SWEPT = 128;

    private static final AtomicBoolean SWEEPING = new AtomicBoolean();

    private static volatile int sweptAt = LEAST_SWEPT;
    /** A list of operations that did not fit into the set, where memory had ended. */
    private static Operation kept;

    private PendingOperations() {}

    /** Keeps an operation reachable, also where there is no memory to record it: MPI reads or writes its memory. */
    static void add(Operation operation) {
        try {
            PENDING.add(operation);
            LiveHandles.add("request", operation);
            if (PENDING.size() >= sweptAt) {
                sweep();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            synchronized (PENDING) {
                operation.nextKept = kept;
                kept = operation;
            }
        }
    }

    static void remove(Operation operation) {
        PENDING.remove(operation);
        LiveHandles.remove(operation);
    }

    /**
     * Looks for operations that have ended. The next search waits for twice as many, so that each operation is checked
     * twice in the mean.
     */
    private static void sweep() {
        if (SWEEPING.compareAndSet(false, true)) { // other threads do not wait: each may hold an operation's monitor
            try {
                PENDING.forEach(Operation::settle);
                sweptAt = Math.max(LEAST_SWEPT, 2 * PENDING.size());
            } finally {
                SWEEPING.set(false);
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
        PENDING.forEach(Operation::settle);
        List<String> calls = Stream.concat(
                PENDING.stream().filter(operation -> !operation.isFreed()).map(Operation::call),
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
