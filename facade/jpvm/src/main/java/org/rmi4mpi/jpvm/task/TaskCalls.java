package org.rmi4mpi.jpvm.task;

import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * Replacements for methods that affect the whole process. The classes of tasks call these instead; see
 * {@code TaskRewriter}.
 */
public final class TaskCalls {
    private TaskCalls() {}

    /** Ends the task. The rank continues. Does not return. */
    public static void exit(int status) {
        Task current = CurrentTask.get();
        Task task = current == null ? CurrentTask.ofStack() : current;
        if (task == null) {
            System.exit(status);
        } else {
            throw task.exit(status);
        }
    }

    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    public static void halt(Runtime runtime, int status) {
        exit(status);
    }

    /** Called before each Method.invoke. Ends the task if the method would end the JVM. Returns the method. */
    public static Method invoked(Method method, Object target, Object[] args) {
        if (method != null && ExitMethods.has(method)) {
            Integer status = ExitMethods.status(method, target, args);
            if (status != null) {
                exit(status);
            }
        }
        return method;
    }

    public static MethodHandle findStatic(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle found = lookup.findStatic(owner, name, type);
        return ExitMethods.has(owner, name, type) ? ExitMethods.handle(owner, name) : found;
    }

    public static MethodHandle findVirtual(MethodHandles.Lookup lookup, Class<?> owner, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle found = lookup.findVirtual(owner, name, type);
        return ExitMethods.has(owner, name, type) ? ExitMethods.handle(owner, name) : found;
    }

    public static MethodHandle bind(MethodHandles.Lookup lookup, Object receiver, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        MethodHandle found = lookup.bind(receiver, name, type);
        return ExitMethods.has(receiver.getClass(), name, type)
                ? ExitMethods.handle(Runtime.class, name).bindTo(receiver) : found;
    }

    public static MethodHandle unreflect(MethodHandles.Lookup lookup, Method method) throws IllegalAccessException {
        MethodHandle found = lookup.unreflect(method);
        return ExitMethods.has(method) ? ExitMethods.handle(method.getDeclaringClass(), method.getName()) : found;
    }

    /**
     * Called first by each handler of exceptions. Throws the exit of the task if the task is ending, since the exception
     * may be its exit, may wrap it, or may report an interrupt by which the task was to end.
     */
    public static void passOnExit(Throwable caught) {
        if (caught instanceof TaskExit exit) {
            throw exit;
        }
        Task task = CurrentTask.owner();
        TaskExit exit = task == null ? null : task.exitToPassOn();
        if (exit != null) {
            throw exit;
        }
    }

    /** The loader of the task's classes: it finds the whole class path, and the task's own statics. */
    public static ClassLoader getSystemClassLoader() {
        Task task = CurrentTask.get();
        return task == null ? ClassLoader.getSystemClassLoader() : task.loader();
    }

    /** The hook runs when the task ends. */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        Task task = CurrentTask.get();
        if (task == null) {
            runtime.addShutdownHook(hook);
        } else {
            task.hooks().add(hook);
        }
    }

    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        Task task = CurrentTask.get();
        return task == null ? runtime.removeShutdownHook(hook) : task.hooks().remove(hook);
    }

    /** The task's {@code System.out}. */
    public static PrintStream out() {
        Task task = CurrentTask.get();
        return task == null ? System.out : task.output().out();
    }

    /** The task's {@code System.err}. */
    public static PrintStream err() {
        Task task = CurrentTask.get();
        return task == null ? System.err : task.output().err();
    }

    public static void setOut(PrintStream out) {
        Task task = CurrentTask.get();
        if (task == null) {
            System.setOut(out);
        } else {
            task.output().setOut(out);
        }
    }

    public static void setErr(PrintStream err) {
        Task task = CurrentTask.get();
        if (task == null) {
            System.setErr(err);
        } else {
            task.output().setErr(err);
        }
    }

    public static void setDefaultUncaughtExceptionHandler(Thread.UncaughtExceptionHandler handler) {
        Task task = CurrentTask.get();
        if (task == null) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        } else {
            task.setUncaughtExceptionHandler(handler);
        }
    }

    /** Does nothing: MPI runs until the end of the job, for the other tasks. */
    public static void Finalize() {}
}
