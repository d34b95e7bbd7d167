package mpi;

/**
 * A call of this package that failed: its arguments were wrong, or MPI reported an error. Unchecked,
 * so that programs written for mpiJava, which caught it, and for MPJ Express, which need not, compile.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MPIException() {}

    public MPIException(String message) {
        super(message);
    }

    public MPIException(Throwable cause) {
        super(cause);
    }

    public MPIException(String message, Throwable cause) {
        super(message, cause);
    }
}
