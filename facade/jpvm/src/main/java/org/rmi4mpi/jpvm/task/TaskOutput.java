package org.rmi4mpi.jpvm.task;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.rmi4mpi.launch.LineOutput;
import org.rmi4mpi.launch.LinePrintStream;
import org.rmi4mpi.launch.WholeLines;

/**
 * Standard output and standard error of a task. Initially they write to the streams of the rank. The task may replace
 * them. JDK code that prints on a thread of the task, such as {@code Throwable.printStackTrace}, also prints to the
 * task's streams. Used by the task's threads.
 */
public final class TaskOutput {
    private static volatile PrintStream rankOut = System.out;
    private static volatile PrintStream rankErr = System.err;

    private final WholeLines outLines;
    private final WholeLines errLines;
    private volatile PrintStream out;
    private volatile PrintStream err;

    /** @param prefix of each line; null for none */
    TaskOutput(String prefix) {
        byte[] bytes = prefix == null ? new byte[0] : prefix.getBytes(StandardCharsets.UTF_8);
        outLines = new WholeLines(rankOut, bytes);
        errLines = new WholeLines(rankErr, bytes);
        out = new LinePrintStream(outLines, "stdout");
        err = new LinePrintStream(errLines, "stderr");
    }

    /** Redirects the output of this process to the tasks' streams. */
    public static void route() {
        rankOut = System.out;
        rankErr = System.err;
        System.setOut(new LinePrintStream(new Routed(rankOut, false), "stdout"));
        System.setErr(new LinePrintStream(new Routed(rankErr, true), "stderr"));
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    void setOut(PrintStream given) {
        out = given;
    }

    void setErr(PrintStream given) {
        err = given;
    }

    /** Flushes the task's own streams. Streams that the task has set are not flushed, as at the end of a JVM. */
    void end() {
        outLines.end();
        errLines.end();
    }

    /** A stream of the process that passes each thread's output to its task. */
    private static final class Routed extends LineOutput {
        private final PrintStream rank;
        private final boolean isError;
        /** Set while a task's stream is being written. That stream may print to this one. */
        private final ThreadLocal<Boolean> isInside = new ThreadLocal<>();

        Routed(PrintStream rank, boolean isError) {
            this.rank = rank;
            this.isError = isError;
        }

        /** The stream to write to. Null if the task has set its stream to null. */
        private PrintStream target() {
            Task task = isInside.get() == null ? CurrentTask.get() : null;
            return task == null ? rank : isError ? task.output().err : task.output().out;
        }

        @Override
        public void write(int each) {
            write(new byte[] {(byte) each}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            PrintStream target = target();
            if (target != null) {
                isInside.set(true);
                try {
                    target.write(bytes, from, length);
                } finally {
                    isInside.remove();
                }
            }
        }

        @Override
        public void writeHeld() {
            PrintStream target = target();
            if (target != null) {
                isInside.set(true);
                try {
                    target.flush();
                } finally {
                    isInside.remove();
                }
            }
        }
    }
}
