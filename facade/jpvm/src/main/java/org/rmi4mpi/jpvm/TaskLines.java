package org.rmi4mpi.jpvm;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** The output of a task to a stream of its rank. With a prefix it is written in whole lines, otherwise unchanged. */
final class TaskLines extends OutputStream {
    private final PrintStream rank;
    private final byte[] prefix;
    /** The current, incomplete line. */
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(0);

    /** @param prefix of each line; empty for none */
    TaskLines(PrintStream rank, byte[] prefix) {
        this.rank = rank;
        this.prefix = prefix;
    }

    @Override
    public void write(int each) {
        write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (prefix.length == 0) {
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

    @Override
    public void flush() {
        rank.flush();
    }

    synchronized void end() {
        if (line.size() > 0) {
            line.write('\n');
            writeLine();
        }
        rank.flush();
    }
}
