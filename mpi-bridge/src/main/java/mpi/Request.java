package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.bridge.NativeBuffer;
import org.rmi4mpi.bridge.RequestSlot;

/**
 * An operation that was started and has yet to be completed by one of the waits or tests. Until then
 * its buffer must be left alone; the request keeps it, and the native memory behind it, reachable.
 *
 * <p>Owned by the thread that completes it; two threads must not complete one request.
 */
public class Request {
    /** Keeps the memory of operations that MPI has yet to end from being collected. */
    private static final Set<Request> PENDING = ConcurrentHashMap.newKeySet();

    private final String call;
    private final Arrival arrival;
    private boolean fromNobody;
    private RequestSlot slot;
    private NativeBuffer sent;
    private NativeBuffer received;

    /** Takes what has arrived out of native memory, and returns how many elements that were. */
    @FunctionalInterface
    interface Arrival {
        int take(ByteBuffer from, long bytes);
    }

    /** A request that stands for no operation. */
    Request() {
        this("", null);
    }

    /** A request of which nothing arrives has the arrival null. */
    Request(String call, Arrival arrival) {
        this.call = call;
        this.arrival = arrival;
    }

    /** A receive from MPI.PROC_NULL: MPICH 4.0 leaves the status of one unset. */
    void fromNobody() {
        fromNobody = true;
    }

    /** The operation is about to be started with these; they belong to the request until it completes. */
    RequestSlot starting(NativeBuffer sent, NativeBuffer received) {
        this.sent = sent;
        this.received = received;
        slot = RequestSlot.acquire();
        PENDING.add(this);
        return slot;
    }

    /** The operation was started, or refused, with this code. */
    Request started(int code) {
        if (code != Mpi.SUCCESS) {
            end();
        }
        Check.code(call, code);
        return this;
    }

    /** Whether there is no operation any more: it was completed, or never was one. */
    public boolean Is_null() {
        return slot == null;
    }

    /** Returns when the operation is complete. On a null request it returns an empty status at once. */
    public Status Wait() {
        if (slot == null) {
            return new Status();
        }
        Check.running("Wait");
        Job.progress().await(this::advance);
        return complete();
    }

    /** Completes the operation if that is possible now. Returns null where it is not. */
    public Status Test() {
        if (slot == null) {
            return new Status();
        }
        Check.running("Test");
        return advance() ? complete() : null;
    }

    /**
     * Completes one of the requests, waiting for it; {@link Status#index} tells which. With none but null
     * requests the index is {@link MPI#UNDEFINED}.
     */
    public static Status Waitany(Request[] array_of_request) {
        checkArray("Waitany", array_of_request);
        if (noneActive(array_of_request)) {
            return indexed(new Status(), MPI.UNDEFINED);
        }
        int[] found = {MPI.UNDEFINED};
        Job.progress().await(() -> (found[0] = firstDone(array_of_request)) != MPI.UNDEFINED);
        return indexed(array_of_request[found[0]].complete(), found[0]);
    }

    /** As {@link #Waitany}, without waiting: null where none is complete yet. */
    public static Status Testany(Request[] array_of_request) {
        checkArray("Testany", array_of_request);
        if (noneActive(array_of_request)) {
            return indexed(new Status(), MPI.UNDEFINED);
        }
        int found = firstDone(array_of_request);
        return found == MPI.UNDEFINED ? null : indexed(array_of_request[found].complete(), found);
    }

    /** Completes all of the requests; the statuses are in their order. */
    public static Status[] Waitall(Request[] array_of_request) {
        checkArray("Waitall", array_of_request);
        Job.progress().await(() -> allDone(array_of_request));
        return completeAll(array_of_request);
    }

    /** As {@link #Waitall}, without waiting: null, and none completed, where one is not complete yet. */
    public static Status[] Testall(Request[] array_of_request) {
        checkArray("Testall", array_of_request);
        return allDone(array_of_request) ? completeAll(array_of_request) : null;
    }

    /**
     * Completes those of the requests that can be, at least one; {@link Status#index} tells which. Null with
     * none but null requests.
     */
    public static Status[] Waitsome(Request[] array_of_request) {
        checkArray("Waitsome", array_of_request);
        if (noneActive(array_of_request)) {
            return null;
        }
        Job.progress().await(() -> firstDone(array_of_request) != MPI.UNDEFINED);
        return completeDone(array_of_request);
    }

    /** As {@link #Waitsome}, without waiting: an array of length 0 where none is complete yet. */
    public static Status[] Testsome(Request[] array_of_request) {
        checkArray("Testsome", array_of_request);
        return noneActive(array_of_request) ? null : completeDone(array_of_request);
    }

    private static void checkArray(String call, Request[] requests) {
        Check.running(call);
        Check.argument(call, requests != null, "array_of_request", "null", "an array of requests");
        for (int i = 0; i < requests.length; i++) {
            Check.argument(call, requests[i] != null, "array_of_request[" + i + "]", "null",
                    "a request, or MPI.REQUEST_NULL");
        }
    }

    private static boolean noneActive(Request[] requests) {
        return Arrays.stream(requests).allMatch(Request::Is_null);
    }

    private static int firstDone(Request[] requests) {
        for (int i = 0; i < requests.length; i++) {
            if (!requests[i].Is_null() && requests[i].advance()) {
                return i;
            }
        }
        return MPI.UNDEFINED;
    }

    private static boolean allDone(Request[] requests) {
        boolean done = true;
        for (Request request : requests) {
            done &= request.Is_null() || request.advance();
        }
        return done;
    }

    private static Status[] completeAll(Request[] requests) {
        Status[] statuses = new Status[requests.length];
        for (int i = 0; i < requests.length; i++) {
            statuses[i] = indexed(requests[i].complete(), i);
        }
        return statuses;
    }

    private static Status[] completeDone(Request[] requests) {
        Status[] statuses = new Status[requests.length];
        int found = 0;
        for (int i = 0; i < requests.length; i++) {
            if (!requests[i].Is_null() && requests[i].advance()) {
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
    private boolean advance() {
        if (!slot.isDone()) {
            int code = Mpi.test(slot);
            if (code != Mpi.SUCCESS) {
                end();
                Check.code(call, code);
            }
        }
        return slot.isDone();
    }

    private Status complete() {
        if (slot == null) {
            return new Status();
        }
        Status status = fromNobody
                ? new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, false)
                : new Status(slot.source(), slot.tag(), slot.length(), slot.isCancelled());
        if (arrival != null && !fromNobody) {
            status.count = arrival.take(received.bytes(), slot.length());
        }
        end();
        return status;
    }

    /** Gives back what the operation used; the request is null from here on. */
    private void end() {
        PENDING.remove(this);
        slot.release();
        slot = null;
        if (sent != null) {
            sent.release();
        }
        if (received != null) {
            received.release();
        }
        sent = null;
        received = null;
    }
}
