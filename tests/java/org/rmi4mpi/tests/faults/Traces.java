package org.rmi4mpi.tests.faults;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Traces of errors and threads, as text. Stateless. */
final class Traces {
    private static final int FRAMES = 8;
    private static final int FRAMES_OF_THREAD = 20;
    private static final Pattern OF_JVM =
            Pattern.compile(
                    "main|promises|Finalizer|Reference Handler|Common-Cleaner|Signal Dispatcher|Notification Thread");

    /** Methods in which threads wait for work. */
    private static final Set<String> IDLE = Set.of("getTask", "waitAsSpare", "takeBatch");

    private Traces() {}

    static boolean isInInitializer(Throwable error) {
        for (StackTraceElement frame : error.getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                return true;
            }
        }
        return false;
    }

    /** The innermost frames of our classes on one line, without those of tests. */
    static String ours(Throwable error) {
        StringBuilder text = new StringBuilder();
        int frames = 0;
        for (StackTraceElement frame : error.getStackTrace()) {
            boolean isOurs = frame.getClassName().startsWith("org.rmi4mpi.") || frame.getClassName().startsWith("mpi.");
            if (isOurs && !frame.getClassName().startsWith("org.rmi4mpi.tests.") && frames++ < FRAMES) {
                text.append(text.isEmpty() ? "" : " < ").append(frame(frame));
            }
        }
        return text.toString();
    }

    static String frame(StackTraceElement frame) {
        return frame.getClassName().replace("org.rmi4mpi.", "") + "." + frame.getMethodName() + ":"
                + frame.getLineNumber();
    }

    private static boolean isIdle(StackTraceElement[] trace) {
        for (StackTraceElement frame : trace) {
            if (IDLE.contains(frame.getMethodName())) {
                return true;
            }
        }
        return trace.length == 0;
    }

    /** The stacks of all threads of this process, except irrelevant ones. */
    static String allThreads() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            if (OF_JVM.matcher(each.getKey().getName()).matches() || isIdle(each.getValue())) {
                continue;
            }
            text.append("  \"").append(each.getKey().getName()).append("\" ").append(each.getKey().getState())
                    .append('\n');
            int frames = 0;
            for (StackTraceElement frame : each.getValue()) {
                if (frames++ < FRAMES_OF_THREAD) {
                    text.append("      ").append(frame).append('\n');
                }
            }
        }
        return text.toString();
    }
}
