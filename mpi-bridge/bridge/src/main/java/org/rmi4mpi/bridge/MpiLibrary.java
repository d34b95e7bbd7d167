package org.rmi4mpi.bridge;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Opens the MPI of this job, for a bridge that is linked to none (scripts/build-natives). Which MPI that is, the user tells
 * ({@code RMI4MPI_LIBMPI}, {@code -Drmi4mpi.mpi}), or else the launcher's environment. Stateless.
 */
public final class MpiLibrary {
    /** The property that names the file of MPI's library, where the bridge is linked to none. */
    public static final String FILE_PROPERTY = "rmi4mpi.libmpi";
    /** The property that names the ABI of MPI, where the bridge is linked to none. */
    public static final String ABI_PROPERTY = "rmi4mpi.mpi";

    /** A binary interface of MPI; its libraries. */
    enum Abi {
        OPENMPI("libmpi.so.40"), MPICH("libmpi.so.12", "libmpich.so.12"), STANDARD("libmpi_abi.so.1");

        private final List<String> libraries;

        Abi(String... libraries) {
            this.libraries = List.of(libraries);
        }

        /** The name of its folder, and the value of rmi4mpi.mpi. */
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String VARIABLE = "RMI4MPI_LIBMPI";
    private static final String REMEDY = "name its library by " + VARIABLE + "=/path/to/libmpi.so.12";

    private MpiLibrary() {}

    /**
     * Opens the MPI. The guard has been loaded.
     *
     * @return the ABI that it has
     * @throws IllegalStateException where there is none; the text has the remedy
     */
    static Abi open() {
        String named = System.getProperty(FILE_PROPERTY, System.getenv().getOrDefault(VARIABLE, ""));
        if (!named.isEmpty()) {
            String failure = open0(named);
            if (failure != null) {
                throw new IllegalStateException("the MPI that -D" + FILE_PROPERTY + " or " + VARIABLE
                        + " names cannot be opened (" + failure + "): " + REMEDY);
            }
            return abi();
        }
        List<String> failures = new ArrayList<>();
        for (Abi abi : candidates()) {
            for (String library : abi.libraries) {
                String failure = open0(library);
                if (failure == null) {
                    return abi();
                }
                failures.add(failure);
            }
        }
        throw new IllegalStateException("no MPI can be opened (" + String.join("; ", failures)
                + "): install one, add its folder to LD_LIBRARY_PATH, or " + REMEDY);
    }

    /** All processes of a job need one ABI. Programs in C have that of the launcher's MPI, and not the standard's. */
    private static List<Abi> candidates() {
        String wanted = System.getProperty(ABI_PROPERTY, "");
        if (!wanted.isEmpty()) {
            for (Abi abi : Abi.values()) {
                if (abi.label().equals(wanted)) {
                    return List.of(abi);
                }
            }
            throw new IllegalStateException(
                    "-D" + ABI_PROPERTY + "=" + wanted + ": expected openmpi, mpich or standard");
        }
        if (System.getenv("OMPI_COMM_WORLD_SIZE") != null) {
            return List.of(Abi.OPENMPI, Abi.STANDARD);
        }
        return System.getenv("PMI_RANK") != null ? List.of(Abi.MPICH, Abi.STANDARD) : List.of(Abi.values());
    }

    private static Abi abi() {
        if (isOpenMpi0()) {
            return Abi.OPENMPI;
        }
        return standardAbi0() > 0 ? Abi.STANDARD : Abi.MPICH;
    }

    /** The ABI whose guard is preloaded; that of Open MPI if none is. */
    static String guarded() {
        String preloaded = System.getenv().getOrDefault("LD_PRELOAD", "");
        for (Abi abi : Abi.values()) {
            if (preloaded.contains(File.separator + abi.label() + File.separator + "librmi4mpi-guard.so")) {
                return abi.label();
            }
        }
        return Abi.OPENMPI.label();
    }

    private static native String open0(String library);

    private static native int standardAbi0();

    private static native boolean isOpenMpi0();
}
