package org.rmi4mpi.bench.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.rmi4mpi.bench.RmiPrograms;
import org.rmi4mpi.bench.rows.Run;

/** Runs the applications on two processes, and reads the times that they print. */
final class Programs {
    private static final int PROCESSES = 2;
    private static final int SECONDS = 120;
    private static final String CLASSES = "build/examples/rmi4mpi-examples.jar";
    /** A line of {@code processes.Comparison}. */
    private static final Pattern LINE = Pattern.compile("(?m)^(sequential|\\d+ .*?) +([0-9.]+) s   ");

    private final RmiPrograms programs;
    private final int repetitions;

    /** Seconds of each repetition; none of what a program does not do. */
    record Times(List<Double> sequential, List<Double> parallel) {}

    Programs(Run run) {
        programs = new RmiPrograms(run.javaHome(), run.mpirun(), CLASSES, SECONDS);
        repetitions = run.pace().repetitions() + 1;
    }

    /** @param program options of rmi4mpirun, class and arguments */
    Times runRanks(String program) throws IOException {
        int main = program.lastIndexOf("--") < 0 ? 0 : program.indexOf(' ', program.lastIndexOf("--")) + 1;
        return times(programs.runRanks(PROCESSES, program.substring(0, main),
                program.substring(main) + " " + repetitions));
    }

    /** Runs a program of java.rmi as JVMs with the JDK's RMI over loopback. */
    Times runJvms(String program) throws IOException {
        return times(programs.runJvms(PROCESSES, program + " " + repetitions));
    }

    static Times times(String output) throws IOException {
        List<Double> sequential = new ArrayList<>();
        List<Double> parallel = new ArrayList<>();
        for (MatchResult line : LINE.matcher(output).results().toList()) {
            (line.group(1).equals("sequential") ? sequential : parallel).add(Double.valueOf(line.group(2)));
        }
        if (parallel.isEmpty()) {
            throw new IOException("a program has printed no times:\n" + output);
        }
        return new Times(sequential, parallel);
    }
}
