package org.rmi4mpi.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.rmi4mpi.rmi.Ranks;

/** The main class of {@code rmi4mpirun --shell}: rank 0 is the shell, and the others serve until it is left. */
public final class Shell {
    private static final String IMPORTS = """
            import java.rmi.Remote;
            import java.rmi.RemoteException;
            import mpi.MPI;
            import org.rmi4mpi.rmi.Calls;
            import org.rmi4mpi.rmi.Naming;
            import org.rmi4mpi.rmi.Ranks;
            import org.rmi4mpi.rmi.UnicastRemoteObject;
            import static org.rmi4mpi.shell.JobNames.lookup;
            import static org.rmi4mpi.shell.JobNames.list;
            """;

    private Shell() {}

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        if (Ranks.own() != 0) {
            return;
        } else if (ModuleLayer.boot().findModule("jdk.jshell").isEmpty()) {
            throw new IllegalStateException(System.getProperty("java.home")
                    + " has no shell, which is the module jdk.jshell of a JDK: set JAVA_HOME to a JDK");
        }
        System.out.println("rank 0 of " + Ranks.size()
                + ": Ranks.at(1).call(() -> Ranks.own()) runs a lambda at rank 1,"
                + " list() prints what the ranks have bound, lookup(\"name\") gives its stub, /exit ends the job");
        Path imports = Files.createTempFile("rmi4mpi", ".jsh");
        try {
            Files.writeString(imports, IMPORTS);
            // Snippets run in this JVM, and nothing of the user's own shell is read or kept.
            JavaShellToolBuilder.builder().persistence(new HashMap<>()).run("--execution", "local", "--feedback",
                    "concise", "--startup", "DEFAULT", "--startup", imports.toString());
        } finally {
            Files.delete(imports);
        }
    }
}
