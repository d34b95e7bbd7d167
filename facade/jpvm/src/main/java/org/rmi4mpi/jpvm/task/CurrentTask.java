package org.rmi4mpi.jpvm.task;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** Finds the task that a thread works for. Stateless. */
public final class CurrentTask {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CurrentTask() {}

    /** The task of the current thread; null if there is none. */
    public static Task get() {
        Thread thread = Thread.currentThread();
        if (isShared(thread)) {
            return ofStack();
        }
        Task task = TaskThreads.ownerOf(thread);
        // A virtual thread has no group of its own.
        return task == null ? ofLoader(thread.getContextClassLoader()) : task;
    }

    /** Workers of the common pool work for all tasks. They are in the group of the task that happened to start them. */
    private static boolean isShared(Thread thread) {
        return thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool();
    }

    /** The task whose group the current thread belongs to, and works for alone; null if there is none. */
    static Task owner() {
        Thread thread = Thread.currentThread();
        return isShared(thread) ? null : TaskThreads.ownerOf(thread);
    }

    /** The task that has defined the innermost class of a task on the current thread's stack; null if there is none. */
    static Task ofStack() {
        return STACK.walk(frames -> frames.map(each -> ofLoader(each.getDeclaringClass().getClassLoader()))
                .filter(each -> each != null)
                .findFirst()
                .orElse(null));
    }

    private static Task ofLoader(ClassLoader first) {
        for (ClassLoader each = first; each != null; each = each.getParent()) {
            if (each instanceof TaskLoader ours) {
                return ours.task();
            }
        }
        return null;
    }
}
