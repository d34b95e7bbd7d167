package org.rmi4mpi.launch;

/**
 * A program cannot be started as the command line says. The message is meant for the user, so it has no stack trace.
 */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message, null, false, false);
    }
}
