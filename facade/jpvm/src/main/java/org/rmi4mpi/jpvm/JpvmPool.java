package org.rmi4mpi.jpvm;

import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.launch.TaskPool;

/** Runs the tasks of a job started by {@code rmi4mpirun --jpvm}. */
public final class JpvmPool implements TaskPool {
    private static final int NOT_STARTED = 1;

    @Override
    public int run(String mainClass, String[] args) {
        RankTasks tasks = RankTasks.current();
        TaskOutput.route();
        if (tasks.rank() != 0) {
            return tasks.awaitEnd();
        }
        if (mainClass == null) {
            return tasks.runConsole();
        }
        try {
            return tasks.runMain(mainClass, args);
        } catch (TaskException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            return NOT_STARTED;
        }
    }
}
