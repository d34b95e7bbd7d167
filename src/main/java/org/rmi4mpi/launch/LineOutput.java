package org.rmi4mpi.launch;

import java.io.OutputStream;

/**
 * Output that holds the beginning of a line until the line ends. A PrintStream flushes its output after each piece that
 * is printed, so {@code flush} does nothing here: {@link LinePrintStream} calls {@link #writeHeld} where a program
 * flushes.
 */
public abstract class LineOutput extends OutputStream {
    @Override
    public final void flush() {}

    /** Writes also a line that has not ended. */
    public abstract void writeHeld();
}
