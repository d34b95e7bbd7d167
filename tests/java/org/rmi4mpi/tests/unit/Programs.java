package org.rmi4mpi.tests.unit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.tests.runner.Processes;

/** Starts the programs of package {@code org.rmi4mpi.tests.programs} as jobs. Stateless. */
final class Programs {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private Programs() {}

    static Processes.Outcome launch(int seconds, int ranks, String jvmOptions, String program, String... arguments)
            throws Exception {
        return launch(JAVA_HOME, seconds, ranks, jvmOptions, program, arguments);
    }

    static Processes.Outcome launch(Path javaHome, int seconds, int ranks, String jvmOptions, String program,
            String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(ROOT.resolve("build/bin/rmi4mpirun").toString(), "-n", "" + ranks));
        command.addAll(List.of(jvmOptions.split(" ")));
        command.addAll(List.of("-cp", ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString(),
                "org.rmi4mpi.tests.programs." + program));
        command.addAll(List.of(arguments));
        return Processes.run(javaHome, seconds, Map.of("MALLOC_ARENA_MAX", "2"), command);
    }
}
