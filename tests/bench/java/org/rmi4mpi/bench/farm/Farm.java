package org.rmi4mpi.bench.farm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rmi4mpi.farm.RankExecutor;
import org.rmi4mpi.rmi.Ranks;

/**
 * Tasks that any rank may run, as {@code farm.py} has them. Each keeps a core busy for some time. Argument: {@code map}, {@code
 * submit} or {@code mandelbrot}. Rank 0 prints {@code repetition N:tasks a second}, or milliseconds for the last.
 */
public final class Farm {
    private static final long TASK_NS = 20_000;
    private static final int MAPPED = 100_000;
    private static final int SUBMITTED = 20_000;
    private static final int ROWS = 900;
    private static final int COLUMNS = 24;
    private static final int MOST_STEPS = 200;
    private static final double ALL_ROWS_NS = 2e9;

    private Farm() {}

    private static long compute(long ns) {
        long start = System.nanoTime();
        long took = 0;
        while (took < ns) {
            took = System.nanoTime() - start;
        }
        return took;
    }

    public static void main(String[] args) throws Exception {
        Ranks.start(args);
        if (Ranks.own() != 0) {
            return; // serves
        }
        try (RankExecutor executor = Ranks.executor()) {
            List<Long> rowsNs = rowsNs();
            for (int repetition = 1; repetition <= Updates.REPETITIONS; repetition++) {
                long start = System.nanoTime();
                int tasks = run(args[0], rowsNs, executor);
                double seconds = (System.nanoTime() - start) / 1e9;
                System.out.printf(Locale.ROOT, "repetition %d:%.3f%n", repetition,
                        args[0].equals("mandelbrot") ? seconds * 1e3 : tasks / seconds);
            }
        }
    }

    private static int run(String way, List<Long> rowsNs, RankExecutor executor) throws Exception {
        switch (way) {
            case "map":
                return (int) executor.map(Stream.generate(() -> TASK_NS).limit(MAPPED), Farm::compute).count();
            case "submit":
                List<Future<Long>> futures = new ArrayList<>();
                for (int i = 0; i < SUBMITTED; i++) {
                    futures.add(executor.submit(() -> compute(TASK_NS)));
                }
                for (Future<Long> future : futures) {
                    future.get();
                }
                return SUBMITTED;
            case "mandelbrot":
                return (int) executor.map(rowsNs.stream(), Farm::compute).count();
            default:
                throw new IllegalArgumentException("no way to farm out is called " + way);
        }
    }

    /** Returns how long each row of a picture of the Mandelbrot set takes, in nanoseconds: two seconds in all. */
    private static List<Long> rowsNs() {
        double[] steps = IntStream.range(0, ROWS).mapToDouble(row -> stepsOfRow(2.4 * row / ROWS - 1.2)).toArray();
        double all = DoubleStream.of(steps).sum();
        return DoubleStream.of(steps).mapToObj(each -> (long) (ALL_ROWS_NS * each / all)).toList();
    }

    private static int stepsOfRow(double y) {
        int steps = 0;
        for (int column = 0; column < COLUMNS; column++) {
            double x = 3.2 * column / COLUMNS - 2.2;
            double re = 0;
            double im = 0;
            for (int i = 0; i < MOST_STEPS && re * re + im * im < 4; i++) {
                double next = re * re - im * im + x;
                im = 2 * re * im + y;
                re = next;
                steps++;
            }
        }
        return steps;
    }
}
