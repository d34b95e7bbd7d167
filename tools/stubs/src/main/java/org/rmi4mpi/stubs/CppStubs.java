package org.rmi4mpi.stubs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.List;

/**
 * The command {@code rmi4mpirun --stubs-cpp -cp CLASSPATH [-d FOLDER] INTERFACE ...}. Writes a header of C++ for each remote
 * interface of Java, with its stub, its servant, and the classes that it names.
 */
public final class CppStubs {
    private CppStubs() {}

    public static void main(String[] arguments) {
        try {
            run(arguments);
        } catch (IllegalArgumentException | IOException e) {
            System.err.println("rmi4mpirun: --stubs-cpp: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void run(String[] arguments) throws IOException {
        Path folder = Path.of("");
        List<Class<?>> interfaces = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].equals("-d")) {
                interfaces.add(load(arguments[i]));
            } else if (++i < arguments.length) {
                folder = Path.of(arguments[i]);
            } else {
                throw new IllegalArgumentException("-d needs a folder");
            }
        }
        if (interfaces.isEmpty()) {
            throw new IllegalArgumentException(
                    "no interface is named: rmi4mpirun --stubs-cpp -cp app.jar -d include pkg.Solver");
        }
        for (Class<?> each : interfaces) {
            Path file = folder.resolve(each.getSimpleName() + ".rmi.hpp");
            String text = new CppHeader(each).text();
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            Files.writeString(file, text);
            System.out.println(file);
        }
    }

    private static Class<?> load(String name) {
        Class<?> found;
        try {
            found = Class.forName(name, false, CppStubs.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException("class " + name + " is not found, or lacks " + e.getMessage()
                    + ": give the class path by -cp, and the name of a nested class as pkg.Outer$Inner", e);
        }
        if (!found.isInterface() || !Remote.class.isAssignableFrom(found)) {
            throw new IllegalArgumentException(name + " is no interface that extends java.rmi.Remote");
        }
        return found;
    }
}
