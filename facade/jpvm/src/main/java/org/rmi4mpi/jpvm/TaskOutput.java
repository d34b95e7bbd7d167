package org.rmi4mpi.jpvm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What a task prints: to the rank's own streams, by whole lines with the task before each where that was asked for; or
 * to where the task has set its streams to. Used by the task's threads.
 */
final class TaskOutput {
    private final Stream out;
    private final Stream err;

    private static final class Stream {
        private final PrintStream rank;
        /** Null where lines have none. */
        private final byte[] prefix;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream(0);
        private volatile PrintStream own;

        Stream(PrintStream rank, byte[] prefix) {
            this.rank = rank;
            this.prefix = prefix;
        }

        void write(byte[] bytes, int from, int length) {
            PrintStream given = own;
            if (given != null) {
                given.write(bytes, from, length);
            } else if (prefix == null) {
                rank.write(bytes, from, length);
            } else {
                writeLines(bytes, from, length);
            }
        }

        private synchronized void writeLines(byte[] bytes, int from, int length) {
            int begin = from;
            for (int i = from; i < from + length; i++) {
                if (bytes[i] == '\n') {
                    line.write(bytes, begin, i + 1 - begin);
                    begin = i + 1;
                    writeLine();
                }
            }
            line.write(bytes, begin, from + length - begin);
        }

        private void writeLine() {
            byte[] whole = new byte[prefix.length + line.size()];
            System.arraycopy(prefix, 0, whole, 0, prefix.length);
            System.arraycopy(line.toByteArray(), 0, whole, prefix.length, line.size());
            line.reset();
            rank.write(whole, 0, whole.length);
        }

        void flush() {
            PrintStream given = own;
            (given != null ? given : rank).flush();
        }

        synchronized void end() {
            if (line.size() > 0) {
                line.write('\n');
                writeLine();
            }
            flush();
        }
    }

    /** A stream of the rank, to which each task's output goes its own way. */
    private static final class Routed extends OutputStream {
        private final PrintStream rank;
        private final boolean isError;

        Routed(PrintStream rank, boolean isError) {
            this.rank = rank;
            this.isError = isError;
        }

        private Stream ofTask() {
            Task task = Task.current();
            return task == null ? null : isError ? task.output().err : task.output().out;
        }

        @Override
        public void write(int each) throws IOException {
            write(new byte[] {(byte) each}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            Stream stream = ofTask();
            if (stream == null) {
                rank.write(bytes, from, length);
            } else {
                stream.write(bytes, from, length);
            }
        }

        @Override
        public void flush() {
            Stream stream = ofTask();
            if (stream == null) {
                rank.flush();
            } else {
                stream.flush();
            }
        }
    }

    private static volatile PrintStream rankOut = System.out;
    private static volatile PrintStream rankErr = System.err;

    /** @param prefix of each line; null for none */
    TaskOutput(String prefix) {
        byte[] bytes = prefix == null ? null : prefix.getBytes(StandardCharsets.UTF_8);
        out = new Stream(rankOut, bytes);
        err = new Stream(rankErr, bytes);
    }

    /** From now on the output of this process is that of its tasks, each by itself. */
    static void route() {
        rankOut = System.out;
        rankErr = System.err;
        System.setOut(new PrintStream(new Routed(rankOut, false), true, rankOutCharset()));
        System.setErr(new PrintStream(new Routed(rankErr, true), true, rankOutCharset()));
    }

    private static java.nio.charset.Charset rankOutCharset() {
        String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
        try {
            return name == null ? java.nio.charset.Charset.defaultCharset() : java.nio.charset.Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return java.nio.charset.Charset.defaultCharset();
        }
    }

    void setOut(PrintStream own) {
        out.own = own;
    }

    void setErr(PrintStream own) {
        err.own = own;
    }

    void end() {
        out.end();
        err.end();
    }
}
