package org.rmi4mpi.jpvm;

import java.io.PrintStream;

/** What the classes of a task call in place of methods that concern its whole process; see {@link TaskRewriter}. */
public final class TaskCalls {
    private TaskCalls() {}

    /** Ends the task; the rank goes on. Does not return. */
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

    /** {@code System.out}, as the task has it. */
    public static PrintStream out() {
        Task task = Task.current();
        return task == null ? System.out : task.output().out();
    }

    /** {@code System.err}, as the task has it. */
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

    /** MPI goes on until the job ends, for the other tasks. */
    public static void Finalize() {}
}
