package org.rmi4mpi.launch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The lines of this rank that have begun and not ended. They are written after a short while, before the program waits
 * for input, and at the end of the JVM. Any thread may call.
 */
final class HeldLines {
    /** A person who watches does not see it. A line whose pieces a program prints in turn has ended by then. */
    private static final long SHORT_WHILE_MS = 50;

    private static final Set<WholeLines> BEGUN = new LinkedHashSet<>();
    private static boolean isEnding;

    private HeldLines() {}

    /** Makes the standard streams of this JVM write whole lines from now on. */
    static void install() {
        Thread writer = new Thread(HeldLines::writeInTime, "rmi4mpi-lines");
        writer.setDaemon(true);
        writer.start();
        Runtime.getRuntime().addShutdownHook(new Thread(HeldLines::end, "rmi4mpi-last-lines"));
        byte[] noPrefix = {};
        System.setOut(new LinePrintStream(new WholeLines(System.out, noPrefix), "stdout"));
        System.setErr(new LinePrintStream(new WholeLines(System.err, noPrefix), "stderr"));
        System.setIn(new Input(System.in));
    }

    /** Remembers a line that has begun. False where the JVM ends, and the line is to be written at once. */
    static boolean add(WholeLines begun) {
        synchronized (BEGUN) {
            if (isEnding) {
                return false;
            }
            if (BEGUN.isEmpty()) {
                BEGUN.notifyAll();
            }
            BEGUN.add(begun);
            return true;
        }
    }

    static void write() {
        List<WholeLines> begun;
        synchronized (BEGUN) {
            if (BEGUN.isEmpty()) {
                return;
            }
            begun = List.copyOf(BEGUN);
            BEGUN.clear();
        }
        begun.forEach(WholeLines::writeHeld);
    }

    private static void end() {
        synchronized (BEGUN) {
            isEnding = true;
        }
        write();
    }

    private static void writeInTime() {
        while (true) {
            try {
                synchronized (BEGUN) {
                    while (BEGUN.isEmpty()) {
                        BEGUN.wait();
                    }
                }
                Thread.sleep(SHORT_WHILE_MS);
            } catch (InterruptedException e) {
                // The program interrupts every thread it finds: the lines are written sooner.
            }
            try {
                write();
            } catch (OutOfMemoryError e) {
                // The lines that have begun are still known, and the next round writes them.
            }
        }
    }

    /** Standard input. What the program has printed is seen before it waits for an answer. */
    private static final class Input extends FilterInputStream {
        Input(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            write();
            return super.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            write();
            return super.read(into, from, length);
        }
    }
}
