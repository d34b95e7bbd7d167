package org.rmi4mpi.jpvm.pack;

/** A request of a task failed. The message gives the reason, the values and the expectation. */
public final class TaskException extends Exception {
    private static final long serialVersionUID = 1L;

    public TaskException(String message) {
        super(message);
    }

    public TaskException(String message, Throwable cause) {
        super(message, cause);
    }
}
