package org.rmi4mpi.bench.kind;

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
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Unit;

/** A job for each kind of object and each number of them. Stateless. */
public final class KindJobs {
    public static final List<String> KINDS = Kinds.names();
    public static final List<Integer> COUNTS = List.of(1000, 10_000, 100_000, 1_000_000);
    public static final List<String> DIRECTIONS = KindCalls.DIRECTIONS;
    public static final List<String> CALLS = KindCalls.CALLS;

    private static final int LONGEST_CHAIN = 100_000;
    private static final String STACK_OF_CHAIN = "-Xss1g ";
    private static final long MS_OF_JOB = 3000;
    private static final long MS_OF_MILLION = 20_000;

    private KindJobs() {}

    public static Situation all() {
        List<Job> jobs = new ArrayList<>();
        for (int count : COUNTS) {
            for (String kind : KINDS) {
                if (!kind.equals(Kinds.CHAIN) || count <= LONGEST_CHAIN) {
                    jobs.add(job(kind, count));
                }
            }
        }
        return new FreshJobs(jobs);
    }

    private static Job job(String kind, int count) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (String direction : DIRECTIONS) {
            for (String call : CALLS) {
                rows.put(direction + ", " + call, new Row(Section.KINDS, nameOf(kind, count, direction, call), Unit.US,
                        Bar.notSlowerThanJdk()));
            }
        }
        String program = KindCalls.class.getName() + " " + count + " " + kind;
        String options = kind.equals(Kinds.CHAIN) ? STACK_OF_CHAIN : "";
        long ms = MS_OF_JOB + MS_OF_MILLION * count / 1_000_000;
        return new Job(2, program, Software.JDK, 2, options + program, ms, rows);
    }

    /** Returns the name of a row. It has no comma, so that rows can be picked by it. */
    public static String nameOf(String kind, int count, String direction, String call) {
        String number = count < 1_000_000 ? count / 1000 + "k" : count / 1_000_000 + "M";
        return kind + " (" + number + ") as " + direction + ": " + call;
    }
}
