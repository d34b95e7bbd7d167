package org.rmi4mpi.bench.call;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.rows.Spread;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures a few figures in less than a minute, one line each: {@code name value unit}. A saving is the time that is
 * saved in comparison with JDK RMI. Options are system properties, which make sets: {@code jdk}, {@code mpirun}.
 */
final class QuickBench {
    private final Results results = new Results();
    private final PairCalls calls;
    private final Row ping;
    private final List<Row> objects = new ArrayList<>();

    private QuickBench(int jdk) {
        calls = new PairCalls(jdk);
        ping = calls.row(Calls.PING);
        Graphs.ofKarmi().forEach(graph -> objects.add(ofObject(graph)));
    }

    private Row ofObject(String graph) {
        return calls.row(Calls.pingOf(graph));
    }

    public static void main(String[] args) throws IOException {
        Map<Integer, Path> found = Jdks.found();
        String asked = System.getProperty("jdk", "");
        int jdk = asked.isEmpty() ? Runtime.version().feature() : Integer.parseInt(asked);
        if (!found.containsKey(jdk)) {
            throw new IOException("no JDK " + jdk + " among " + found + ": name one of them by JDK=, or set JAVA_HOME");
        }
        QuickBench bench = new QuickBench(jdk);
        try {
            Groups.clearLog();
            bench.measure(new Run(found.get(jdk), System.getProperty("mpirun", "mpirun"), Pace.MINUTE,
                    EnumSet.of(Software.C, Software.JDK, Software.OURS), bench.results));
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "\n" + Groups.endOfLog(), e);
        }
        bench.print();
    }

    private void measure(Run run) throws IOException {
        List<Row> wanted = new ArrayList<>(objects);
        wanted.add(0, ping);
        calls.measure(wanted, run);
    }

    private void print() {
        print("null_call_us", results.median(ping.name(), Software.OURS), "us");
        print("c_pingpong_us", results.median(ping.name(), Software.C), "us");
        print("null_call_over_c", results.ratio(ping.name(), Software.OURS, Software.C), "x");
        print("jdk_rmi_null_us", results.median(ping.name(), Software.JDK), "us");
        print("jdk_rmi_over_null_call", results.ratio(ping.name(), Software.JDK, Software.OURS), "x");
        print("int32_saving_percent", savingPercent(ofObject("int32")), "percent");
        print("tree15_saving_percent", savingPercent(ofObject("tree15")), "percent");
        print("float5000_saving_percent", savingPercent(ofObject("float[5000]")), "percent");
        print("median_saving_percent", Spread.median(objects.stream().mapToDouble(this::savingPercent)), "percent");
    }

    private double savingPercent(Row row) {
        return results.savingPercent(row.name(), Software.OURS);
    }

    private static void print(String name, double value, String unit) {
        System.out.printf(Locale.ROOT, "%s %.3f %s%n", name, value, unit);
    }
}
