package org.rmi4mpi.jpvm;

/** What a task has asked for cannot be done; the message says why, with values and what was expected. */
public final class TaskException extends Exception {
    private static final long serialVersionUID = 1L;

    public TaskException(String message) {
        super(message);
    }

    public TaskException(String message, Throwable cause) {
        super(message, cause);
    }
}
