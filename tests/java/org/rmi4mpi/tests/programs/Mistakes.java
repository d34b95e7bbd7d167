package org.rmi4mpi.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;

/** A program with one of the mistakes that are made at first, or that waits until it is interrupted. */
public final class Mistakes {
    private Mistakes() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        switch (args[0]) {
            case "naming-of-the-jdk" -> java.rmi.Naming.lookup("//localhost:1/greeter");
            case "other-program" -> Naming.lookup("//rank1/greeter");
            case "wait" -> {
                Files.createFile(Path.of(args[1] + MPI.COMM_WORLD.Rank()));
                Thread.sleep(Long.MAX_VALUE);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }
}
