package org.rmi4mpi.bench.app;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Run;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;

/**
 * The applications on two processes, which are started anew in each run. A program computes its result several times,
 * and its first time, in which the JVM compiles, does not count. The sequential times come from the run by ranks.
 */
public final class Applications implements Situation {
    /** Longest time of a run for which the plan has time, in milliseconds. */
    private static final long MS_OF_RUN = 3500;

    private final Map<Row, Application> applications = new LinkedHashMap<>();

    public Applications() {
        List<Application> all = List.of(
                Application.of("Hamming's problem", "e14_hamming.Hamming 100000000000 100"),
                Application.of("Paraffins", "e15_paraffins.Paraffins 17"),
                Application.sor(64, 64, 100), Application.sor(256, 256, 100), Application.sor(1024, 1024, 50),
                Application.sor(2048, 512, 50),
                Application.of("Travelling salesperson, 20 cities", "e17_salesperson.Salesperson 20"),
                Application.of("Sliding tiles, IDA*, 56 moves", "e18_puzzle.Puzzle 14"));
        all.forEach(application -> applications.put(application.row(), application));
    }

    @Override
    public List<Row> rows() {
        return List.copyOf(applications.keySet());
    }

    @Override
    public Set<Software> software(Row row) {
        return applications.get(row).software();
    }

    @Override
    public int rounds(Row row, Pace pace) {
        return pace.runs() * pace.repetitions();
    }

    @Override
    public long plannedMs(Row row, Pace pace) {
        long starts = software(row).size() - 1L; // the sequential times come along
        return pace.runs() * starts * MS_OF_RUN;
    }

    @Override
    public void measure(List<Row> wanted, Run run) throws IOException {
        for (Row row : wanted) {
            measure(row, run);
            for (Row again : run.toRepeat(List.of(row))) {
                measure(again, run);
            }
        }
    }

    private void measure(Row row, Run run) throws IOException {
        Application application = applications.get(row);
        Programs programs = new Programs(run);
        for (int i = 0; i < run.pace().runs(); i++) {
            for (Software system : application.software()) {
                switch (system) {
                    case JDK -> add(row, run, system, programs.runJvms(application.program()).parallel());
                    case OURS -> {
                        Programs.Times times = programs.runRanks("--rmi " + application.program());
                        add(row, run, Software.SEQUENTIAL, times.sequential());
                        add(row, run, system, times.parallel());
                    }
                    case SEQUENTIAL -> {} // comes along
                    default -> add(row, run, system, programs.runRanks(application.others().get(system)).parallel());
                }
            }
        }
    }

    private static void add(Row row, Run run, Software system, List<Double> seconds) throws IOException {
        for (double each : seconds.subList(1, seconds.size())) {
            run.add(row, system, 1000 * each);
        }
    }
}
