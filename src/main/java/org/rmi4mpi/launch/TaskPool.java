package org.rmi4mpi.launch;

/** What runs programs of {@code --jpvm}; found by {@link java.util.ServiceLoader}. */
public interface TaskPool {
    /**
     * Runs the job, which has started, to its end: at rank 0 the program's main, everywhere what that spawns.
     *
     * @param mainClass null for the console
     * @return the status with which this rank ends
     */
    int run(String mainClass, String[] args);
}
