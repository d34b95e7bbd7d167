package mpi;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.message.Check;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;

/**
 * An operation that was started and has yet to be completed by one of the waits or tests. Until then its buffer must be
 * left alone; the request keeps it, and the native memory behind it, reachable. Of several threads that complete one
 * request, one gets the status, the others an empty one. Source: mpiJava 1.2, after MPI 1.1, 3.7.
 */
public class Request extends Operation implements Freeable {
    /** A request that stands for no operation. */
    Request() {}

    @Override
    protected Status newOutcome() {
        return new Status();
    }

    /**
     * Whether there is no operation any more: it was completed, or freed, or never was one.
     *
     * @return true for a null request
     */
    public boolean Is_null() {
        return !isActive();
    }

    /**
     * Returns when the operation is complete. On a null request it returns an empty status at once.
     *
     * @return of a receive, source, tag and count
     * @throws MPIException where the operation has failed: a message longer than there was room for, objects that
     *     cannot be read, or MPI's end
     */
    public Status Wait() {
        return (Status) await("Wait");
    }

    /**
     * Completes the operation if that is possible now. Returns null where it is not.
     *
     * @return as of {@link #Wait}, or null
     * @throws MPIException as {@link #Wait} does
     */
    public Status Test() {
        return (Status) test("Test");
    }

    /** Lets the operation go on without this request, which becomes null. */
    @Override
    public void Free() {
        free("Free");
    }

    /**
     * Asks MPI to end the operation; it must still be completed, and {@link Status#Test_cancelled} then tells. On a
     * null request, and where the operation has ended, nothing happens.
     */
    public void Cancel() {
        cancel("Cancel");
    }

    /**
     * A future that completes with the operation, without anyone waiting for it; on a thread of its own if it has
     * dependents. Nothing else may complete this request afterwards.
     *
     * @return completes with the status, or exceptionally with an {@link MPIException}
     */
    public CompletableFuture<Status> toFuture() {
        return promise("toFuture").thenApply(Status.class::cast);
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
        return any(requests, Operations.awaitAny(requests));
    }

    private static Status any(Request[] requests, int found) {
        if (found != MPI.UNDEFINED) {
            return (Status) Operations.completed(requests, found);
        }
        Status none = new Status();
        none.index = MPI.UNDEFINED;
        return none;
    }

    /**
     * As {@link #Waitany}, without waiting: null where none is complete yet.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the one that is complete, with its index; or null
     */
    public static Status Testany(Request[] array_of_request) {
        return testAny("Testany", array_of_request);
    }

    private static Status testAny(String call, Request[] array) {
        Request[] requests = checked(call, array);
        int found = Operations.firstDone(requests);
        return found == MPI.UNDEFINED && !Operations.noneActive(requests) ? null : any(requests, found);
    }

    /**
     * Completes all of the requests; the statuses are in their order.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request
     * @throws MPIException where one of the operations has failed; the others then end by themselves
     */
    public static Status[] Waitall(Request[] array_of_request) {
        return waitAll("Waitall", array_of_request);
    }

    private static Status[] waitAll(String call, Request[] array) {
        Request[] requests = checked(call, array);
        Operations.awaitAll(requests);
        return Operations.completeAll(requests, new Status[requests.length]);
    }

    /**
     * As {@link #Waitall}, without waiting: null, and none completed, where one is not complete yet.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request, or null
     */
    public static Status[] Testall(Request[] array_of_request) {
        return testAll("Testall", array_of_request);
    }

    private static Status[] testAll(String call, Request[] array) {
        Request[] requests = checked(call, array);
        return Operations.allDone(requests)
                ? Operations.completeAll(requests, new Status[requests.length])
                : null;
    }

    /**
     * Completes those of the requests that can be, at least one; {@link Status#index} tells which. Null with none but
     * null requests.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of those that are complete, with their indices; or null
     */
    public static Status[] Waitsome(Request[] array_of_request) {
        return waitSome("Waitsome", array_of_request);
    }

    private static Status[] waitSome(String call, Request[] array) {
        Request[] requests = checked(call, array);
        return Operations.awaitAny(requests) == MPI.UNDEFINED
                ? null
                : Operations.completeDone(requests, new Status[requests.length]);
    }

    /**
     * As {@link #Waitsome}, without waiting: an array of length 0 where none is complete yet, or active.
     *
     * @param array_of_request requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of those that are complete, with their indices
     */
    public static Status[] Testsome(Request[] array_of_request) {
        Request[] requests = checked("Testsome", array_of_request);
        return Operations.completeDone(requests, new Status[requests.length]);
    }

    /** The requests, with the null request where the program has left an element of its array empty. */
    private static Request[] checked(String call, Request[] requests) {
        Check.running(call);
        Check.argument(call, requests != null, "array_of_request", "null", "an array of requests");
        Request[] all = requests;
        if (Arrays.asList(requests).contains(null)) {
            all = Arrays.stream(requests).map(each -> each == null ? MPI.REQUEST_NULL : each).toArray(Request[]::new);
        }
        Operations.check(call, all);
        return all;
    }

    /**
     * As {@link #Free}.
     */
    @Override
    public void free() {
        free("free");
    }

    /**
     * As {@link #Cancel}.
     */
    public final void cancel() {
        cancel("cancel");
    }

    /**
     * As {@link #Is_null}.
     *
     * @return true for a null request
     */
    public boolean isNull() {
        return Is_null();
    }

    /**
     * As {@link #Wait}.
     *
     * @return of a receive, source, tag and count
     */
    public final Status waitStatus() {
        return (Status) await("waitStatus");
    }

    /**
     * As {@link #Wait}, without a status.
     */
    public final void waitFor() {
        await("waitFor");
    }

    /**
     * As {@link #Test}.
     *
     * @return the status, or null where the operation has not ended
     */
    public final Status testStatus() {
        return (Status) test("testStatus");
    }

    /**
     * As {@link #testStatus}, but the request has still to be completed.
     *
     * @return the status, or null where the operation has not ended
     */
    public final Status getStatus() {
        return (Status) look("getStatus");
    }

    /**
     * Completes the operation if that is possible now.
     *
     * @return whether it was
     */
    public final boolean test() {
        return test("test") != null;
    }

    /**
     * As {@link #Waitany}.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the one that is complete, with its index
     */
    public static Status waitAnyStatus(Request[] requests) {
        Request[] all = checked("waitAnyStatus", requests);
        return any(all, Operations.awaitAny(all));
    }

    /**
     * As {@link #Waitany}, without a status.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the index of the one that is complete, or {@link MPI#UNDEFINED}
     */
    public static int waitAny(Request[] requests) {
        Request[] all = checked("waitAny", requests);
        return any(all, Operations.awaitAny(all)).index;
    }

    /**
     * As {@link #Testany}.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the one that is complete, with its index; or null
     */
    public static Status testAnyStatus(Request[] requests) {
        return testAny("testAnyStatus", requests);
    }

    /**
     * As {@link #Testany}, without a status.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the index of the one that is complete, or {@link MPI#UNDEFINED}
     */
    public static int testAny(Request[] requests) {
        Status found = testAny("testAny", requests);
        return found == null ? MPI.UNDEFINED : found.index;
    }

    /**
     * As {@link #Waitall}.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request
     */
    public static Status[] waitAllStatus(Request[] requests) {
        return waitAll("waitAllStatus", requests);
    }

    /**
     * As {@link #Waitall}, without statuses.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     */
    public static void waitAll(Request[] requests) {
        waitAll("waitAll", requests);
    }

    /**
     * As {@link #Testall}.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request, or null
     */
    public static Status[] testAllStatus(Request[] requests) {
        return testAll("testAllStatus", requests);
    }

    /**
     * As {@link #Testall}, without statuses.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return whether all are complete
     */
    public static boolean testAll(Request[] requests) {
        return testAll("testAll", requests) != null;
    }

    /**
     * As {@link #Waitsome}.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of those that are complete, with their indices; or null
     */
    public static Status[] waitSomeStatus(Request[] requests) {
        return waitSome("waitSomeStatus", requests);
    }

    /**
     * As {@link #Waitsome}, without statuses.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return the indices of those that are complete; null with none but null requests
     */
    public static int[] waitSome(Request[] requests) {
        return indices(waitSome("waitSome", requests));
    }

    /**
     * As {@link #waitSomeStatus}, without waiting.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return as {@link #waitSomeStatus}; an array of length 0 where none is complete yet
     */
    public static Status[] testSomeStatus(Request[] requests) {
        return testSome("testSomeStatus", requests);
    }

    /**
     * As {@link #waitSome}, without waiting.
     *
     * @param requests requests, of which some may be null or null requests such as {@link MPI#REQUEST_NULL}
     * @return as {@link #waitSome}; an array of length 0 where none is complete yet
     */
    public static int[] testSome(Request[] requests) {
        return indices(testSome("testSome", requests));
    }

    private static Status[] testSome(String call, Request[] requests) {
        Request[] all = checked(call, requests);
        return Operations.noneActive(all) ? null : Operations.completeDone(all, new Status[all.length]);
    }

    private static int[] indices(Status[] statuses) {
        return statuses == null ? null : Arrays.stream(statuses).mapToInt(status -> status.index).toArray();
    }
}
