package mpi;

import java.util.function.Consumer;

/** A send or a receive that is described once and started many times. Source: mpiJava 1.2, after MPI 1.1, 3.9. */
public class Prequest extends Request {
    private final Consumer<Request> starter;

    Prequest(Consumer<Request> starter) {
        this.starter = starter;
    }

    /** Starts the operation; it must be complete since the last time. */
    public synchronized void Start() {
        Check.running("Start");
        Check.argument("Start", !isFreed(), "request", "freed", "a request that was not freed");
        Check.argument("Start", !isActive(), "request", "active", "one that is complete since it was started last");
        starter.accept(this);
    }

    /**
     * Starts all of the requests; elements of the array that are null are passed over.
     *
     * @param array_of_request requests that are not active
     */
    public static void Startall(Prequest[] array_of_request) {
        Check.running("Startall");
        Check.argument("Startall", array_of_request != null, "array_of_request", "null", "an array of requests");
        for (Prequest request : array_of_request) {
            if (request != null) {
                request.Start();
            }
        }
    }

    /** A request that is not active can still be started: it is null when it was freed. */
    @Override
    public boolean Is_null() {
        return isFreed();
    }
}
