package org.rmi4mpi.bench.cold;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

/**
 * Jobs that are young, or have more ranks than there are cores: each value comes from a job that is started for it. The
 * rows of one job share it.
 */
public final class ColdJobs implements Situation {
    private static final String CLASSES = "build/bench/lib/rmi4mpi-bench.jar:build/examples/rmi4mpi-examples.jar";
    private static final int SECONDS = 180;
    private static final long MS_OF_JOB = 4000;
    private static final int RANKS_OF_BARRIER = 32;

    private final List<Job> jobs = List.of(firstCalls(1, "one calls"), firstCalls(2, "both call"), allToAll(2),
            allToAll(4), allToAll(8), allToAll(16), barriers());

    /** A program, and the rows that it prints, by the names that it prints. */
    private record Job(int processes, Software besides, String program, Map<String, Row> rows) {}

    private static Job firstCalls(int callers, String text) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (String stretch : FirstCalls.STRETCHES) {
            Bar bar = stretch.startsWith("first") ? Bar.notSlowerThanJdk() : Bar.fasterThanJdk(2);
            rows.put(stretch, row("calls of a new job, " + text + ": " + stretch, Unit.US, bar));
        }
        return new Job(2, Software.JDK, FirstCalls.class.getName() + " " + callers, rows);
    }

    private static Job allToAll(int processes) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (int i = 1; i <= AllToAll.ROUNDS; i++) {
            rows.put("round " + i,
                    row("new job of " + processes + ", all to all, round " + i, Unit.RATE, Bar.fasterThanJdk(3)));
        }
        return new Job(processes, Software.JDK, AllToAll.class.getName(), rows);
    }

    private static Job barriers() {
        return new Job(RANKS_OF_BARRIER, Software.C, Barriers.class.getName(),
                Map.of("barrier", row("Barrier of " + RANKS_OF_BARRIER, Unit.US, Bar.timesC(3))));
    }

    private static Row row(String name, Unit unit, Bar bar) {
        return new Row(Section.SITUATIONS, name, unit, bar);
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
    public long plannedMs(Row row, Pace pace) {
        Job job = jobOf(row);
        return 2L * pace.runs() * MS_OF_JOB / job.rows().size();
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        RmiPrograms programs = new RmiPrograms(run.javaHome(), run.mpirun(), CLASSES, SECONDS);
        for (Job job : jobs) {
            List<Row> rows = new ArrayList<>(wanted);
            rows.retainAll(job.rows().values());
            for (int i = 0; !rows.isEmpty() && i < run.pace().runs(); i++) {
                boolean isRmi = job.besides() == Software.JDK;
                add(job, rows, run, Software.OURS,
                        programs.runRanks(job.processes(), isRmi ? "--rmi" : "", job.program()));
                add(job, rows, run, job.besides(), isRmi
                        ? programs.runJvms(job.processes(), job.program())
                        : programs.runC(job.processes(), "build/bench/barriers"));
            }
        }
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
