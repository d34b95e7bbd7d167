package org.rmi4mpi.message.data;

/** A call that failed: its arguments were wrong, or MPI reported an error. The face above has a subclass of it. */
public class MessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    public MessageException(String message, Throwable cause, int code) {
        super(message);
        if (cause != null) {
            initCause(cause);
        }
        this.code = code;
    }

    /** MPI's error code, or the error class of a wrong argument; 0 where there is none. */
    protected final int code() {
        return code;
    }
}
