package org.rmi4mpi.launch;

import java.util.ServiceLoader;
import org.rmi4mpi.bridge.Job;

/**
 * A program of {@code --jpvm}: rank 0 runs its main as a task, and all ranks are a pool for those it spawns. Stateless.
 */
public final class JpvmProgram {
    private static final String WANTED = "rmi4mpi.jpvm";
    private static final String CONSOLE = "rmi4mpi.jpvm.console";

    private JpvmProgram() {}

    /** Whether the launcher was called with --jpvm. */
    public static boolean isWanted() {
        return Boolean.getBoolean(WANTED);
    }

    /** Whether there is a console in place of a main. */
    static boolean isConsole() {
        return isWanted() && Boolean.getBoolean(CONSOLE);
    }

    /** Does not return. */
    static void run(String mainClass, String[] args) {
        Job.start();
        TaskPool pool = ServiceLoader.load(TaskPool.class).findFirst().orElseThrow(() -> new IllegalStateException(
                "--jpvm needs rmi4mpi-jpvm.jar on the class path, beside rmi4mpi-core.jar"));
        int status = pool.run(mainClass, args);
        Job.finishOnce();
        System.exit(status);
    }
}
