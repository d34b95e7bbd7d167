package org.rmi4mpi.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code rmi4mpirun --jcmd}: the JDK's jcmd, for each rank of a job on this host. Stateless. */
final class Jcmd {
    /** A rank that is stopped does not answer. */
    private static final long PATIENCE_S = 10;

    private Jcmd() {}

    /**
     * Prints the answers, one after the other.
     *
     * @param job the folder of the job
     * @return whether all ranks have answered
     */
    static boolean run(Path job, List<String> words) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            throw new IOException("there is no " + jcmd + ": set JAVA_HOME to a JDK, which has more than a JRE");
        }
        boolean haveAll = true;
        List<RankProcess> ranks = RankProcess.all().stream().filter(each -> each.isRank() && each.folder().equals(job))
                .sorted(Comparator.comparing(RankProcess::rank)).toList();
        for (RankProcess rank : ranks) {
            System.out.println("rank " + rank.rank() + " (process " + rank.process() + ")");
            System.out.flush();
            List<String> command = new ArrayList<>(List.of(jcmd.toString(), "" + rank.process()));
            command.addAll(words);
            Process asked = new ProcessBuilder(command).inheritIO().start();
            if (!asked.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
                System.out.println("no answer within " + PATIENCE_S
                        + " s: the rank is stopped, or its JVM gives no thread a turn");
                haveAll = false;
            } else if (asked.exitValue() != 0) {
                haveAll = false;
            }
        }
        return haveAll;
    }
}
