package org.rmi4mpi.bench.pattern;

import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.util.List;
import java.util.Locale;
import processes.Processes;

/**
 * A program of java.rmi for two processes, of which one follows a pattern three times. Arguments: the words of its name.
 * Process 0 prints {@code repetition:milliseconds} for the first and the third time.
 */
public final class PatternCalls {
    /** The names in the order of the output. */
    static final List<String> REPETITIONS = List.of("first", "third");

    private PatternCalls() {}

    public static void main(String[] args) throws Exception {
        Processes processes = new Processes();
        processes.bind(Office.NAME, new OfficeObject());
        Office other = processes.find(Office.NAME, 1 - processes.rank());
        Registry registry =
                LocateRegistry.getRegistry("localhost", Integer.getInteger("registry.port", Registry.REGISTRY_PORT));
        processes.meet();
        if (processes.rank() == 0) {
            Patterns patterns = new Patterns(other, registry, Office.NAME + 1);
            String pattern = String.join(" ", args);
            double first = ms(patterns, pattern);
            ms(patterns, pattern);
            double third = ms(patterns, pattern);
            System.out.printf(Locale.ROOT, "%s:%.4f%n%s:%.4f%n", REPETITIONS.get(0), first, REPETITIONS.get(1), third);
        }
        processes.end();
    }

    private static double ms(Patterns patterns, String pattern) throws Exception {
        long start = System.nanoTime();
        patterns.run(pattern);
        return (System.nanoTime() - start) / 1e6;
    }
}
