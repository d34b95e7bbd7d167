package org.rmi4mpi.bench.cold;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.RmiPrograms;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;

/** Rows whose values come from jobs that are started for them, by ranks and by another system in turn. */
public final class FreshJobs implements Situation {
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar:build/examples/rmi4mpi-examples.jar";
    private static final int SECONDS = 180;

    private final List<Job> jobs;

    /**
     * A program, and the rows that it prints as {@code name:value}.
     *
     * @param program class and arguments
     * @param processesBesides the processes of the other system
     * @param programBesides what it runs: a program of mpirun, or options of the JVM, class and arguments
     * @param ms about how long a run takes, in milliseconds
     * @param rows by the names that the program prints
     */
    public record Job(int processes, String program, Software besides, int processesBesides, String programBesides,
            long ms, Map<String, Row> rows) {
        /** Runs the same program of java.rmi on JVMs with the JDK's RMI. */
        public static Job besideJdk(int processes, String program, long ms, Map<String, Row> rows) {
            return new Job(processes, program, Software.JDK, processes, program, ms, rows);
        }
    }

    public FreshJobs(List<Job> jobs) {
        this.jobs = List.copyOf(jobs);
    }

    @Override
    public List<Row> rows() {
        return jobs.stream().flatMap(job -> job.rows().values().stream()).toList();
    }

    @Override
    public Set<Software> software(Row row) {
        return Set.of(jobOf(row).besides(), Software.OURS);
    }

    private Job jobOf(Row row) {
        return jobs.stream().filter(job -> job.rows().containsValue(row)).findFirst().orElseThrow();
    }

    @Override
    public int rounds(Row row, Pace pace) {
        return pace.runs();
    }

    @Override
    public boolean hasJobForEachRound() {
        return true;
    }

    @Override
    public long plannedMs(Row row, Pace pace) {
        Job job = jobOf(row);
        return 2L * pace.runs() * job.ms() / job.rows().size();
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        RmiPrograms programs = new RmiPrograms(run.javaHome(), run.mpirun(), CLASSES, SECONDS);
        for (Job job : jobs) {
            List<Row> rows = new ArrayList<>(wanted);
            rows.retainAll(job.rows().values());
            for (int i = roundsOf(job, rows, run); !rows.isEmpty() && i < run.pace().runs(); i++) {
                boolean isRmi = job.besides() == Software.JDK;
                add(job, rows, run, Software.OURS,
                        programs.runRanks(job.processes(), isRmi ? "--rmi" : "", job.program()));
                add(job, rows, run, job.besides(), isRmi
                        ? programs.runJvms(job.processesBesides(), job.programBesides())
                        : programs.runByMpirun(job.processesBesides(), job.programBesides()));
            }
        }
    }

    /** Returns how many rounds of a job are there: a run that was stopped has some. */
    private static int roundsOf(Job job, List<Row> rows, Run run) {
        return rows.stream().mapToInt(row -> Math.min(run.results().rounds(row.name(), Software.OURS).size(),
                run.results().rounds(row.name(), job.besides()).size())).min().orElse(0);
    }

    private static void add(Job job, List<Row> rows, Run run, Software system, String output) throws IOException {
        for (String line : output.lines().toList()) {
            int colon = line.indexOf(':');
            Row row = colon < 0 ? null : job.rows().get(line.substring(0, colon));
            if (row != null && rows.contains(row)) {
                run.add(row, system, Double.parseDouble(line.substring(colon + 1)));
            }
        }
    }
}
