package org.rmi4mpi.bench.kind;

import java.util.List;
import java.util.Locale;
import processes.Processes;

/**
 * A program of java.rmi for two processes: one passes a large graph to the other three times. Arguments: the number of
 * elements, and the words of the kind's name. Process 0 prints {@code call:milliseconds} for the first and the third call.
 */
public final class LargeGraphs {
    /** The names in the order of the output. */
    static final List<String> CALLS = List.of("first", "third");

    private LargeGraphs() {}

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        Processes processes = new Processes();
        processes.bind(KindService.NAME, new KindService.Maker());
        KindService other = processes.find(KindService.NAME, 1 - processes.rank());
        processes.meet();
        if (processes.rank() == 0) {
            Object graph = Kinds.make(String.join(" ", List.of(args).subList(1, args.length)), count);
            double first = ms(other, graph, count);
            ms(other, graph, count);
            double third = ms(other, graph, count);
            System.out.printf(Locale.ROOT, "%s:%.1f%n%s:%.1f%n", CALLS.get(0), first, CALLS.get(1), third);
        }
        processes.end();
    }

    private static double ms(KindService other, Object graph, int count) throws Exception {
        long start = System.nanoTime();
        int size = other.take(graph);
        double ms = (System.nanoTime() - start) / 1e6;
        if (size != count) {
            throw new IllegalStateException(size + " elements came, not " + count);
        }
        return ms;
    }
}
