package org.rmi4mpi.launch;

import java.io.PrintStream;
import java.nio.charset.Charset;

/** A standard stream that writes whole lines. A program that flushes it sees what it has printed of a line. */
public final class LinePrintStream extends PrintStream {
    private final LineOutput lines;

    /**
     * @param lines take what is printed
     * @param name of the standard stream whose character set this one has: stdout or stderr
     */
    public LinePrintStream(LineOutput lines, String name) {
        super(lines, true, charset(name));
        this.lines = lines;
    }

    private static Charset charset(String stream) {
        String name = System.getProperty(stream + ".encoding", System.getProperty("sun." + stream + ".encoding"));
        try {
            return name == null ? Charset.defaultCharset() : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return Charset.defaultCharset();
        }
    }

    @Override
    public void flush() {
        super.flush();
        lines.writeHeld();
    }
}
