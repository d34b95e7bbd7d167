package org.rmi4mpi.bench.serial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.rmi4mpi.tests.serial.Models;

/** Measures one contender by the JDK that runs this, and appends its results to a file. */
final class MeasureMain {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    private MeasureMain() {}

    /** @param args file, contender, whether quick, rows */
    public static void main(String[] args) throws IOException, RunnerException {
        Path file = Path.of(args[0]);
        Contender.Name contender = Contender.Name.of(args[1]);
        boolean quick = Boolean.parseBoolean(args[2]);
        for (String row : List.of(args).subList(3, args.length)) {
            Result result = measure(contender, row, quick);
            Files.writeString(file, result.toCsv() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            System.err.println("JDK " + Runtime.version().feature() + ": " + result.toCsv());
        }
    }

    private static Result measure(Contender.Name contender, String row, boolean quick) throws RunnerException {
        int bytes;
        try {
            bytes = Measurement.messageLength(contender.create(), Models.graph(row));
        } catch (Exception | LinkageError | StackOverflowError e) {
            return Result.failed(row, contender, e);
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^\\Q" + Measurement.class.getName() + "\\E\\.")
                .param("contender", contender.text)
                .param("row", row)
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .shouldFailOnError(true);
        if (quick) {
            options.forks(0).warmupIterations(3).warmupTime(TimeValue.milliseconds(200))
                    .measurementIterations(3).measurementTime(TimeValue.milliseconds(100));
        } else {
            options.forks(2).warmupIterations(5).warmupTime(TimeValue.milliseconds(300))
                    .measurementIterations(5).measurementTime(TimeValue.milliseconds(300));
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        RunResult write = find(results, Measurement.WRITE);
        RunResult read = find(results, Measurement.READ);
        return new Result(row, contender, ns(write), ns(read), errorNs(write), errorNs(read), bytes, allocated(write),
                allocated(read), null);
    }

    private static RunResult find(Collection<RunResult> results, String benchmark) {
        return results.stream()
                .filter(result -> result.getParams().getBenchmark().equals(benchmark))
                .findFirst()
                .orElseThrow();
    }

    private static double ns(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50); // since some iterations still compile
    }

    private static double errorNs(RunResult result) {
        return result.getPrimaryResult().getScoreError();
    }

    @SuppressWarnings("rawtypes") // JMH's
    private static double allocated(RunResult result) {
        return result.getSecondaryResults().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(ALLOCATION))
                .mapToDouble(entry -> entry.getValue().getScore())
                .findFirst()
                .orElse(Double.NaN);
    }
}
