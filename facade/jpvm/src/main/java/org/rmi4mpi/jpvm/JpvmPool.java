package org.rmi4mpi.jpvm;

import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.task.SpawnOrder;
import org.rmi4mpi.jpvm.task.Task;
import org.rmi4mpi.jpvm.task.TaskOutput;
import org.rmi4mpi.launch.TaskPool;

/** Runs the tasks of a job started by {@code rmi4mpirun --jpvm}. */
public final class JpvmPool implements TaskPool {
    private static final int NOT_STARTED = 1;

    @Override
    public int run(String mainClass, String[] args) {
        Pool pool = Pool.current();
        TaskOutput.route();
        int status;
        pool.tasks().beginWait();
        try {
            status = pool.rank() != 0 ? awaitEnd(pool)
                    : mainClass == null ? runConsole(pool) : runMain(pool, mainClass, args);
        } catch (TaskException e) {
            System.err.println("rmi4mpi: " + e.getMessage());
            return NOT_STARTED;
        } finally {
            pool.tasks().endWait();
        }
        return status;
    }

    private static int awaitEnd(Pool pool) {
        pool.tasks().awaitClose();
        pool.tasks().killAll();
        return 0;
    }

    /** Runs main, and returns its status when the job is over. */
    private static int runMain(Pool pool, String mainClass, String[] args) throws TaskException {
        Task main = pool.tasks().start(new SpawnOrder(mainClass, args, MailPattern.NOBODY, pool.rank(), 0));
        pool.end().await(main::isOver);
        pool.tasks().killAll();
        return pool.end().isHalted() ? 0 : main.status();
    }

    /** Runs the console, and returns when the job is over. */
    private static int runConsole(Pool pool) {
        Console console = new Console(pool, System.out);
        Thread reader = new Thread(console, "jpvm-console");
        reader.setDaemon(true); // It may still be reading when the job is over.
        reader.start();
        pool.end().await(console::isOver);
        pool.tasks().killAll();
        return 0;
    }
}
