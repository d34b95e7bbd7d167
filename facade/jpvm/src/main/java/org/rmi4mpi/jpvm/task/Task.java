package org.rmi4mpi.jpvm.task;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.rewrite.ProgramClasses;
import org.rmi4mpi.launch.MainMethod;

/**
 * A program that shares its rank with others: a main class with its own statics, threads and output, and the
 * environments it has constructed. A task ends when its main has returned and its non-daemon threads have ended, or
 * when it exits. Guarded by its monitor.
 */
public final class Task implements Endpoint.Owner {
    private static final int THREW = 1;

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
    private final TaskThreads threads;
    private final TaskOutput output;
    private final List<Environment> environments = new ArrayList<>();
    private final ExitHooks hooks = new ExitHooks();
    private volatile Thread.UncaughtExceptionHandler handler;
    /** Whether the first environment has been constructed. */
    private boolean isEnrolled;
    /** Why the task ends; null while it does not end. */
    private volatile TaskExit exit;
    /** Gives the task up if its main does not end; null if the task has not been told to end. */
    private Future<?> overdue;
    /** Whether a thread runs the hooks and closes the environments, or has done so. */
    private boolean isLeaving;
    private volatile boolean isOver;
    private volatile int status;

    Task(RankTasks tasks, ProgramClasses classes, int port, SpawnOrder order) {
        this.tasks = tasks;
        this.port = port;
        name = order.name();
        args = order.args();
        parent = order.parent();
        home = order.home();
        this.order = order.number();
        loader = new TaskLoader(classes, this);
        threads = new TaskThreads(this, tasks.threadGroup());
        output = new TaskOutput(tasks.prefixes() ? "[" + name + " #" + port + "] " : null);
    }

    public String name() {
        return name;
    }

    /** Port of the task that spawned this one; {@link MailPattern#NOBODY} if none did. */
    public int parent() {
        return parent;
    }

    public int port() {
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

    public int status() {
        return status;
    }

    public boolean isOver() {
        return isOver;
    }

    public ClassLoader loader() {
        return loader;
    }

    /** @throws TaskException if there is no such class or method */
    MainMethod main() throws TaskException {
        return TaskMain.find(name, loader, tasks.rank());
    }

    void start(MainMethod main) {
        threads.startMain(() -> run(main), loader);
    }

    private void run(MainMethod main) {
        int ended = THREW;
        boolean endsElsewhere = false;
        tasks.probe().taskBegins();
        try {
            ended = statusOf(main);
            if (ended == 0 && threads.othersLive()) {
                endsElsewhere = tasks.overdue().runElsewhere(name, this::endAfterOthers);
                if (!endsElsewhere) {
                    threads.awaitOthers();
                }
            }
        } finally {
            tasks.probe().taskEnds();
            if (!endsElsewhere) {
                end(ended);
            }
        }
    }

    private int statusOf(MainMethod main) {
        try {
            main.run(args);
            return 0;
        } catch (TaskExit e) {
            return e.status();
        } catch (Throwable e) {
            handle(e);
            return THREW;
        }
    }

    /** Gives an exception of main to its handler. As in a JVM, exceptions of the handler are ignored. */
    private static void handle(Throwable e) {
        Thread main = Thread.currentThread();
        try {
            main.getUncaughtExceptionHandler().uncaughtException(main, e); // By default that of the group.
        } catch (Throwable another) {
            // It may be the exit of the task.
        }
    }

    /** Waits for the other threads, as a JVM does after main has returned. They may join the thread of main. */
    private void endAfterOthers() {
        try {
            threads.awaitOthers();
        } finally {
            end(0);
        }
    }

    /** Ends the task. Does nothing if it has ended already. */
    private void end(int withStatus) {
        int last;
        synchronized (this) {
            if (isLeaving) {
                return;
            }
            isLeaving = true;
            last = exit != null ? exit.status() : withStatus;
            status = last;
            if (overdue != null) {
                overdue.cancel(false);
            }
        }
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

    /** As in a JVM, hooks may take as long as they want. Those of a task that was killed may not. */
    private void runHooks() {
        TaskExit ended = exit;
        Thread late = hooks.run(ended != null && ended.isKill() ? OverdueEnds.PATIENCE_S : Long.MAX_VALUE);
        if (late != null) {
            System.err
                    .println("rmi4mpi: rank " + tasks.rank() + ": the hook \"" + late.getName() + "\" of " + described()
                            + " still runs " + OverdueEnds.PATIENCE_S + " s after " + ended.getMessage()
                            + ": the task ends without it");
        }
    }

    /** Ends the task although its main goes on. */
    private void giveUp() {
        StackTraceElement place = threads.placeOfMain();
        synchronized (this) {
            if (isLeaving || place == null) {
                return;
            }
        }
        System.err.println("rmi4mpi: rank " + tasks.rank() + ": " + described() + " still runs "
                + OverdueEnds.PATIENCE_S
                + " s after " + exit.getMessage() + ", at " + place
                + ": Java cannot stop a thread that neither uses its"
                + " environment nor ends when it is interrupted. The rank has given the task up: its environments are"
                + " closed, and the job does not wait for it. The thread takes its core until it returns, or the job ends");
        end(exit.status());
    }

    private void leave(int last) {
        if (exit == null) {
            exit = new TaskExit("the task " + name + " has ended", last, false);
        }
        for (Endpoint each : endpoints()) {
            each.close(last);
        }
        threads.interruptOthers();
        output.end();
    }

    void uncaught(Thread thread, Throwable e) {
        if (e instanceof TaskExit || exit != null) {
            return; // Errors in its threads no longer matter after the task has ended.
        }
        Thread.UncaughtExceptionHandler own = handler;
        if (own != null) {
            own.uncaughtException(thread, e);
            return;
        }
        try {
            cutTraces(e);
            StringWriter text = new StringWriter();
            e.printStackTrace(new PrintWriter(text, true));
            System.err.print("rmi4mpi: rank " + tasks.rank() + ": uncaught exception in task " + described()
                    + ", thread \""
                    + thread.getName() + "\"" + System.lineSeparator() + text);
        } catch (RuntimeException | OutOfMemoryError another) {
            System.err.println("rmi4mpi: uncaught exception in a task, which cannot be printed");
        }
    }

    /** Removes the frames below main from the stack traces of an exception and its causes. */
    private static void cutTraces(Throwable first) {
        int depth = 0;
        for (Throwable e = first; e != null && depth < 100; e = e.getCause(), depth++) {
            StackTraceElement[] frames = e.getStackTrace();
            int end = frames.length;
            while (end > 0 && isBeneathMain(frames[end - 1])) {
                end--;
            }
            if (end > 0) {
                e.setStackTrace(Arrays.copyOf(frames, end));
            }
        }
    }

    private static boolean isBeneathMain(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith(Task.class.getName()) || name.equals("java.lang.Thread") || MainMethod.isOfRun(frame);
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
    public Environment enrol(String givenName) throws TaskException {
        check();
        boolean isFirst;
        Environment environment;
        synchronized (this) {
            isFirst = !isEnrolled;
            environment = tasks.open(this, isFirst ? port : 0, givenName == null ? name : givenName);
            environments.add(environment);
            isEnrolled = true;
        }
        if (isFirst && order != 0) {
            tasks.enrolled(this, environment.endpoint());
        }
        return environment;
    }

    synchronized boolean isEnrolled() {
        return isEnrolled;
    }

    @Override
    public void leave(Endpoint endpoint) {
        environment(endpoint).groups().leaveAll();
        synchronized (this) {
            environments.removeIf(each -> each.endpoint() == endpoint);
        }
    }

    private synchronized Environment environment(Endpoint endpoint) {
        return environments.stream().filter(each -> each.endpoint() == endpoint).findFirst().orElseThrow();
    }

    synchronized List<Endpoint> endpoints() {
        return environments.stream().map(Environment::endpoint).toList();
    }

    @Override
    public void check() {
        TaskExit ended = exit;
        if (ended != null) {
            throw ended;
        }
    }

    /** Whether the task has exited or was killed. */
    @Override
    public boolean isEnding() {
        return exit != null;
    }

    TaskExit exit(int withStatus) {
        return exit("it called System.exit(" + withStatus + ")", withStatus, false);
    }

    private synchronized TaskExit exit(String reason, int withStatus, boolean isKill) {
        if (exit == null || overdue == null && !isLeaving) {
            Dispatcher.requireStack(); // A task that has an exit has to be watched, and its threads have to wake.
            if (exit == null) {
                exit = new TaskExit(reason, withStatus, isKill);
            }
            if (!isLeaving) {
                overdue = tasks.overdue().watch(name, this::giveUp);
            }
            for (Environment each : environments) {
                each.endpoint().wakeAll();
            }
            threads.interruptOthers();
        }
        return exit;
    }

    /** The exit of this task if it is ending; otherwise null. Handlers of hooks, and of other threads meanwhile, go on. */
    TaskExit exitToPassOn() {
        TaskExit ended = exit;
        return ended == null || hooks.areRunning() ? null : ended;
    }

    /**
     * Ends the task from outside. Each of its threads ends at its next use of an environment, or when it handles an
     * exception, such as that of the interrupt.
     */
    void kill(int withStatus) {
        exit("it was killed", withStatus, true);
    }

    ExitHooks hooks() {
        return hooks;
    }

    void setUncaughtExceptionHandler(Thread.UncaughtExceptionHandler given) {
        handler = given;
    }

    TaskThreads threads() {
        return threads;
    }

    @Override
    public boolean owns(Thread thread) {
        return threads.owns(thread);
    }

    /** Whether the task or one of its environments has this port. */
    boolean has(int wanted) {
        return port == wanted || endpoints().stream().anyMatch(each -> each.port() == wanted);
    }

    /** The states of its environments; that of the task alone while it has none. */
    List<TaskInfo> states() {
        List<Endpoint> all = endpoints();
        if (all.isEmpty()) {
            return List.of(new TaskInfo(name, port, parent, false, isEnding()));
        }
        boolean waits = waitsForMail(all);
        return all.stream().map(each -> new TaskInfo(each.name(), each.port(), parent, waits, isEnding())).toList();
    }

    /** Whether all threads of the task wait for mail. */
    private boolean waitsForMail(List<Endpoint> all) {
        int waits = all.stream().mapToInt(Endpoint::waiting).sum();
        return waits > 0 && threads.count() <= waits;
    }
}
