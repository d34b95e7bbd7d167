package mpi;

import org.rmi4mpi.message.Communicator;
import org.rmi4mpi.message.Operations;
import org.rmi4mpi.message.PointToPoint;
import org.rmi4mpi.message.SendMode;
import org.rmi4mpi.message.data.Check;
import org.rmi4mpi.message.data.Span;

/** A send or a receive that is described once and started many times. Source: mpiJava 1.2, after MPI 1.1, 3.9. */
public class Prequest extends Request implements Operations.Repeated {
    /** The operations that are started. */
    private enum Kind {
        SEND,
        BUFFERED_SEND,
        RECEIVE
    }

    private final Kind kind;
    private final Communicator comm;
    private final SendMode mode;
    private final Span span;
    private final int peer;
    private final int tag;
    /** Room for a buffered send where the program has attached none. */
    private final int unattached;

    private Prequest(Kind kind, Communicator comm, SendMode mode, Span span, int peer, int tag, int unattached) {
        this.kind = kind;
        this.comm = comm;
        this.mode = mode;
        this.span = span;
        this.peer = peer;
        this.tag = tag;
        this.unattached = unattached;
    }

    static Prequest send(Communicator comm, SendMode mode, Span span, int dest, int tag) {
        PointToPoint.checkSend(comm, span, dest, tag);
        return new Prequest(Kind.SEND, comm, mode, span, dest, tag, 0);
    }

    static Prequest sendBuffered(Communicator comm, Span span, int dest, int tag, int unattached) {
        PointToPoint.checkSend(comm, span, dest, tag);
        return new Prequest(Kind.BUFFERED_SEND, comm, SendMode.STANDARD, span, dest, tag, unattached);
    }

    static Prequest receive(Communicator comm, Span span, int source, int tag) {
        PointToPoint.checkReceive(comm, span, source, tag);
        return new Prequest(Kind.RECEIVE, comm, SendMode.STANDARD, span, source, tag, 0);
    }

    /** Starts the operation. The one that was started before must be complete. */
    public void Start() {
        start("Start");
    }

    private synchronized void start(String call) {
        Check.running(call);
        Check.live(call, !isFreed(), "request", "");
        Check.argument(call, !isActive(), "request", "active", "one that is not active: complete it first");
        switch (kind) {
            case SEND -> PointToPoint.send(this, comm, mode, span, peer, tag);
            case RECEIVE -> PointToPoint.receive(this, comm, span, peer, tag);
            default -> PointToPoint.startBuffered(this, comm, span, peer, tag, unattached);
        }
    }

    /**
     * Starts all of the requests. Null elements of the array are skipped.
     *
     * @param array_of_request requests that are not active
     */
    public static void Startall(Prequest[] array_of_request) {
        startAll("Startall", array_of_request);
    }

    private static void startAll(String call, Prequest[] requests) {
        Check.running(call);
        Check.argument(call, requests != null, "array_of_request", "null", "an array of requests");
        for (Prequest request : requests) {
            if (request != null) {
                request.start("Start");
            }
        }
    }

    /** Whether the request was freed. An inactive request can still be started, and is not a null request. */
    @Override
    public boolean Is_null() {
        return isFreed();
    }

    /**
     * Like {@link #Start}.
     */
    public final void start() {
        start("start");
    }

    /**
     * Like {@link #Startall}.
     *
     * @param requests requests that are not active; null elements are skipped
     */
    public static void startAll(Prequest[] requests) {
        startAll("startAll", requests);
    }
}
