package org.rmi4mpi.jpvm.task;

import java.util.Arrays;
import org.rmi4mpi.launch.MainMethod;

/** Shortens the stack traces of tasks, so that they end with main. Stateless. */
final class TaskTraces {
    private TaskTraces() {}

    /** Removes the frames below main from a stack trace. */
    static void cut(Throwable first) {
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
}
