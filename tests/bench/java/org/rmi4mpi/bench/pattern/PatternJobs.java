package org.rmi4mpi.bench.pattern;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rmi4mpi.bench.cold.FreshJobs;
import org.rmi4mpi.bench.cold.FreshJobs.Job;
import org.rmi4mpi.bench.rows.Bar;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Section;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Unit;

/** A job for each pattern. Stateless. */
public final class PatternJobs {
    private static final long MS_OF_JOB = 2500;

    private PatternJobs() {}

    public static Situation all() {
        List<Job> jobs = new ArrayList<>();
        for (String pattern : Patterns.names()) {
            Map<String, Row> rows = new LinkedHashMap<>();
            for (String repetition : PatternCalls.REPETITIONS) {
                rows.put(repetition,
                        new Row(Section.PATTERNS, pattern + ": " + repetition, Unit.MS, Bar.notSlowerThanJdk()));
            }
            jobs.add(Job.besideJdk(2, PatternCalls.class.getName() + " " + pattern, MS_OF_JOB, rows));
        }
        return new FreshJobs(jobs);
    }
}
