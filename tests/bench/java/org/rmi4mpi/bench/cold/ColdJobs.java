package org.rmi4mpi.bench.cold;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.bench.cold.FreshJobs.Job;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/** Jobs that are young, or have more ranks than there are cores. Stateless. */
public final class ColdJobs {
    private static final long MS_OF_JOB = 4000;
    private static final int RANKS_OF_BARRIER = 32;

    private ColdJobs() {}

    public static Situation all() {
        return new FreshJobs(List.of(firstCalls(1, "one calls"), firstCalls(2, "both call"), allToAll(2), allToAll(4),
                allToAll(8), allToAll(16), barriers()));
    }

    private static Job firstCalls(int callers, String text) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (String stretch : FirstCalls.STRETCHES) {
            Bar bar = stretch.startsWith("first") ? Bar.notSlowerThanJdk() : Bar.fasterThanJdk(2);
            rows.put(stretch, row("calls of a new job, " + text + ": " + stretch, Unit.US, bar));
        }
        return Job.besideJdk(2, FirstCalls.class.getName() + " " + callers, MS_OF_JOB, rows);
    }

    private static Job allToAll(int processes) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (int i = 1; i <= AllToAll.ROUNDS; i++) {
            rows.put("round " + i,
                    row("new job of " + processes + ", all to all, round " + i, Unit.RATE, Bar.fasterThanJdk(3)));
        }
        return Job.besideJdk(processes, AllToAll.class.getName(), MS_OF_JOB, rows);
    }

    private static Job barriers() {
        return new Job(RANKS_OF_BARRIER, Barriers.class.getName(), Software.C, RANKS_OF_BARRIER,
                "build/bench/barriers", MS_OF_JOB,
                Map.of("barrier", row("Barrier of " + RANKS_OF_BARRIER, Unit.US, Bar.timesC(3))));
    }

    private static Row row(String name, Unit unit, Bar bar) {
        return new Row(Section.SITUATIONS, name, unit, bar);
    }
}
