package org.rmi4mpi.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.rmi4mpi.bench.app.Applications;
import org.rmi4mpi.bench.call.CallSituations;
import org.rmi4mpi.bench.farm.FarmJobs;
import org.rmi4mpi.bench.gateway.GatewayJobs;
import org.rmi4mpi.bench.kind.KindJobs;
import org.rmi4mpi.bench.kind.LargeGraphJobs;
import org.rmi4mpi.bench.pattern.PatternJobs;
import org.rmi4mpi.bench.peer.PairJobs;
import org.rmi4mpi.bench.rows.Pace;
import org.rmi4mpi.bench.rows.Results;
import org.rmi4mpi.bench.rows.ResultsFile;
import org.rmi4mpi.bench.rows.Row;
import org.rmi4mpi.bench.rows.Sample;
import org.rmi4mpi.bench.rows.Situation;
import org.rmi4mpi.bench.rows.Software;
import org.rmi4mpi.bench.token.TokenJobs;
import org.rmi4mpi.tests.runner.Jdks;

/**
 * Measures the whole collection, on one JDK, and writes build/bench/results.csv. Values go to build/bench/running.csv
 * first; a run that finds this file, from the same machine and with the same options, goes on with it. Options are
 * system properties, which make sets: {@code quick}, {@code rows}, {@code jdk}, {@code mpirun}, {@code folder}.
 */
public final class Bench {
    private static final Path FOLDER = Path.of(System.getProperty("folder", "build/bench"));
    private static final Path RUNNING = FOLDER.resolve("running.csv");
    private static final Path BEGINNING = FOLDER.resolve("beginning.csv");
    private static final Path RESULTS = FOLDER.resolve("results.csv");

    private final String mpirun = System.getProperty("mpirun", "mpirun");
    private final String rows = System.getProperty("rows", "");
    private final Pace pace;
    private final Path javaHome;
    private final Plan plan;
    /** What a run that was stopped has measured. */
    private final Results kept = new Results();

    private Bench() throws IOException {
        Map<Integer, Path> found = Jdks.found();
        String asked = System.getProperty("jdk", "");
        int jdk = asked.isEmpty() ? Runtime.version().feature() : Integer.parseInt(asked);
        javaHome = found.get(jdk);
        if (javaHome == null) {
            throw new IOException("no JDK " + jdk + " among " + found + ": name one of them by JDK=, or set JAVA_HOME");
        }
        pace = switch (System.getProperty("quick", "")) {
            case "" -> Pace.COLLECTION;
            case "smoke" -> Pace.SMOKE;
            default -> Pace.QUICK_COLLECTION;
        };
        List<Situation> situations = new ArrayList<>(CallSituations.all(jdk));
        situations.add(FarmJobs.all());
        situations.add(new TokenJobs());
        situations.add(PatternJobs.all());
        situations.add(KindJobs.all());
        situations.add(LargeGraphJobs.all());
        situations.add(new GatewayJobs());
        situations.add(new PairJobs());
        situations.add(new Applications());
        plan = new Plan(situations, pace, rows);
    }

    public static void main(String[] args) throws IOException {
        Bench bench = new Bench();
        if (bench.plan.rows().isEmpty()) {
            System.err.println("rmi4mpi: ROWS=" + bench.rows + ": no row and no section has this in its name");
            System.exit(2);
        }
        try {
            CallSituations.clearLog();
            bench.measure();
        } catch (IOException e) {
            System.err.println("rmi4mpi: " + e.getMessage() + "\n" + CallSituations.endOfLog());
            System.exit(1);
        }
    }

    private void measure() throws IOException {
        try (ResultsFile file = begin()) {
            try (ProgressBar bar = bar()) {
                CollectionRun run = new CollectionRun(javaHome, mpirun, pace, file, kept, plan.msOfValue(), bar::stepBy,
                        bar::setExtraMessage);
                for (Map.Entry<Situation, List<Row>> each : plan.wanted().entrySet()) {
                    run.tell(each.getValue().get(0).section().title());
                    each.getKey().measure(each.getValue(), run);
                }
                bar.stepTo(bar.getMax());
            }
            file.about(Map.of("ended", Machine.now(), "load at the end", Machine.load()));
        }
        Files.move(RUNNING, RESULTS, StandardCopyOption.REPLACE_EXISTING);
        System.out.println(RESULTS);
    }

    private ProgressBar bar() {
        return new ProgressBarBuilder().setTaskName("measuring").setInitialMax(plan.plannedMs())
                .setUnit(" s", 1000).setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(1000)
                .continuousUpdate()
                .build();
    }

    /** Goes on with the file of a run that was stopped, or begins one. */
    private ResultsFile begin() throws IOException {
        Map<String, String> about = Machine.about(javaHome, mpirun, pace.name(), rows);
        List<Sample> samples = List.of();
        int rowsOfAll = plan.rows().size();
        if (Files.exists(RUNNING)) {
            ResultsFile.Content earlier = ResultsFile.read(RUNNING);
            boolean isSame = Machine.SAME.stream()
                    .allMatch(fact -> about.get(fact).equals(earlier.about().get(fact)));
            if (isSame) {
                samples = plan.takeOut(earlier);
                about.put("begun", earlier.about().get("begun"));
                System.err.println("going on with the run of " + about.get("begun") + ": "
                        + (rowsOfAll - plan.rows().size()) + " rows are complete, " + plan.rows().size() + " remain");
            } else {
                System.err.println("beginning anew: " + RUNNING + " is of other options, or of another machine");
            }
        }
        ResultsFile file = ResultsFile.create(BEGINNING, about);
        for (Sample sample : samples) {
            file.add(sample);
            kept.add(sample.row(), Software.valueOf(sample.software()), sample.value());
        }
        Files.move(BEGINNING, RUNNING, StandardCopyOption.REPLACE_EXISTING); // it stays open
        return file;
    }
}
