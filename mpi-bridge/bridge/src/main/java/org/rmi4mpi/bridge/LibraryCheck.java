package org.rmi4mpi.bridge;

import java.util.StringTokenizer;

/** Checks that launcher and library belong to the MPI that the bridge was built with, and that receives are safe. Stateless. */
final class LibraryCheck {
    private LibraryCheck() {}

    /** @throws IllegalStateException where the launcher belongs to another MPI, or messages could be written past receives */
    static void check() {
        checkLauncher();
        checkLibrary();
        checkReads();
    }

    private static void checkLauncher() {
        String foreign = Mpi.foreignLauncher();
        String built = Mpi.builtWith();
        Job.require(
                foreign == null,
                built == null
                        ? "this process was started by " + foreign + ", and has opened "
                                + firstLine(Mpi.libraryVersion())
                                + ": name the library of the launcher's MPI by RMI4MPI_LIBMPI=/path/to/libmpi.so.12"
                        : "this process was started by " + foreign + ", and the bridge was built with " + built
                                + ": start it with the mpirun of that MPI, or build with the other MPI (make MPI=mpich, or"
                                + " MPICC=... MPIRUN=...)");
    }

    private static void checkLibrary() {
        if (Mpi.builtWith() == null) {
            return; // for every MPI of its ABI
        }
        String built = firstLine(Mpi.builtWith());
        String loaded = firstLine(Mpi.libraryVersion());
        if (!built.equals(loaded)) {
            System.err.println("rmi4mpi: warning: the bridge was built with \"" + built + "\" and runs with \"" + loaded
                    + "\": build it again with the MPI that is loaded (make clean all)");
        }
    }

    private static void checkReads() {
        String setting = Mpi.endOfUnguardedReads();
        Job.require(setting == null,
                "this rank runs without librmi4mpi-guard.so, so that Open MPI would write a message that is too long past the"
                        + " end of its receive: install rmi4mpi at the same path on all nodes, leave LD_PRELOAD as rmi4mpirun"
                        + " sets it, or start the job with " + setting + " in the environment of rmi4mpirun");
    }

    static String firstLine(String text) {
        int end = text.indexOf('\n');
        StringTokenizer words = new StringTokenizer(end < 0 ? text : text.substring(0, end), "\"\\ \t\r\f");
        StringBuilder line = new StringBuilder();
        while (words.hasMoreTokens()) {
            line.append(line.length() == 0 ? "" : " ").append(words.nextToken());
        }
        return line.toString();
    }
}
