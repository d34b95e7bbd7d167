package org.rmi4mpi.bridge;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads librmi4mpi-guard.so and then librmi4mpi.so: those beside this class's jar, which were built for one MPI; else those
 * for the ABI of this job's MPI ({@link NativeFolder}, {@link MpiLibrary}); else those on {@code java.library.path}. A
 * failure is kept for {@link Job#start} to report, so that a class that mentions an MPI constant still loads.
 */
final class NativeLibrary {
    private static final String NAME = System.mapLibraryName("rmi4mpi");
    private static final String GUARD = System.mapLibraryName("rmi4mpi-guard");

    private static Throwable failure;
    private static Path file;

    private NativeLibrary() {}

    static synchronized void load() {
        try {
            Path jars = folderOfJars();
            if (jars != null && Files.exists(jars.resolve(NAME))) {
                loadBuilt(jars);
            } else {
                Path guard = NativeFolder.find(jars, MpiLibrary.guarded(), GUARD);
                if (guard != null) {
                    loadForAbi(jars, guard);
                } else {
                    loadFromPath();
                }
            }
        } catch (UnsatisfiedLinkError | RuntimeException e) {
            failure = e;
        }
    }

    private static void loadBuilt(Path folder) {
        file = folder.resolve(NAME);
        System.load(folder.resolve(GUARD).toString());
        keepSignals(() -> System.load(file.toString()));
    }

    private static void loadForAbi(Path jars, Path guard) {
        System.load(guard.toString());
        keepSignals(() -> {
            file = NativeFolder.find(jars, MpiLibrary.open().label(), NAME);
            System.load(file.toString());
        });
    }

    private static void loadFromPath() {
        System.loadLibrary("rmi4mpi-guard");
        keepSignals(() -> System.loadLibrary("rmi4mpi"));
    }

    /** Libraries below MPI replace handlers of signals as they are loaded. */
    private static void keepSignals(Runnable load) {
        Signals.keep();
        try {
            load.run();
        } finally {
            Signals.restore();
        }
    }

    /** The failure, or null if the library is loaded. */
    static synchronized Throwable failure() {
        return failure;
    }

    /** The library's path, as far as it is known. */
    static synchronized String place() {
        return file != null ? file.toString() : NAME + " of " + System.getProperty("java.library.path");
    }

    /** Text of the failure and its remedy. */
    static String explanation() {
        String text = String.valueOf(failure().getMessage());
        if (!(failure() instanceof UnsatisfiedLinkError)) {
            return text;
        }
        String remedy = text.contains("libmpi")
                ? "the MPI library that it was built with is not on this machine: install that MPI,"
                        + " add its folder to LD_LIBRARY_PATH, or build again with the MPI that is here"
                        + " (make MPICC=...)"
                : "keep it in the folder of rmi4mpi-bridge.jar, or name its folder: -Djava.library.path=...";
        return NAME + " could not be loaded (" + text + "): " + remedy;
    }

    private static Path folderOfJars() {
        try {
            URI jar = NativeLibrary.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            return Path.of(jar).toAbsolutePath().getParent();
        } catch (Exception e) {
            return null; // The classes were not loaded from a file. The search continues.
        }
    }
}
