package org.rmi4mpi.bridge;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads librmi4mpi-guard.so and then librmi4mpi.so. Looks beside this class's jar first, then on
 * {@code java.library.path}. A failure is kept for {@link Job#start} to report, so that a class that mentions an MPI
 * constant still loads.
 */
final class NativeLibrary {
    private static final String NAME = "rmi4mpi";
    private static final String GUARD = "rmi4mpi-guard";

    private static Throwable failure;
    private static Path file;

    private NativeLibrary() {}

    static synchronized void load() {
        try {
            load(GUARD);
            Signals.keep();
            try {
                load(NAME);
            } finally {
                Signals.restore();
            }
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            failure = e;
        }
    }

    private static void load(String name) {
        Path beside = besideThisJar(name);
        if (beside != null && Files.exists(beside)) {
            System.load(beside.toString());
            file = beside;
        } else {
            System.loadLibrary(name);
        }
    }

    /** The failure, or null if the library is loaded. */
    static synchronized Throwable failure() {
        return failure;
    }

    /** The library's path, as far as it is known. */
    static synchronized String place() {
        return file != null ? file.toString()
                : System.mapLibraryName(NAME) + " of " + System.getProperty("java.library.path");
    }

    /** Text of the failure and its remedy. */
    static String explanation() {
        String text = String.valueOf(failure().getMessage());
        String remedy = text.contains("libmpi")
                ? "the MPI library that it was built with is not on this machine: install that MPI,"
                        + " add its folder to LD_LIBRARY_PATH, or build again with the MPI that is here"
                        + " (make MPICC=...)"
                : "keep it in the folder of rmi4mpi-bridge.jar, or name its folder: -Djava.library.path=...";
        return System.mapLibraryName(NAME) + " could not be loaded (" + text + "): " + remedy;
    }

    private static Path besideThisJar(String name) {
        try {
            URI jar = NativeLibrary.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(jar).resolveSibling(System.mapLibraryName(name)).toAbsolutePath();
        } catch (Exception e) {
            return null; // The classes were not loaded from a file. The search continues on java.library.path.
        }
    }
}
