package org.rmi4mpi.bench.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rmi4mpi.bench.rows.Spread;
import processes.Processes;

/**
 * A program of java.rmi for two processes: one passes a graph to the other, and gets one from it. Arguments: the number
 * of elements, and the words of the kind's name. Process 0 prints {@code direction, call:microseconds} for the first call, the tenth, and
 * the median of later ones.
 */
public final class KindCalls {
    /** The names in the order of the output. */
    static final List<String> DIRECTIONS = List.of("argument", "result");
    static final List<String> CALLS = List.of("first", "tenth", "later");

    private static final int FIRST_CALLS = 10;
    private static final int LEAST_LATER = 3;
    private static final int MOST_LATER = 3000;
    private static final long LATER_NS = 400_000_000;

    private KindCalls() {}

    /** A call that returns the size of the graph that was passed. */
    private interface Call {
        int run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        String kind = String.join(" ", List.of(args).subList(1, args.length));
        Processes processes = new Processes();
        processes.bind(KindService.NAME, new KindService.Maker());
        KindService other = processes.find(KindService.NAME, 1 - processes.rank());
        processes.meet();
        if (processes.rank() == 0) {
            Object graph = Kinds.make(kind, count);
            other.make(kind, count);
            print(DIRECTIONS.get(0), count, () -> other.take(graph));
            print(DIRECTIONS.get(1), count, () -> Kinds.sizeOf(other.give()));
        }
        processes.end();
    }

    private static void print(String direction, int count, Call call) throws Exception {
        double[] first = new double[FIRST_CALLS];
        for (int i = 0; i < FIRST_CALLS; i++) {
            first[i] = us(call, count);
        }
        List<Double> later = new ArrayList<>();
        long end = System.nanoTime() + LATER_NS;
        while (later.size() < LEAST_LATER || System.nanoTime() < end && later.size() < MOST_LATER) {
            later.add(us(call, count));
        }
        double[] figures = {first[0], first[FIRST_CALLS - 1], Spread.median(later)};
        for (int i = 0; i < figures.length; i++) {
            System.out.printf(Locale.ROOT, "%s, %s:%.3f%n", direction, CALLS.get(i), figures[i]);
        }
    }

    private static double us(Call call, int count) throws Exception {
        long start = System.nanoTime();
        int size = call.run();
        double us = (System.nanoTime() - start) / 1e3;
        if (size != count) {
            throw new IllegalStateException(size + " elements came, not " + count);
        }
        return us;
    }
}
