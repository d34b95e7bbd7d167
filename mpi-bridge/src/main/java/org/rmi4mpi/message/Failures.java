package org.rmi4mpi.message;

/** Makes the exceptions that programs catch. Declared here; implemented by the face above, and found by ServiceLoader. */
public interface Failures {
    /**
     * @param message null for that of the cause
     * @param cause may be null
     * @param code MPI's error code or class; 0 for none
     */
    MessageException failure(String message, Throwable cause, int code);
}
