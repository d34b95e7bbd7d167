package org.rmi4mpi.bench.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A run of measurements: where its processes come from, how long they measure, and where values go. Owned by the thread
 * that measures.
 */
public class Run {
    private final Path javaHome;
    private final String mpirun;
    private final Pace pace;
    private final Set<Software> software;
    private final Results results;

    /** @param software the systems to measure; others are left out */
    public Run(Path javaHome, String mpirun, Pace pace, Set<Software> software, Results results) {
        this.javaHome = javaHome;
        this.mpirun = mpirun;
        this.pace = pace;
        this.software = EnumSet.copyOf(software);
        this.results = results;
    }

    public final Path javaHome() {
        return javaHome;
    }

    public final String mpirun() {
        return mpirun;
    }

    public final Pace pace() {
        return pace;
    }

    public final boolean has(Software system) {
        return software.contains(system);
    }

    public final Results results() {
        return results;
    }

    /** Tells the user what the run does while it adds no values. */
    public void tell(String work) {}

    /** @param value not a number if there is nothing to measure */
    public void add(Row row, Software system, double value) throws IOException {
        results.add(row.name(), system, value);
    }

    /**
     * Returns the rows of which a system's quartiles are too far apart, and forgets their values. The caller measures
     * these rows again.
     */
    public final List<Row> toRepeat(List<Row> measured) {
        List<Row> wide = measured.stream().filter(this::isTooWide).toList();
        wide.forEach(row -> results.again(row.name()));
        return wide;
    }

    private boolean isTooWide(Row row) {
        return pace.isRepeated() && software.stream()
                .anyMatch(system -> results.spread(row.name(), system).isWide());
    }
}
