package org.rmi4mpi.tests.jobs;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.tests.runner.Processes;

/** The commands of jobs, and those that start a program of package {@code org.rmi4mpi.tests.programs}. Stateless. */
public final class Programs {
    private static final Path ROOT = Path.of("").toAbsolutePath();
    static final String LAUNCHER = ROOT.resolve("build/bin/rmi4mpirun").toString();
    /** The second compiler takes a fifth of the processor time of a short job. Hostile jobs use both compilers. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";
    public static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private Programs() {}

    /** @param words for the launcher, of one program, or of several with ":" between them */
    public static List<String> command(List<String> words) {
        List<String> command = new ArrayList<>(List.of(LAUNCHER));
        for (int i = 0; i < words.size(); i++) {
            boolean begins = i == 0 || words.get(i - 1).equals(":");
            if (begins && isInJava(words.subList(i, words.size()))) {
                command.add(ONE_COMPILER);
            }
            command.add(words.get(i));
        }
        return command;
    }

    private static boolean isInJava(List<String> fromProgram) {
        int end = fromProgram.indexOf(":");
        return !(end < 0 ? fromProgram : fromProgram.subList(0, end)).contains("--program");
    }

    /** Open MPI's mpirun and MPICH's put boxes of such lines around what they say of a rank's end. */
    static void assertNoBox(Processes.Outcome outcome) {
        assertThat("no box of mpirun", outcome.output(), not(anyOf(containsString("-----"), containsString("====="))));
    }

    static Processes.Outcome launch(int seconds, int ranks, String jvmOptions, String program, String... arguments)
            throws Exception {
        return launch(JAVA_HOME, seconds, ranks, jvmOptions, program, arguments);
    }

    static Processes.Outcome launch(Path javaHome, int seconds, int ranks, String jvmOptions, String program,
            String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks));
        words.addAll(List.of(jvmOptions.split(" ")));
        words.addAll(List.of("-cp", ROOT.resolve("build/tests/rmi4mpi-tests.jar").toString(),
                "org.rmi4mpi.tests.programs." + program));
        words.addAll(List.of(arguments));
        return Processes.run(javaHome, seconds, Map.of("MALLOC_ARENA_MAX", "2"), command(words));
    }
}
