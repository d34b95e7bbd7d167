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
import org.rmi4mpi.bench.rows.Unit;

/** Jobs in which large graphs pass in large and in small heaps. Stateless. */
public final class LargeGraphJobs {
    private static final int MILLION = 1_000_000;
    private static final long MS_OF_JOB = 15_000;

    /** The elements of a list, their number, and the heap of each process as -Xmx has it. */
    private record Graph(String elements, int count, String heap) {
        String kind() {
            return "ArrayList of " + elements;
        }
    }

    private static final List<Graph> GRAPHS = List.of(new Graph("maps of two", MILLION, "4g"),
            new Graph("maps of two", MILLION, "500m"), new Graph("String", 2 * MILLION, "4g"),
            new Graph("String", MILLION, "1500m"), new Graph("double[8]", MILLION, "4g"),
            new Graph("long[2]", MILLION, "512m"), new Graph("long[2]", MILLION, "256m"));

    private LargeGraphJobs() {}

    public static Situation all() {
        List<Job> jobs = new ArrayList<>();
        for (Graph graph : GRAPHS) {
            Map<String, Row> rows = new LinkedHashMap<>();
            for (String call : LargeGraphs.CALLS) {
                String name =
                        graph.kind() + " (" + graph.count() / MILLION + "M) in heaps of " + graph.heap() + ": " + call;
                rows.put(call, new Row(Section.KINDS, name, Unit.MS, Bar.notSlowerThanJdk()));
            }
            jobs.add(Job.besideJdk(2,
                    "-Xmx" + graph.heap() + " " + LargeGraphs.class.getName() + " " + graph.count() + " "
                            + graph.kind(),
                    MS_OF_JOB, rows));
        }
        return new FreshJobs(jobs);
    }
}
