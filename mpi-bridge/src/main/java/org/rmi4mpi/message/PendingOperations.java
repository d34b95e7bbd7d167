package org.rmi4mpi.message;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.rmi4mpi.bridge.Leftovers;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;

/** Keeps the memory of operations that MPI has yet to end from being collected. Any thread adds and removes. */
public final class PendingOperations {
    private static final Set<Operation> PENDING = ConcurrentHashMap.newKeySet();
    /** Programs need not complete what they start: those that have ended are looked for when there are so many. */
    private static final int LEAST_SWEPT = 128;

    private static final AtomicBoolean SWEEPING = new AtomicBoolean();

    private static volatile int sweptAt = LEAST_SWEPT;
    /** Those that there was no memory to keep otherwise. */
    private static Operation kept;

    private PendingOperations() {}

    /** MPI reads or writes its memory: whatever happens here, that must not be collected. */
    static void add(Operation operation) {
        try {
            PENDING.add(operation);
            LiveHandles.made("request", operation);
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
        LiveHandles.freed(operation);
    }

    /** The next time there are twice as many, so that an operation is looked at twice in the mean. */
    private static void sweep() {
        if (SWEEPING.compareAndSet(false, true)) { // nobody waits here, maybe with an operation of his own
            try {
                PENDING.forEach(Operation::settle);
                sweptAt = Math.max(LEAST_SWEPT, 2 * PENDING.size());
            } finally {
                SWEEPING.set(false);
            }
        }
    }

    /** For the end of the job: what has not ended and was not freed, and a message of MPI_COMM_WORLD that waits. */
    public static Leftovers leftovers() {
        PENDING.forEach(Operation::settle);
        List<String> calls = Stream.concat(
                PENDING.stream().filter(operation -> !operation.isFreed()).map(Operation::call),
                Files.openNames().stream().map(name -> "the use of file " + name + " (close it)"))
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
