package org.rmi4mpi.jpvm;

/**
 * Ends a task from within. Thrown when the task calls System.exit, or uses its environment after it was killed. The
 * task's handlers pass it on; see {@link ExitHandlers}. If it is lost, the next use of an environment throws it again.
 */
public final class TaskExit extends Error {
    private static final long serialVersionUID = 1L;

    private final int status;

    TaskExit(String reason, int status) {
        super(reason, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
