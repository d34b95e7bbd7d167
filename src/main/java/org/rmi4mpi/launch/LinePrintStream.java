package org.rmi4mpi.launch;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Locale;

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

    // The methods below print a whole line in one piece, so that it stays whole also where the thread loses its core.

    @Override
    public PrintStream format(String format, Object... args) {
        print(String.format(format, args));
        return this;
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... args) {
        print(String.format(locale, format, args));
        return this;
    }

    @Override
    public void println(String text) {
        print(text + System.lineSeparator());
    }

    @Override
    public void println(Object object) {
        println(String.valueOf(object));
    }

    @Override
    public void println(boolean value) {
        println(String.valueOf(value));
    }

    @Override
    public void println(char value) {
        println(String.valueOf(value));
    }

    @Override
    public void println(char[] text) {
        println(String.valueOf(text));
    }

    @Override
    public void println(int value) {
        println(String.valueOf(value));
    }

    @Override
    public void println(long value) {
        println(String.valueOf(value));
    }

    @Override
    public void println(float value) {
        println(String.valueOf(value));
    }

    @Override
    public void println(double value) {
        println(String.valueOf(value));
    }

    @Override
    public void flush() {
        super.flush();
        lines.writeHeld();
    }
}
