package org.rmi4mpi.launch;

import java.io.PrintStream;

/**
 * Output in whole lines. A launcher mixes the output of the ranks as it arrives, and {@code System.out.printf} writes a
 * line in several pieces. So the pieces of a line are held until it ends. {@link HeldLines} writes a line that does not
 * end soon.
 *
 * <p>Any thread may write. The state belongs to the thread that has this object's monitor.
 */
public final class WholeLines extends LineOutput {
    /** The start of a longer line is written before the line ends. Open MPI's mpirun cuts such lines, too. */
    private static final int CAPACITY = 4096;

    private final PrintStream target;
    private final byte[] prefix;
    private final byte[] held = new byte[CAPACITY];
    /** Number of bytes in {@code held}, and how many of them are whole lines. */
    private int length;
    private int wholeLength;
    private boolean inLine;

    /**
     * @param target takes the lines
     * @param prefix of each line; empty for none
     */
    public WholeLines(PrintStream target, byte[] prefix) {
        this.target = target;
        this.prefix = prefix.clone();
    }

    @Override
    public void write(int each) {
        write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        int end = from + count;
        for (int begin = from; begin < end;) {
            int next = prefix.length == 0 ? endOfLines(bytes, begin, end) : endOfLine(bytes, begin, end);
            if (!inLine) {
                hold(prefix, 0, prefix.length);
            }
            hold(bytes, begin, next);
            inLine = bytes[next - 1] != '\n';
            if (!inLine) {
                wholeLength = length;
            }
            begin = next;
        }
        writeFirst(wholeLength);
        if (length > 0 && !HeldLines.add(this)) {
            writeFirst(length);
        }
    }

    /** The end of the next line, or of the bytes. */
    private static int endOfLine(byte[] bytes, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return end;
    }

    /** The end of the last line that ends in these bytes; their own end where none does. */
    private static int endOfLines(byte[] bytes, int begin, int end) {
        for (int i = end; i > begin; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return end;
    }

    private void hold(byte[] bytes, int begin, int end) {
        int count = end - begin;
        if (count > CAPACITY - length) {
            writeFirst(length);
        }
        if (count > CAPACITY) {
            target.write(bytes, begin, count);
        } else {
            System.arraycopy(bytes, begin, held, length, count);
            length += count;
        }
    }

    private void writeFirst(int count) {
        if (count > 0) {
            target.write(held, 0, count);
            System.arraycopy(held, count, held, 0, length - count);
            length -= count;
        }
        wholeLength = 0;
    }

    @Override
    public synchronized void writeHeld() {
        writeFirst(length);
        target.flush();
    }

    /** Writes what is held. A line with a prefix is ended, so that the next one has its own. */
    public synchronized void end() {
        if (inLine && prefix.length > 0) {
            write('\n');
        }
        writeHeld();
    }

    /** Leaves the target open. */
    @Override
    public void close() {
        writeHeld();
    }
}
