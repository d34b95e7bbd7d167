package org.rmi4mpi.message.data;

/** Makes the exceptions that programs catch. The face above implements it, and ServiceLoader finds that class. */
public interface Failures {
    /**
     * @param message null to take the cause's message
     * @param cause may be null
     * @param code MPI's error code or class; 0 for none
     */
    MessageException failure(String message, Throwable cause, int code);
}
