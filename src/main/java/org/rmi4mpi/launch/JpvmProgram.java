package org.rmi4mpi.launch;

import java.util.ServiceLoader;
import org.rmi4mpi.bridge.Job;

/**
 * A program run with {@code --jpvm}. Rank 0 runs its main as a task. All ranks form a pool for spawned tasks.
 * Stateless.
 */
public final class JpvmProgram {
    private JpvmProgram() {}

    /** Whether the launcher was given --jpvm. */
    public static boolean isWanted() {
        return Options.JPVM.isSet();
    }

    /** Whether a console runs instead of a main class. */
    static boolean isConsole() {
        return isWanted() && Options.CONSOLE.isSet();
    }

    /** Runs the program, and exits. Does not return. */
    static void run(String mainClass, String[] args) {
        RankJob.start();
        TaskPool pool = ServiceLoader.load(TaskPool.class).findFirst().orElseThrow(() -> new IllegalStateException(
                "--jpvm needs rmi4mpi-jpvm.jar on the class path, beside rmi4mpi-core.jar"));
        int status = pool.run(mainClass, args);
        Job.finishOnce();
        System.exit(status);
    }
}
