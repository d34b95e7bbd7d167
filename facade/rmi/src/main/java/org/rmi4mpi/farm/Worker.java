package org.rmi4mpi.farm;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** A thread that runs tasks. */
final class Worker extends Thread {
    /** A task that used less between two looks waits for something, which it polls now and then. */
    private static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Workers workers;
    /** Null between tasks. Written by the worker itself. */
    private volatile HostedTask task;
    private volatile boolean awaitsTask;
    /** Whether the task used hardly any processor time between two looks. Guarded by the workers, like what follows. */
    private boolean isSlack;
    /** Processor time at the last look; -1 if there was none during the task. */
    private long usedNs = -1;

    Worker(Workers workers, String name) {
        super(null, null, name, 0, false); // tasks of anybody inherit no thread-locals
        this.workers = workers;
        setDaemon(true);
    }

    /** The worker that this thread is; null if it is none. */
    static Worker current() {
        return Thread.currentThread() instanceof Worker worker ? worker : null;
    }

    /** The depth of tasks that this thread submits: see {@link TaskHost#enqueue}. */
    static int depthOfNext() {
        Worker worker = current();
        HostedTask running = worker == null ? null : worker.task;
        return running == null ? 0 : running.depth() + 1;
    }

    /** A wait of the running task for another one. */
    interface Wait {
        void end();
    }

    /** Begins such a wait, if this thread is a worker. The rank runs another task meanwhile. */
    static Wait await() {
        Worker worker = current();
        if (worker == null) {
            return () -> {};
        }
        boolean before = worker.awaitsTask;
        worker.awaitsTask = true;
        worker.workers.replace();
        return () -> worker.awaitsTask = before;
    }

    /** Whether the thread runs a task that uses no core now. */
    boolean isWaiting() {
        return awaitsTask || isSlack || getState() != State.RUNNABLE;
    }

    /** Looks at the processor time that the task has used since the last look. */
    void lookAtTime() {
        long now = ManagementFactory.getThreadMXBean().getThreadCpuTime(getId());
        isSlack = usedNs >= 0 && now - usedNs < SLACK_NS;
        usedNs = now;
    }

    /** Gets a task, which it runs next. */
    void begin(HostedTask next) {
        task = next;
        isSlack = false;
        usedNs = -1;
    }

    boolean runsTaskOf(long executor) {
        HostedTask running = task;
        return running != null && running.isOf(executor);
    }

    @Override
    public void run() {
        while (takesTask()) {
            try {
                task.run();
            } catch (Throwable e) {
                // Completing it failed, for lack of memory or stack: the crew tells its submitter.
            } finally {
                task = null;
                workers.end(this);
            }
        }
    }

    /** Waits for a task. Returns false when the thread shall end. */
    private boolean takesTask() {
        while (true) {
            try {
                return workers.take(this);
            } catch (OutOfMemoryError e) {
                // goes on, since tasks that wait count on this thread
            }
        }
    }
}
