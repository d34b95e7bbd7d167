package org.rmi4mpi.doctor;

/** Whether a rank may open enough files: its jars, and a socket for each other rank. */
public final class OpenFilesCheck {
    private static final long OF_A_JVM = 256;

    private OpenFilesCheck() {}

    /** @param ranks of the job */
    public static Finding look(String host, ProcessLimits limits, int ranks) {
        long limit = limits.of("Max open files");
        long needed = OF_A_JVM + 2L * ranks;
        String found = ProcessLimits.shown(limit) + " open files for a rank";
        return limit >= needed ? Finding.well("open files", host, found)
                : Finding.wrong("open files", host, found + " < " + needed, "raise it: ulimit -n " + needed
                        + " in the job script, or nofile in /etc/security/limits.conf");
    }
}
