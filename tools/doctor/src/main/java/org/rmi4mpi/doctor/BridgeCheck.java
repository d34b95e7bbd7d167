package org.rmi4mpi.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The native libraries, and the record of the MPI that they were built with; or the folder of those for every MPI. */
public final class BridgeCheck {
    private static final List<String> FILES =
            List.of("librmi4mpi.so", "librmi4mpi-guard.so", "rmi4mpi.conf", "rmi4mpi-rank");

    private BridgeCheck() {}

    /** @param lib the folder of the jars */
    public static Finding look(String host, Path lib) {
        Path natives = lib.resolve("natives");
        if (Files.isDirectory(natives) && !Files.exists(lib.resolve(FILES.get(0)))) {
            return Finding.well("bridge", host, "its libraries for every MPI are in " + natives);
        }
        List<String> missing = FILES.stream().filter(file -> !Files.isReadable(lib.resolve(file))).toList();
        return missing.isEmpty() ? Finding.well("bridge", host, "its libraries are in " + lib)
                : Finding.wrong("bridge", host, "no " + String.join(", ", missing) + " in " + lib,
                        "build it for the MPI of this cluster: make MPICC=... MPIRUN=..., then make install");
    }
}
