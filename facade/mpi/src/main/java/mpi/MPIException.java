package mpi;

import org.rmi4mpi.bridge.Mpi;
import org.rmi4mpi.message.data.MessageException;

/**
 * A call of this package that failed: its arguments were wrong, or MPI reported an error. It is unchecked: so programs
 * compile that catch it, as mpiJava and Open MPI's bindings require, and programs that do not, as MPJ Express allows.
 */
public class MPIException extends MessageException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public MPIException() {
        this(null, null);
    }

    /**
     * An exception with a message.
     *
     * @param message the error, in words
     */
    public MPIException(String message) {
        this(message, null);
    }

    /**
     * An exception with a cause, and its message.
     *
     * @param cause the failure behind it
     */
    public MPIException(Throwable cause) {
        this(cause == null ? null : cause.toString(), cause);
    }

    /**
     * An exception with a message and a cause.
     *
     * @param message the error, in words
     * @param cause the failure behind it
     */
    public MPIException(String message, Throwable cause) {
        this(message, cause, 0);
    }

    MPIException(String message, Throwable cause, int code) {
        super(message, cause, code);
    }

    /**
     * The error code.
     *
     * @return MPI's error code, or the error class of a wrong argument; 0 where there is none
     */
    public int getErrorCode() {
        return code();
    }

    /**
     * The class of the error code.
     *
     * @return such as {@link MPI#ERR_RANK}; 0 where there is no code
     */
    public int getErrorClass() {
        return code() == 0 ? 0 : Mpi.errorClass(code());
    }
}
