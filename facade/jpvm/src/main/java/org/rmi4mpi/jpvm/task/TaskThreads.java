package org.rmi4mpi.jpvm.task;

import java.util.Arrays;
import java.util.List;

/** The threads of a task: its main, and the threads that these have started. Used by any thread. */
final class TaskThreads {
    private static final long POLL_MS = 5;
    private static final long LONGEST_POLL_MS = 100;

    private final Task task;
    private final Group group;
    private volatile Thread main;

    private static final class Group extends ThreadGroup {
        private final Task task;

        @SuppressWarnings({"removal", "deprecation"})
        Group(Task task, ThreadGroup parent) {
            super(parent, "jpvm-" + task.name());
            this.task = task;
            setDaemon(true); // Otherwise the parent group keeps it until JDK 18.
        }

        @Override
        public void uncaughtException(Thread thread, Throwable e) {
            task.uncaught(thread, e);
        }
    }

    TaskThreads(Task task, ThreadGroup parent) {
        this.task = task;
        group = new Group(task, parent);
    }

    /** The task whose group a thread belongs to; null if there is none. */
    static Task ownerOf(Thread thread) {
        for (ThreadGroup each = thread.getThreadGroup(); each != null; each = each.getParent()) {
            if (each instanceof Group ours) {
                return ours.task;
            }
        }
        return null;
    }

    /**
     * Whether a thread belongs to the group of this task. Virtual threads and threads that run remote methods do not.
     */
    boolean owns(Thread thread) {
        return ownerOf(thread) == task;
    }

    void startMain(Runnable run, ClassLoader loader) {
        main = new Thread(group, run, "jpvm-" + task.name(), 0, false);
        main.setDaemon(false); // So that threads started by it are not daemons by default.
        main.setContextClassLoader(loader);
        main.start();
    }

    /** The program's innermost frame on the stack of main; null if main has ended, or was not started. */
    StackTraceElement placeOfMain() {
        Thread thread = main;
        StackTraceElement[] frames = thread == null ? new StackTraceElement[0] : thread.getStackTrace();
        return Arrays.stream(frames)
                .filter(each -> each.getModuleName() == null)
                .findFirst()
                .orElse(frames.length == 0 ? null : frames[0]);
    }

    int count() {
        return group.activeCount();
    }

    /** Waits until the other threads have ended, except daemons. Returns early if the task is to end. */
    void awaitOthers() {
        for (long pause = POLL_MS; !task.isEnding() && othersLive(); pause = Math.min(2 * pause, LONGEST_POLL_MS)) {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                // The interrupt is not meant for this thread.
            }
        }
    }

    /** Whether another thread of the task lives that is not a daemon. */
    boolean othersLive() {
        return all().stream().anyMatch(each -> each != Thread.currentThread() && !each.isDaemon());
    }

    void interruptOthers() {
        for (Thread each : all()) {
            if (each != Thread.currentThread()) {
                each.interrupt();
            }
        }
    }

    private List<Thread> all() {
        Thread[] found = new Thread[group.activeCount() + 8];
        return List.of(Arrays.copyOf(found, group.enumerate(found)));
    }
}
