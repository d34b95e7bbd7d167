package org.rmi4mpi.jpvm.task;

/**
 * Ends a thread of a task. Thrown when the task calls System.exit, and when a thread uses an environment after the task has
 * exited or was killed. The task's handlers pass it on; see {@code ExitHandlers}. If it is lost, the next use of an
 * environment throws it again.
 */
public final class TaskExit extends Error {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final boolean isKill;

    /** @param isKill whether the task was killed from outside */
    TaskExit(String reason, int status, boolean isKill) {
        super(reason, null, false, false);
        this.status = status;
        this.isKill = isKill;
    }

    boolean isKill() {
        return isKill;
    }

    int status() {
        return status;
    }
}
