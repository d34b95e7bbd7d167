package org.rmi4mpi.message.data;

import org.rmi4mpi.bridge.Job;

/** What follows an error: the program gets the exception, or the job ends. Any thread may call. */
public final class ErrorHandler {
    /** That of MPI_COMM_WORLD. It also handles the errors that belong to no communicator. */
    public static final ErrorHandler WORLD = new ErrorHandler("communicator");
    private static final int FAILED = 1;

    private final String owner;
    private volatile boolean isFatal;

    /** @param owner such as "communicator" */
    public ErrorHandler(String owner) {
        this.owner = owner;
    }

    /** Whether an error ends the job. */
    public boolean isFatal() {
        return isFatal;
    }

    public void setFatal(boolean fatal) {
        isFatal = fatal;
    }

    /** Returns the exception to throw. Ends the job instead where errors are fatal. */
    public MessageException raised(MessageException e) {
        if (isFatal) {
            System.err.println("rmi4mpi: rank " + Job.rank() + " of " + Job.size() + " on host " + Job.host() + ": "
                    + e.getMessage() + "; the " + owner + "'s error handler is MPI.ERRORS_ARE_FATAL; the job ends");
            Job.abort(FAILED);
        }
        return e;
    }
}
