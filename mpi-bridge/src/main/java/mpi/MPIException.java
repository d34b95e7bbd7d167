package mpi;

/**
 * A call of this package that failed: its arguments were wrong, or MPI reported an error. Unchecked,
 * so that programs written for mpiJava, which caught it, and for MPJ Express, which need not, compile.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public MPIException() {}

    /**
     * An exception with a message.
     *
     * @param message what is wrong with the call
     */
    public MPIException(String message) {
        super(message);
    }

    /**
     * An exception with a cause, and its message.
     *
     * @param cause what has failed
     */
    public MPIException(Throwable cause) {
        super(cause);
    }

    /**
     * An exception with a message and a cause.
     *
     * @param message what is wrong with the call
     * @param cause what has failed
     */
    public MPIException(String message, Throwable cause) {
        super(message, cause);
    }
}
