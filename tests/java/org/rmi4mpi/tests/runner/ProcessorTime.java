package org.rmi4mpi.tests.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processor time of this JVM and of the processes that it has waited for, in hundredths of a second; zero if the
 * system does not report it.
 */
record ProcessorTime(long user, long system) {
    private static final Path STAT = Path.of("/proc/self/stat");
    /** Field numbers after the name in brackets: user and system time, then those of children. */
    private static final int USER = 12;

    static ProcessorTime now() {
        try {
            String text = Files.readString(STAT);
            String[] fields = text.substring(text.lastIndexOf(')') + 1).split(" ");
            return new ProcessorTime(Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 2]),
                    Long.parseLong(fields[USER + 1]) + Long.parseLong(fields[USER + 3]));
        } catch (IOException e) {
            return new ProcessorTime(0, 0);
        }
    }

    long sum() {
        return user + system;
    }
}
