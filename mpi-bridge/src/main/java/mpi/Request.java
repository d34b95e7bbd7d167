package mpi;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Leftovers;
import org.rmi4mpi.bridge.Memory;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * An operation that was started and has yet to be completed by one of the waits or tests. Until then its buffer must be
 * left alone; the request keeps it, and the native memory behind it, reachable.
 *
 * <p>Owned by the thread that completes it; of several that try one gets the status, the others an empty one. What
 * others do for it meanwhile is under this object's monitor. Source: mpiJava 1.2, after MPI 1.1, 3.7.
 */
public class Request {
    /** Keeps the memory of operations that MPI has yet to end from being collected. */
    private static final Set<Request> PENDING = ConcurrentHashMap.newKeySet();
    /** Programs need not complete what they start: those that have ended are looked for when there are so many. */
    private static final int LEAST_SWEPT = 128;

    private static final AtomicBoolean SWEEPING = new AtomicBoolean();

    private static volatile int sweptAt = LEAST_SWEPT;
    /** Those that there was no memory to keep otherwise. */
    private static Request kept;

    @SuppressWarnings("unused") // keeps the next one
    private Request nextKept;
    private String call;
    private RequestSlot slot;
    private Memory[] memory;
    @SuppressWarnings("unused") // keeps the buffer while MPI has its address
    private Object buf;
    private Arrival arrival;
    private Stage stage;
    private Request also;
    private Status finished;
    private MPIException failure;
    /** Why the message that follows is dropped when it comes; null where it is not. */
    private Error refusal;
    private int refusedLength;
    private boolean matched;
    private boolean claimed;
    private boolean pending;
    private boolean freed;
    private boolean promised;

    /** Takes what has arrived to where it belongs, and completes the status. */
    @FunctionalInterface
    interface Arrival {
        void take(Status status);

        /** In words, how a message is longer than there is room for; of the parts of several ranks little is known. */
        default String truncated(RequestSlot ended) {
            return "what another rank gives is longer than this one has room for"
                    + Check.at("give counts and datatypes that agree at all ranks");
        }
    }

    /** What follows when an operation has ended: it may start another one in the same slot. */
    @FunctionalInterface
    interface Stage {
        void next(RequestSlot ended);
    }

    /** A request that stands for no operation. */
    Request() {}

    /**
     * An operation is about to be started in the slot that is returned.
     *
     * @param buf the program's buffer, kept reachable
     * @param arrival null where nothing arrives
     * @param memory belongs to the request until the operation is complete
     */
    RequestSlot begin(String call, Object buf, Arrival arrival, Memory... memory) {
        adopt(call, buf, arrival, RequestSlot.acquire(), memory);
        return slot;
    }

    /** As {@link #begin}, of an operation that was started in a slot before there was a request. */
    Request adopt(String call, Object buf, Arrival arrival, RequestSlot slot, Memory... memory) {
        this.call = call;
        this.buf = buf;
        this.arrival = arrival;
        this.memory = memory;
        this.stage = null;
        this.also = null;
        this.failure = null;
        this.refusal = null;
        this.matched = false;
        this.claimed = false;
        this.promised = false;
        this.slot = slot;
        return this;
    }

    /** The operation was started, or refused, with this code; what follows it, or belongs to it, is known already. */
    Request started(int code) {
        if (code != Mpi.SUCCESS) {
            failed(code);
        } else if (!slot.isDone() || stage != null) {
            keepPending();
        } else if (arrival == null && also == null) {
            finished = complete();
        }
        return this;
    }

    /** MPI reads or writes its memory: whatever happens here, that must not be collected. */
    private void keepPending() {
        pending = true;
        try {
            PENDING.add(this);
            if (PENDING.size() >= sweptAt) {
                sweep();
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            synchronized (PENDING) {
                nextKept = kept;
                kept = this;
            }
        }
    }

    /** The next time there are twice as many, so that an operation is looked at twice in the mean. */
    private static void sweep() {
        if (SWEEPING.compareAndSet(false, true)) { // nobody waits here, maybe with a request of his own
            try {
                PENDING.forEach(Request::settle);
                sweptAt = Math.max(LEAST_SWEPT, 2 * PENDING.size());
            } finally {
                SWEEPING.set(false);
            }
        }
    }

    /** For the end of the job: what has not ended and was not freed, and a message of MPI.COMM_WORLD that waits. */
    static Leftovers leftovers() {
        PENDING.forEach(Request::settle);
        List<String> calls = PENDING.stream()
                .filter(request -> !request.freed)
                .map(request -> request.call)
                .distinct()
                .sorted()
                .toList();
        RequestSlot slot = RequestSlot.acquire();
        try {
            int code = Mpi.iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.COMM_WORLD.handle(), slot);
            return new Leftovers(calls, code != Mpi.SUCCESS || !slot.isDone() ? ""
                    : "a message of " + slot.length() + " bytes from rank " + slot.source() + " with tag " + slot.tag()
                            + " was not received");
        } finally {
            slot.release();
        }
    }

    /** Gives back what the operation used, if it has ended, before anyone asks how; objects are read by who does. */
    private synchronized void settle() {
        try {
            if (claimed || !advance()) {
                return;
            } else if (matched) {
                PENDING.remove(this);
            } else {
                finished = complete();
            }
        } catch (MPIException e) {
            failure = e;
        }
    }

    /** When the operation, which is about to be started, has ended, this may start another. */
    Request then(Stage stage) {
        this.stage = stage;
        return this;
    }

    /**
     * The caller may do something else before it completes this, which the other side waits for: an operation that
     * follows is started without it.
     */
    Request unattended() {
        if (stage != null) {
            Job.progress().watch(this::wentOn, null);
        }
        return this;
    }

    /**
     * Whether the operation that follows is started, or none; one that drops its message, whether it has ended. A failure is
     * for the one who completes this.
     */
    private synchronized boolean wentOn() {
        try {
            if (stage != null || refusal != null) {
                advance();
            }
        } catch (MPIException e) {
            failure = e;
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false; // the next one who looks may have more of it
        }
        return stage == null && refusal == null;
    }

    /** The request is complete when the other one is, too. */
    Request also(Request other) {
        also = other;
        return this;
    }

    /** The operation was complete as soon as it was started. */
    Request finished(Status status) {
        finished = status;
        return this;
    }

    /** More memory that the operation uses. */
    void keep(Memory more) {
        memory = Arrays.copyOf(memory, memory.length + 1);
        memory[memory.length - 1] = more;
    }

    /** There is no memory for the message of so many bytes that follows: it is dropped, and the completion fails. */
    void refuse(int length, Error why) {
        refusedLength = length;
        refusal = why;
    }

    /**
     * Whether there is no operation any more: it was completed, or freed, or never was one.
     *
     * @return true for a null request
     */
    public boolean Is_null() {
        return freed || !isActive();
    }

    final boolean isFreed() {
        return freed;
    }

    /** Whether there is an operation to be completed. */
    final boolean isActive() {
        return !freed && (slot != null || finished != null || failure != null);
    }

    private void checkNotPromised(String call) {
        Check.argument(call, !promised, "request", "one that has become a future", "a wait for that future");
    }

    /**
     * Returns when the operation is complete. On a null request it returns an empty status at once.
     *
     * @return of a receive, source, tag and count
     * @throws MPIException where the operation has failed: a message longer than there was room for, objects that
     *     cannot be read, or MPI's end
     */
    public Status Wait() {
        checkNotPromised("Wait");
        if (!isActive()) {
            return new Status();
        }
        Check.running("Wait");
        Job.progress().await(this::advance);
        return complete();
    }

    /**
     * Completes the operation if that is possible now. Returns null where it is not.
     *
     * @return as of {@link #Wait}, or null
     * @throws MPIException as {@link #Wait} does
     */
    public Status Test() {
        checkNotPromised("Test");
        if (!isActive()) {
            return new Status();
        }
        Check.running("Test");
        return advance() ? complete() : null;
    }

    /** Lets the operation go on without this request, which becomes null. */
    public void Free() {
        Check.running("Free");
        if (isActive()) {
            checkNotPromised("Free");
            freed = true;
            completeUnattended(); // what comes of it is nobody's
        }
        freed = true;
    }

    /**
     * Asks MPI to end the operation; it must still be completed, and {@link Status#Test_cancelled} then tells. On a
     * null request, and where the operation has ended, nothing happens.
     */
    public synchronized void Cancel() {
        Check.running("Cancel");
        if (slot != null && !slot.isDone() && !matched) {
            Check.code("Cancel", Mpi.cancel(slot));
        }
    }

    /**
     * A future that completes with the operation, without anyone waiting for it; on a thread of its own if it has
     * dependents. Nothing else may complete this request afterwards.
     *
     * @return completes with the status, or exceptionally with an {@link MPIException}
     */
    public CompletableFuture<Status> toFuture() {
        Check.running("toFuture");
        checkNotPromised("toFuture");
        if (!isActive()) {
            return CompletableFuture.completedFuture(new Status());
        }
        promised = true;
        return completeUnattended();
    }

    private CompletableFuture<Status> completeUnattended() {
        CompletableFuture<Status> future = new CompletableFuture<>();
        Throwable[] failure = new Throwable[1];
        Job.progress().watch(
                () -> {
                    try {
                        return advance();
                    } catch (Throwable e) {
                        failure[0] = e;
                        return true;
                    }
                },
                () -> {
                    try {
                        if (failure[0] != null) {
                            throw failure[0];
                        }
                        future.complete(complete());
                    } catch (Throwable e) {
                        future.completeExceptionally(e);
                    }
                });
        return future;
    }

    /**
     * Completes one of the requests, waiting for it; {@link Status#index} tells which. With none but null requests the
     * index is {@link MPI#UNDEFINED}.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the one that is complete, with its index
     */
    public static Status Waitany(Request[] array_of_request) {
        Request[] requests = checked("Waitany", array_of_request);
        if (noneActive(requests)) {
            return indexed(new Status(), MPI.UNDEFINED);
        }
        int[] found = {MPI.UNDEFINED};
        Job.progress().await(() -> (found[0] = firstDone(requests)) != MPI.UNDEFINED);
        return indexed(requests[found[0]].complete(), found[0]);
    }

    /**
     * As {@link #Waitany}, without waiting: null where none is complete yet.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the one that is complete, with its index; or null
     */
    public static Status Testany(Request[] array_of_request) {
        Request[] requests = checked("Testany", array_of_request);
        if (noneActive(requests)) {
            return indexed(new Status(), MPI.UNDEFINED);
        }
        int found = firstDone(requests);
        return found == MPI.UNDEFINED ? null : indexed(requests[found].complete(), found);
    }

    /**
     * Completes all of the requests; the statuses are in their order.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request
     * @throws MPIException where one of the operations has failed; the others then end by themselves
     */
    public static Status[] Waitall(Request[] array_of_request) {
        Request[] requests = checked("Waitall", array_of_request);
        int[] done = {0};
        for (int before = 0; done[0] < requests.length; before = done[0]) {
            int known = before;
            Job.progress().await(() -> (done[0] = countDone(requests)) > known); // a wait that goes on is as new
        }
        return completeAll(requests);
    }

    /**
     * As {@link #Waitall}, without waiting: null, and none completed, where one is not complete yet.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request, or null
     */
    public static Status[] Testall(Request[] array_of_request) {
        Request[] requests = checked("Testall", array_of_request);
        return countDone(requests) == requests.length ? completeAll(requests) : null;
    }

    /**
     * Completes those of the requests that can be, at least one; {@link Status#index} tells which. Null with none but
     * null requests.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of those that are complete, with their indices; or null
     */
    public static Status[] Waitsome(Request[] array_of_request) {
        Request[] requests = checked("Waitsome", array_of_request);
        if (noneActive(requests)) {
            return null;
        }
        Job.progress().await(() -> firstDone(requests) != MPI.UNDEFINED);
        return completeDone(requests);
    }

    /**
     * As {@link #Waitsome}, without waiting: an array of length 0 where none is complete yet, or active.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of those that are complete, with their indices
     */
    public static Status[] Testsome(Request[] array_of_request) {
        return completeDone(checked("Testsome", array_of_request));
    }

    /** The requests, with the null request where the program has left an element of its array empty. */
    private static Request[] checked(String call, Request[] requests) {
        Check.running(call);
        Check.argument(call, requests != null, "array_of_request", "null", "an array of requests");
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] == null) {
                return checked(call, withoutNull(requests));
            }
            requests[i].checkNotPromised(call);
        }
        return requests;
    }

    private static Request[] withoutNull(Request[] requests) {
        return Arrays.stream(requests).map(each -> each == null ? MPI.REQUEST_NULL : each).toArray(Request[]::new);
    }

    private static boolean noneActive(Request[] requests) {
        return Arrays.stream(requests).noneMatch(Request::isActive);
    }

    private static int firstDone(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (requests[i].isActive() && requests[i].advance()) {
                return i;
            }
        }
        return MPI.UNDEFINED;
    }

    private static int countDone(Request[] requests) {
        int done = 0;
        MPIException failure = null;
        for (Request request : requests) {
            try {
                done += !request.isActive() || request.advance() ? 1 : 0;
            } catch (MPIException e) {
                failure = e; // the others are still to be completed
            }
        }
        if (failure != null) {
            abandon(requests);
            throw failure;
        }
        return done;
    }

    /** One of the requests has failed: the others end by themselves. */
    private static void abandon(Request[] requests) {
        for (Request request : requests) {
            if (request.isActive() && !(request instanceof Prequest)) {
                request.Free();
            }
        }
    }

    private static Status[] completeAll(Request[] requests) {
        Status[] statuses = new Status[requests.length];
        for (int i = 0; i < requests.length; i++) {
            statuses[i] = indexed(requests[i].isActive() ? requests[i].complete() : new Status(), i);
        }
        return statuses;
    }

    private static Status[] completeDone(Request[] requests) {
        Status[] statuses = new Status[requests.length];
        int found = 0;
        for (int i = 0; i < requests.length; i++) {
            if (requests[i].isActive() && requests[i].advance()) {
                statuses[found++] = indexed(requests[i].complete(), i);
            }
        }
        return Arrays.copyOf(statuses, found);
    }

    private static Status indexed(Status status, int index) {
        status.index = index;
        return status;
    }

    /** Whether the operation has ended; if not, lets MPI progress. */
    final synchronized boolean advance() {
        if (failure != null) {
            MPIException told = failure;
            failure = null;
            throw told;
        } else if (finished != null || slot == null) {
            return true;
        }
        if (!slot.isDone()) {
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
        return slot.isDone() && (also == null || also.advance());
    }

    /** Ends the operation by an exception. */
    private void failed(int code) {
        String truncated = arrival != null && Mpi.isTruncation(code) ? arrival.truncated(slot) : null;
        end();
        if (truncated != null) {
            throw new MPIException(call + ": " + truncated + " (" + Check.firstWords(code) + ")");
        }
        Check.code(call, code);
    }

    /**
     * The operation that follows, if one does, is in the same slot. Where the stack ends before it is started, whoever asks
     * next starts it.
     */
    private void goOn() {
        try {
            stage.next(slot);
            stage = null;
            matched = true;
        } catch (MPIException e) {
            end();
            throw e;
        }
    }

    /** The message that was dropped has come, cut to what there was room for. */
    private MPIException refused() {
        Error why = refusal;
        end();
        return new MPIException(ObjectCodec.noMemory(call, refusedLength, why), why);
    }

    /** What is to be done when the operation has ended. */
    final Status complete() {
        synchronized (this) {
            if (finished != null) {
                Status status = finished;
                finished = null;
                return status;
            } else if (slot == null || claimed) {
                return new Status();
            }
            claimed = true; // of two threads one takes what has arrived
        }
        Status status = new Status(slot.source(), slot.tag(), slot.length(), slot.isCancelled());
        Arrival take = arrival;
        try {
            if (take != null && !status.Test_cancelled()) {
                take.take(status);
            }
        } finally {
            if (also != null) {
                also.complete();
            }
            end();
        }
        return status;
    }

    /** Gives back what the operation used. */
    final synchronized void end() {
        if (pending) {
            PENDING.remove(this);
            pending = false;
        }
        slot.release();
        slot = null;
        for (Memory each : memory) {
            each.release();
        }
        memory = null;
        buf = null;
        arrival = null;
        stage = null;
        also = null;
        refusal = null;
    }
}
