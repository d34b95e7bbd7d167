package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures calls between two hosts beside C's messages and JDK RMI over the same wire, one line a figure: {@code name
 * value unit}. Runs on a host that scripts/hosts has made. Options are system properties, which make sets: {@code jdk},
 * {@code mpirun}.
 */
final class HostsBench {
    private static final Pace PACE = new Pace("hosts", 3, 41, 2, 1000, 3000, 0, 25, 0, 0, false);

    private HostsBench() {}

    public static void main(String[] args) throws IOException {
        Map<Integer, Path> found = Jdks.found();
        String asked = System.getProperty("jdk", "");
        int jdk = asked.isEmpty() ? Runtime.version().feature() : Integer.parseInt(asked);
        Results results = new Results();
        PairCalls calls = new PairCalls(jdk);
        IdleRank idle = new IdleRank();
        String ping = calls.row(Calls.PING).name();
        List<Row> idleRows = List.of(idle.rows().get(0), idle.rows().get(2));
        String first = idleRows.get(0).name();
        String share = idleRows.get(1).name();
        try {
            Groups.clearLog();
            Run run = new Run(found.get(jdk), System.getProperty("mpirun", "mpirun"), PACE,
                    EnumSet.of(Software.C, Software.JDK, Software.OURS), results);
            calls.measure(List.of(calls.row(Calls.PING)), run);
            idle.measure(idleRows, run);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "\n" + Groups.endOfLog(), e);
        }
        print("null_call_between_hosts", results.median(ping, Software.OURS), "us");
        print("c_pingpong_between_hosts", results.median(ping, Software.C), "us");
        print("null_call_over_c", results.ratio(ping, Software.OURS, Software.C), "x, at most 1.2");
        print("jdk_rmi_null_call_between_hosts", results.median(ping, Software.JDK), "us");
        print("first_call_after_1_s", results.median(first, Software.OURS), "us");
        print("first_call_after_1_s_over_jdk_rmi", results.ratio(first, Software.OURS, Software.JDK), "x, at most 2");
        print("idle_rank", results.median(share, Software.OURS), "percent of a core, at most 0.5");
    }

    private static void print(String name, double value, String unit) {
        System.out.printf(Locale.ROOT, "%s %.3f %s%n", name, value, unit);
    }
}
