package org.rmi4mpi.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Meetings;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.MpiCollectives;
import org.rmi4mpi.bridge.MpiCommunicators;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Constants;
import org.rmi4mpi.message.data.MessageException;

/**
 * Strict mode: before each collective operation, the ranks compare their calls on a duplicate of the communicator. If
 * they do not match, a waiting call fails at every rank. A started call ends the job, since the program may never wait
 * for it. Calls are not compared on communicators of two groups, on those with ranks of other languages, and on
 * duplicates by iDup.
 */
final class CollectiveCheck {
    private static final int FAILED = 1;
    private static final String CALL = "strict mode";

    /** The duplicate of each communicator, which only these comparisons use. */
    private static final Map<Communicator, Long> DUPLICATES = new ConcurrentHashMap<>();

    /** The comparisons for started operations that have not ended, or that have found a difference. */
    private static final Queue<Comparison> STARTED = new ConcurrentLinkedQueue<>();

    private CollectiveCheck() {}

    /** Begins to compare the calls on a communicator. Every rank of it must call this. */
    static void watch(Communicator comm) {
        comm.locate(CALL);
        if (comm.isInter() || comm.isMixed() || comm.size() < 2) {
            return;
        }
        RequestSlot slot = RequestSlot.acquire();
        try {
            Check.code(CALL, Meetings.together(comm.handle(), false,
                    () -> MpiCommunicators.commDup(comm.handle(), slot)));
            DUPLICATES.put(comm, slot.handle());
        } finally {
            slot.release();
        }
    }

    static Set<Communicator> watched() {
        return DUPLICATES.keySet();
    }

    /** The communicator is about to be freed, by every rank. */
    static void checkFree(Communicator comm) {
        check(comm, CollectiveCall.here(), null);
        STARTED.stream().filter(each -> each.comm == comm).forEach(each -> Job.progress().await(each::advance));
        Long duplicate = DUPLICATES.remove(comm);
        if (duplicate != null) {
            Check.code(CALL,
                    Meetings.together(duplicate, false, () -> MpiCommunicators.commFree(duplicate)));
        }
    }

    /** The communicator is about to be freed. Some of its ranks may not come. */
    static void drop(Communicator comm) {
        Long duplicate = DUPLICATES.remove(comm);
        if (duplicate != null) {
            Check.code(CALL, MpiCommunicators.commFree(duplicate));
        }
    }

    /** The last call of every rank. The operations that were started before have to match as well. */
    static void checkEnd() {
        CallSite site = CallSite.here();
        for (Comparison each : STARTED) {
            Job.progress().await(each::advance);
            if (each.text != null) {
                throw Check.failure(each.text);
            }
        }
        check(Communicator.WORLD,
                CollectiveCall.of(new CallSite("Finalize", site.place())), null);
    }

    /** @param operation null for a call that returns when it has ended */
    static void check(Communicator comm, CollectiveCall own, Operation operation) {
        Long duplicate = DUPLICATES.get(comm);
        if (duplicate == null) {
            return;
        }
        Comparison comparison = new Comparison(comm, own, duplicate, operation);
        if (operation == null) {
            Job.progress().await(comparison::advance);
            if (comparison.text != null) {
                throw comm.raised(Check.failure(comparison.text));
            }
        } else {
            STARTED.add(comparison);
            Job.progress().watch(comparison::advance, comparison::endOnMismatch);
        }
    }

    /**
     * The exception to throw where a started operation has failed. Where the calls do not match, that is the cause, and
     * the exception tells it.
     */
    static MessageException explained(Operation operation, MessageException e) {
        for (Comparison each : STARTED) {
            if (each.operation == operation) {
                Job.progress().await(each::advance);
                return each.text == null ? e : Check.failure(each.text, e);
            }
        }
        return e;
    }

    /** Collects the calls of all ranks, and compares them. Its monitor guards its state. */
    private static final class Comparison {
        private final Communicator comm;
        /** Null for a call that returns when it has ended. */
        private final Operation operation;
        private final NativeBuffer records;
        private final RequestSlot slot = RequestSlot.acquire();
        private boolean hasEnded;
        /** Null where the calls match. */
        private volatile String text;

        Comparison(Communicator comm, CollectiveCall own, long duplicate, Operation operation) {
            this.comm = comm;
            this.operation = operation;
            records = NativeBuffer.acquire(CollectiveCall.LENGTH * (comm.size() + 1));
            own.write(records);
            Check.code(CALL, MpiCollectives.iallgather(records.address(), CollectiveCall.LENGTH, Constants.BYTE,
                    records.address() + CollectiveCall.LENGTH, CollectiveCall.LENGTH, Constants.BYTE, duplicate, slot));
            Job.stirAll(comm.peersInWorld());
        }

        synchronized boolean advance() {
            if (hasEnded || !Job.isRunning()) {
                return true;
            }
            Check.code(CALL, Mpi.test(slot));
            if (slot.isDone()) {
                hasEnded = true;
                text = compared();
                slot.release();
                records.release();
                if (text == null) {
                    STARTED.remove(this);
                }
            }
            return hasEnded;
        }

        private String compared() {
            List<CollectiveCall> calls = new ArrayList<>();
            for (int i = 0; i < comm.size(); i++) {
                calls.add(CollectiveCall.read(records, CollectiveCall.LENGTH * (i + 1)));
            }
            CollectiveCall.Mismatch found = CollectiveCall.mismatch(calls);
            return found == null ? null
                    : "strict mode: collective calls do not match in their " + found.what() + ": "
                            + at(comm, found.one(), calls)
                            + (found.one() == found.other() ? "" : ", and " + at(comm, found.other(), calls))
                            + ": every rank of the communicator has to make the same calls in the same order, with"
                            + " matching arguments";
        }

        void endOnMismatch() {
            if (text != null) {
                System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + ": " + text
                        + "; the job ends");
                Job.abort(FAILED);
            }
        }
    }

    private static String at(Communicator comm, int rank, List<CollectiveCall> calls) {
        return "rank " + comm.worldRanks()[rank] + " of MPI.COMM_WORLD calls " + calls.get(rank);
    }
}
