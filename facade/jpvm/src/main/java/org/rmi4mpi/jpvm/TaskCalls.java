package org.rmi4mpi.jpvm;

import java.io.PrintStream;

/**
 * Replacements for methods that affect the whole process. The classes of tasks call these instead; see
 * {@link TaskRewriter}.
 */
public final class TaskCalls {
    private TaskCalls() {}

    /** Ends the task. The rank continues. Does not return. */
    public static void exit(int status) {
        Task task = Task.current();
        if (task == null) {
            System.exit(status);
        } else {
            throw task.exits(status);
        }
    }

    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    public static void halt(Runtime runtime, int status) {
        exit(status);
    }

    /** Called first by each handler of Throwable and of Error. Throws the exit of a task again. */
    public static void passOnExit(Throwable caught) {
        if (caught instanceof TaskExit exit) {
            throw exit;
        }
    }

    /** The hook runs when the task ends. */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        Task task = Task.current();
        if (task == null) {
            runtime.addShutdownHook(hook);
        } else {
            task.addHook(hook);
        }
    }

    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        Task task = Task.current();
        return task == null ? runtime.removeShutdownHook(hook) : task.removeHook(hook);
    }

    /** The task's {@code System.out}. */
    public static PrintStream out() {
        Task task = Task.current();
        return task == null ? System.out : task.output().out();
    }

    /** The task's {@code System.err}. */
    public static PrintStream err() {
        Task task = Task.current();
        return task == null ? System.err : task.output().err();
    }

    public static void setOut(PrintStream out) {
        Task task = Task.current();
        if (task == null) {
            System.setOut(out);
        } else {
            task.output().setOut(out);
        }
    }

    public static void setErr(PrintStream err) {
        Task task = Task.current();
        if (task == null) {
            System.setErr(err);
        } else {
            task.output().setErr(err);
        }
    }

    public static void setDefaultUncaughtExceptionHandler(Thread.UncaughtExceptionHandler handler) {
        Task task = Task.current();
        if (task == null) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        } else {
            task.uncaughtExceptionHandler(handler);
        }
    }

    /** Does nothing: MPI runs until the end of the job, for the other tasks. */
    public static void Finalize() {}
}
