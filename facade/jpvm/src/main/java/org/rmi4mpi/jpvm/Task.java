package org.rmi4mpi.jpvm;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A program that shares its rank with others: a main class with its own statics, threads and output, and the
 * environments it has constructed. A task ends when its main has returned and its non-daemon threads have ended, or
 * when it exits. Guarded by its monitor.
 */
public final class Task {
    private static final int THREW = 1;
    private static final long THREADS_POLL_MS = 5;
    private static final long LONGEST_POLL_MS = 100;

    private final RankTasks tasks;
    private final String name;
    private final String[] args;
    /** Port of the first environment. */
    private final int port;
    private final int parent;
    /** The rank that spawned this task, and the number of the order there; 0 for none. */
    private final int home;
    private final int order;
    private final TaskLoader loader;
    private final TaskGroup group;
    private final TaskOutput output;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private Set<Thread> hooks = new LinkedHashSet<>();
    private volatile Thread.UncaughtExceptionHandler handler;
    /** Whether the first environment has been constructed. */
    private boolean isEnrolled;
    private volatile TaskExit exit;
    private volatile boolean isOver;
    private volatile int status;

    /** The threads of a task. Threads that these start belong to it too. */
    private static final class TaskGroup extends ThreadGroup {
        private final Task task;

        @SuppressWarnings({"removal", "deprecation"})
        TaskGroup(Task task, ThreadGroup parent) {
            super(parent, "jpvm-" + task.name);
            this.task = task;
            setDaemon(true); // Otherwise the parent group keeps it until JDK 18.
        }

        @Override
        public void uncaughtException(Thread thread, Throwable e) {
            task.uncaught(thread, e);
        }
    }

    Task(RankTasks tasks, ProgramClasses classes, int port, SpawnOrder order) {
        this.tasks = tasks;
        this.port = port;
        name = order.name();
        args = order.args();
        parent = order.parent();
        home = order.home();
        this.order = order.number();
        loader = new TaskLoader(classes, this);
        group = new TaskGroup(this, tasks.threadGroup());
        output = new TaskOutput(tasks.prefixes() ? "[" + name + " #" + port + "] " : null);
    }

    /** The task of the current thread; null if there is none. */
    public static Task current() {
        for (ThreadGroup each = Thread.currentThread().getThreadGroup(); each != null; each = each.getParent()) {
            if (each instanceof TaskGroup ours) {
                return ours.task;
            }
        }
        return ofLoader(Thread.currentThread().getContextClassLoader());
    }

    /** Finds the task of a virtual thread by its context class loader, since such a thread has no group of its own. */
    private static Task ofLoader(ClassLoader first) {
        for (ClassLoader each = first; each != null; each = each.getParent()) {
            if (each instanceof TaskLoader ours) {
                return ours.task();
            }
        }
        return null;
    }

    RankTasks tasks() {
        return tasks;
    }

    public String name() {
        return name;
    }

    /** Port of the task that spawned this one; {@link MailPattern#NOBODY} if none did. */
    public int parent() {
        return parent;
    }

    int port() {
        return port;
    }

    int home() {
        return home;
    }

    int order() {
        return order;
    }

    TaskOutput output() {
        return output;
    }

    int status() {
        return status;
    }

    boolean isOver() {
        return isOver;
    }

    public ClassLoader loader() {
        return loader;
    }

    /** @throws TaskException if there is no such class or method */
    Method main() throws TaskException {
        return MainMethod.find(name, loader, tasks.rank());
    }

    void start(Method main) {
        Thread thread = new Thread(group, () -> run(main), "jpvm-" + name, 0, false);
        thread.setDaemon(false); // So that threads started by it are not daemons by default.
        thread.setContextClassLoader(loader);
        thread.start();
    }

    private void run(Method main) {
        int ended = 0;
        try {
            try {
                main.invoke(null, (Object) args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
            awaitThreads();
        } catch (TaskExit e) {
            ended = e.status();
        } catch (Throwable e) {
            ended = THREW;
            uncaught(Thread.currentThread(), e);
        } finally {
            end(ended);
        }
    }

    /** Waits for the task's non-daemon threads, as a JVM does after main has returned. */
    private void awaitThreads() {
        for (long pause = THREADS_POLL_MS; exit == null && othersLive(); pause = Math.min(2 * pause, LONGEST_POLL_MS)) {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                // The interrupt is not meant for this thread.
            }
        }
        if (exit != null) {
            throw exit;
        }
    }

    private boolean othersLive() {
        for (Thread each : threads()) {
            if (each != Thread.currentThread() && !each.isDaemon()) {
                return true;
            }
        }
        return false;
    }

    private List<Thread> threads() {
        Thread[] found = new Thread[group.activeCount() + 8];
        return List.of(Arrays.copyOf(found, group.enumerate(found)));
    }

    private void end(int withStatus) {
        int last = exit != null ? exit.status() : withStatus;
        status = last;
        try {
            runHooks();
        } catch (Throwable e) {
            uncaught(Thread.currentThread(), e);
        }
        try {
            leave(last);
        } finally {
            isOver = true;
            tasks.ended(this);
        }
    }

    private void leave(int last) {
        if (exit == null) {
            exit = new TaskExit("the task " + name + " has ended", last);
        }
        List<Endpoint> open;
        synchronized (this) {
            open = List.copyOf(endpoints);
        }
        for (Endpoint each : open) {
            each.close(last);
        }
        for (Thread each : threads()) {
            if (each != Thread.currentThread()) {
                each.interrupt();
            }
        }
        output.end();
    }

    private void runHooks() throws InterruptedException {
        Set<Thread> all;
        synchronized (this) {
            all = hooks;
            hooks = null;
        }
        for (Thread each : all) {
            each.start();
        }
        for (Thread each : all) {
            each.join();
        }
    }

    private void uncaught(Thread thread, Throwable e) {
        if (e instanceof TaskExit || exit != null) {
            return; // Errors in its threads no longer matter after the task has ended.
        }
        Thread.UncaughtExceptionHandler own = handler;
        if (own != null) {
            own.uncaughtException(thread, e);
            return;
        }
        try {
            TaskTraces.cut(e);
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            System.err.print("rmi4mpi: rank " + tasks.rank() + ": uncaught exception in task " + described()
                    + ", thread \""
                    + thread.getName() + "\"" + System.lineSeparator() + text);
        } catch (RuntimeException | OutOfMemoryError another) {
            System.err.println("rmi4mpi: uncaught exception in a task, which cannot be printed");
        }
    }

    String described() {
        return name + ", port #" + port;
    }

    // ---- called by the task's threads

    /**
     * Adds an environment.
     *
     * @param givenName null for the name of the task's class
     */
    public Endpoint enrol(String givenName) throws TaskException {
        check();
        boolean isFirst;
        Endpoint endpoint;
        synchronized (this) {
            isFirst = !isEnrolled;
            endpoint = tasks.open(this, isFirst ? port : 0, givenName == null ? name : givenName);
            endpoints.add(endpoint);
            isEnrolled = true;
        }
        if (isFirst && order != 0) {
            tasks.enrolled(this, endpoint);
        }
        return endpoint;
    }

    synchronized boolean isEnrolled() {
        return isEnrolled;
    }

    synchronized void left(Endpoint endpoint) {
        endpoints.remove(endpoint);
    }

    synchronized List<Endpoint> endpoints() {
        return List.copyOf(endpoints);
    }

    /** Throws the exit of this task if it is ending. */
    public void check() {
        TaskExit ended = exit;
        if (ended != null) {
            throw ended;
        }
    }

    /** Whether the task has exited or was killed. */
    boolean isEnding() {
        return exit != null;
    }

    TaskExit exits(int withStatus) {
        return exitsBy("the task has called System.exit(" + withStatus + ")", withStatus);
    }

    private synchronized TaskExit exitsBy(String reason, int withStatus) {
        if (exit == null) {
            exit = new TaskExit(reason, withStatus);
            for (Endpoint each : endpoints) {
                each.mailbox().wakeAll();
            }
            for (Thread each : threads()) {
                if (each != Thread.currentThread()) {
                    each.interrupt();
                }
            }
        }
        return exit;
    }

    /**
     * Ends the task from outside. Its threads end at their next use of an environment, or when they are interrupted.
     */
    void kill(int withStatus) {
        exitsBy("the task was killed", withStatus);
    }

    synchronized void addHook(Thread hook) {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        } else if (!hooks.add(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
    }

    synchronized boolean removeHook(Thread hook) {
        if (hooks == null) {
            throw new IllegalStateException("Shutdown in progress");
        }
        return hooks.remove(hook);
    }

    void uncaughtExceptionHandler(Thread.UncaughtExceptionHandler given) {
        handler = given;
    }

    /**
     * Whether a thread belongs to the task's thread group. Virtual threads do not, nor do threads that run remote
     * methods.
     */
    boolean owns(Thread thread) {
        ThreadGroup each = thread.getThreadGroup();
        while (each != null && each != group) {
            each = each.getParent();
        }
        return each == group;
    }

    /** Whether all threads of the task wait for mail. */
    boolean waitsForMail() {
        int waits = 0;
        for (Endpoint each : endpoints()) {
            waits += each.mailbox().waiting();
        }
        return waits > 0 && group.activeCount() <= waits;
    }
}
