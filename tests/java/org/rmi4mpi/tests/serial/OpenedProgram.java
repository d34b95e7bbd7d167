package org.rmi4mpi.tests.serial;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rmi4mpi.serial.ArrayCopyInputStream;
import org.rmi4mpi.serial.ArrayCopyOutputStream;

/** Reads objects from a file, and writes them to another one, in a JVM to which packages of the JDK are open. */
public final class OpenedProgram {
    private OpenedProgram() {}

    /** @param args the file to read from, the file to write to, how often */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            Object read;
            try (ObjectInputStream in = new ArrayCopyInputStream(Files.newInputStream(Path.of(args[0])))) {
                read = in.readObject();
            }
            try (ObjectOutputStream out = new ArrayCopyOutputStream(Files.newOutputStream(Path.of(args[1])))) {
                out.writeObject(read);
            }
        }
    }
}
