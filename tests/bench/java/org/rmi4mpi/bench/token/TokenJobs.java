package org.rmi4mpi.bench.token;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.bench.RmiPrograms;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/** A new job of four ranks for each way in which tokens travel, with heaps of 256 MB. Stateless. */
public final class TokenJobs implements Situation {
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar";
    private static final int SECONDS = 300;
    private static final long MS_OF_JOB = 20_000;
    private static final String HEAP = "-Xmx256m";
    private static final int RANKS = 4;
    private static final int TOKENS = 20_000;
    /** A token that travels has at least this part of the rate of one that stays. */
    private static final double PART = 0.5;

    private final List<Job> jobs = new ArrayList<>();

    /** A row, the options of rmi4mpirun, and the class and its arguments. */
    private record Job(Row row, String options, String words) {}

    public TokenJobs() {
        for (String way : List.of("ring", "random")) {
            Row still = add("tokens, one-way calls, " + way + ", 0 hops", Bar.none(), way + " " + TOKENS + " 0");
            add("tokens, one-way calls, " + way + ", 100 hops", Bar.atLeastPartOf(still, PART),
                    way + " " + TOKENS + " 100");
        }
        add("tokens, one-way calls, each makes two, depth 16", Bar.none(), "fan 1 16");
        Row still = addTasks("tokens, sends of JPVM, ring, 0 hops", Bar.none(), 0);
        addTasks("tokens, sends of JPVM, ring, 100 hops", Bar.atLeastPartOf(still, PART), 100);
    }

    private Row add(String name, Bar bar, String words) {
        return add(new Job(new Row(Section.SITUATIONS, name, Unit.RATE, bar),
                HEAP, Tokens.class.getName() + " " + words));
    }

    private Row addTasks(String name, Bar bar, int hops) {
        return add(new Job(new Row(Section.SITUATIONS, name, Unit.RATE, bar),
                HEAP + " --jpvm", TaskTokens.class.getName() + " " + RANKS + " " + TOKENS + " " + hops + " 0"));
    }

    private Row add(Job job) {
        jobs.add(job);
        return job.row();
    }

    @Override
    public List<Row> rows() {
        return jobs.stream().map(Job::row).toList();
    }

    @Override
    public Set<Software> software(Row row) {
        return Set.of(Software.OURS);
    }

    @Override
    public int rounds(Row row, Pace pace) {
        return pace.runs();
    }

    @Override
    public long plannedMs(Row row, Pace pace) {
        return pace.runs() * MS_OF_JOB;
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        RmiPrograms programs = new RmiPrograms(run.javaHome(), run.mpirun(), CLASSES, SECONDS);
        for (int i = 0; i < run.pace().runs(); i++) {
            for (Job job : jobs) {
                if (wanted.contains(job.row())) {
                    run.add(job.row(), Software.OURS, rate(programs.runRanks(RANKS, job.options(), job.words())));
                }
            }
        }
    }

    private static double rate(String output) throws IOException {
        return output.lines().filter(line -> line.startsWith("rate:")).findFirst()
                .map(line -> Double.parseDouble(line.substring("rate:".length())))
                .orElseThrow(() -> new IOException("no rate in " + output));
    }
}
