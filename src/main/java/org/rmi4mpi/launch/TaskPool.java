package org.rmi4mpi.launch;

/** Runs programs of {@code --jpvm}. Found by {@link java.util.ServiceLoader}. */
public interface TaskPool {
    /**
     * Runs the started job to its end. Rank 0 runs the program's main, and all ranks run spawned tasks.
     *
     * @param mainClass null for the console
     * @return this rank's exit status
     */
    int run(String mainClass, String[] args);
}
