package mpi;

import org.rmi4mpi.message.data.Failures;
import org.rmi4mpi.message.data.MessageException;

/** Makes the exceptions of this package for the engine, which finds this class by ServiceLoader. */
public final class MpiFailures implements Failures {
    /** Called by ServiceLoader. */
    public MpiFailures() {}

    @Override
    public MessageException failure(String message, Throwable cause, int code) {
        return new MPIException(message, cause, code);
    }
}
