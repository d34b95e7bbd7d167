package org.rmi4mpi.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The native libraries and the record of the MPI that they were built with. */
public final class BridgeCheck {
    private static final List<String> FILES =
            List.of("librmi4mpi.so", "librmi4mpi-guard.so", "rmi4mpi.conf", "rmi4mpi-rank");

    private BridgeCheck() {}

    /** @param lib the folder of the jars */
    public static Finding look(String host, Path lib) {
        List<String> missing = FILES.stream().filter(file -> !Files.isReadable(lib.resolve(file))).toList();
        return missing.isEmpty() ? Finding.well("bridge", host, "its libraries are in " + lib)
                : Finding.wrong("bridge", host, "no " + String.join(", ", missing) + " in " + lib,
                        "build it for the MPI of this cluster: make MPICC=... MPIRUN=..., then make install");
    }
}
