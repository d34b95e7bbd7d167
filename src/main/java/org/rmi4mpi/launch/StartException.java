package org.rmi4mpi.launch;

/** A program cannot be started as the command line has it. Its message is for who wrote that: it has no stack. */
final class StartException extends Exception {
    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message, null, false, false);
    }
}
