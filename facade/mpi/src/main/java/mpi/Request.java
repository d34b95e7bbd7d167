package mpi;

import static mpi.MpiConstants.UNDEFINED;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.rmi4mpi.message.Operation;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.data.Check;

/**
 * An operation that was started, and that a wait or a test has to complete. Do not use its buffer until then. The
 * request keeps the buffer, and its native memory, reachable. If several threads complete one request, one gets the
 * status, and the others get an empty one. Source: mpiJava 1.2, after MPI 1.1, 3.7.
 */
public class Request extends Operation implements Freeable {
    /** The value of {@link MPI#REQUEST_NULL}. */
    static final Request NULL = new Request();

    /** Makes a null request, which stands for no operation. */
    Request() {}

    @Override
    protected Status newOutcome() {
        return new Status();
    }

    /**
     * Whether there is no operation: none was started, or it was completed or freed.
     *
     * @return true for a null request
     */
    public boolean Is_null() {
        return !isActive();
    }

    /**
     * Waits until the operation is complete. On a null request it returns an empty status at once.
     *
     * @return source, tag and count of a receive; an empty status for other operations
     * @throws MPIException where the operation has failed: the message was longer than its room, objects cannot be
     *     read, or MPI has ended
     */
    public Status Wait() {
        return (Status) await("Wait");
    }

    /**
     * Completes the operation if it has ended; else returns null.
     *
     * @return as of {@link #Wait}, or null
     * @throws MPIException as {@link #Wait} does
     */
    public Status Test() {
        return (Status) test("Test");
    }

    /**
     * Lets the operation go on without this request, which becomes a null request. On a null request it does nothing.
     */
    @Override
    public void Free() {
        free("Free");
    }

    /**
     * Asks MPI to cancel the operation, which must still be completed. {@link Status#Test_cancelled} then tells whether
     * it was cancelled. On a null request, and where the operation has ended, it does nothing.
     */
    public void Cancel() {
        cancel("Cancel");
    }

    /**
     * Returns a future that completes with the operation. No thread has to wait. If the future has dependents, it
     * completes on a separate thread. The request cannot be completed otherwise afterwards.
     *
     * @return a future that completes with the status, or exceptionally with an {@link MPIException}
     */
    public CompletableFuture<Status> toFuture() {
        return promise("toFuture").thenApply(Status.class::cast);
    }

    /**
     * Waits until one of the requests has ended, and completes it. {@link Status#index} is its index; {@link
     * MPI#UNDEFINED} if all requests are null.
     *
     * @param array_of_request requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the completed request, with its index
     */
    public static Status Waitany(Request[] array_of_request) {
        Request[] requests = checked("Waitany", array_of_request);
        return any(requests, Operations.awaitAny(requests));
    }

    private static Status any(Request[] requests, int found) {
        if (found != UNDEFINED) {
            return (Status) Operations.completed(requests, found);
        }
        Status none = new Status();
        none.index = UNDEFINED;
        return none;
    }

    /**
     * Like {@link #Waitany}, but without waiting: returns null if none has ended.
     *
     * @param array_of_request requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the completed request, with its index; or null
     */
    public static Status Testany(Request[] array_of_request) {
        return testAny("Testany", array_of_request);
    }

    private static Status testAny(String call, Request[] array) {
        Request[] requests = checked(call, array);
        int found = Operations.firstDone(requests);
        return found == UNDEFINED && !Operations.noneActive(requests) ? null : any(requests, found);
    }

    /**
     * Waits until all requests have ended, and completes them. The statuses are in the same order.
     *
     * @param array_of_request requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request
     * @throws MPIException where one of the operations has failed; the others then end without the program
     */
    public static Status[] Waitall(Request[] array_of_request) {
        return waitAll("Waitall", array_of_request);
    }

    private static Status[] waitAll(String call, Request[] array) {
        Request[] requests = checked(call, array);
        return Operations.completeAll(requests, new Status[requests.length]);
    }

    /**
     * Like {@link #Waitall}, but without waiting: if one has not ended, it completes none and returns null.
     *
     * @param array_of_request requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request, or null
     */
    public static Status[] Testall(Request[] array_of_request) {
        return testAll("Testall", array_of_request);
    }

    private static Status[] testAll(String call, Request[] array) {
        Request[] requests = checked(call, array);
        Status[] statuses = new Status[requests.length];
        return Operations.tryCompleteAll(requests, statuses) ? statuses : null;
    }

    /**
     * Waits until at least one request has ended, and completes those that have. {@link Status#index} is the index of
     * each. Returns null if all requests are null.
     *
     * @param array_of_request requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of the completed requests, with their indices; or null
     */
    public static Status[] Waitsome(Request[] array_of_request) {
        return waitSome("Waitsome", array_of_request);
    }

    private static Status[] waitSome(String call, Request[] array) {
        Request[] requests = checked(call, array);
        return Operations.awaitAny(requests) == UNDEFINED
                ? null
                : Operations.completeDone(requests, new Status[requests.length]);
    }

    /**
     * Like {@link #Waitsome}, but without waiting: returns an array of length 0 if none has ended, or all are null.
     *
     * @param array_of_request requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of the completed requests, with their indices
     */
    public static Status[] Testsome(Request[] array_of_request) {
        Request[] requests = checked("Testsome", array_of_request);
        return Operations.completeDone(requests, new Status[requests.length]);
    }

    /** The requests, with MPI.REQUEST_NULL in the place of null elements. */
    private static Request[] checked(String call, Request[] requests) {
        Check.running(call);
        Check.argument(call, requests != null, "array_of_request", "null", "an array of requests");
        Request[] all = requests;
        for (Request each : requests) {
            if (each == null) {
                all = withoutNulls(requests);
                break;
            }
        }
        Operations.check(call, all);
        return all;
    }

    private static Request[] withoutNulls(Request[] requests) {
        return Arrays.stream(requests).map(each -> each == null ? NULL : each).toArray(Request[]::new);
    }

    /**
     * Like {@link #Free}.
     */
    @Override
    public void free() {
        free("free");
    }

    /**
     * Like {@link #Cancel}.
     */
    public final void cancel() {
        cancel("cancel");
    }

    /**
     * Like {@link #Is_null}.
     *
     * @return true for a null request
     */
    public boolean isNull() {
        return Is_null();
    }

    /**
     * Like {@link #Wait}.
     *
     * @return source, tag and count of a receive; an empty status for other operations
     */
    public final Status waitStatus() {
        return (Status) await("waitStatus");
    }

    /**
     * Like {@link #Wait}, without a status.
     */
    public final void waitFor() {
        await("waitFor");
    }

    /**
     * Like {@link #Test}.
     *
     * @return the status, or null where the operation has not ended
     */
    public final Status testStatus() {
        return (Status) test("testStatus");
    }

    /**
     * Like {@link #testStatus}, but leaves the request to be completed later.
     *
     * @return the status, or null where the operation has not ended
     */
    public final Status getStatus() {
        return (Status) look("getStatus");
    }

    /**
     * Completes the operation if it has ended.
     *
     * @return whether it has ended
     */
    public final boolean test() {
        return test("test") != null;
    }

    /**
     * Like {@link #Waitany}.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the completed request, with its index
     */
    public static Status waitAnyStatus(Request[] requests) {
        Request[] all = checked("waitAnyStatus", requests);
        return any(all, Operations.awaitAny(all));
    }

    /**
     * Like {@link #Waitany}, without a status.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the index of the completed request, or {@link MPI#UNDEFINED}
     */
    public static int waitAny(Request[] requests) {
        Request[] all = checked("waitAny", requests);
        return any(all, Operations.awaitAny(all)).index;
    }

    /**
     * Like {@link #Testany}.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the status of the completed request, with its index; or null
     */
    public static Status testAnyStatus(Request[] requests) {
        return testAny("testAnyStatus", requests);
    }

    /**
     * Like {@link #Testany}, without a status.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the index of the completed request, or {@link MPI#UNDEFINED}
     */
    public static int testAny(Request[] requests) {
        Status found = testAny("testAny", requests);
        return found == null ? UNDEFINED : found.index;
    }

    /**
     * Like {@link #Waitall}.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request
     */
    public static Status[] waitAllStatus(Request[] requests) {
        return waitAll("waitAllStatus", requests);
    }

    /**
     * Like {@link #Waitall}, without statuses.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     */
    public static void waitAll(Request[] requests) {
        waitAll("waitAll", requests);
    }

    /**
     * Like {@link #Testall}.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return a status for each request, or null
     */
    public static Status[] testAllStatus(Request[] requests) {
        return testAll("testAllStatus", requests);
    }

    /**
     * Like {@link #Testall}, without statuses.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return whether all are complete
     */
    public static boolean testAll(Request[] requests) {
        return testAll("testAll", requests) != null;
    }

    /**
     * Like {@link #Waitsome}.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the statuses of the completed requests, with their indices; or null
     */
    public static Status[] waitSomeStatus(Request[] requests) {
        return waitSome("waitSomeStatus", requests);
    }

    /**
     * Like {@link #Waitsome}, without statuses.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return the indices of the completed requests; null if all are null
     */
    public static int[] waitSome(Request[] requests) {
        return indices(waitSome("waitSome", requests));
    }

    /**
     * Like {@link #waitSomeStatus}, without waiting.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return as {@link #waitSomeStatus}; an array of length 0 if none has ended
     */
    public static Status[] testSomeStatus(Request[] requests) {
        return testSome("testSomeStatus", requests);
    }

    /**
     * Like {@link #waitSome}, without waiting.
     *
     * @param requests requests; some may be null, or null requests such as {@link MPI#REQUEST_NULL}
     * @return as {@link #waitSome}; an array of length 0 if none has ended
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
