package e02_plate;

import java.util.Locale;

/** Shows the progress of a solver on standard error, in one line that a terminal overwrites. Owned by one thread. */
final class ProgressLine {
    private static final boolean TERMINAL = Boolean.getBoolean("rmi4mpi.terminal");
    private static final long STEP_NS = TERMINAL ? 200_000_000L : 5_000_000_000L;

    private final String name;
    private final boolean shown;
    private long nextNs = System.nanoTime() + STEP_NS;
    private double firstChange;

    ProgressLine(String name, boolean shown) {
        this.name = name;
        this.shown = shown;
    }

    void update(int iteration, double change, double tolerance) {
        if (iteration == 1) {
            firstChange = change;
        }
        if (shown && System.nanoTime() - nextNs > 0) {
            nextNs = System.nanoTime() + STEP_NS;
            // The change shrinks by a constant factor in each iteration, so that its logarithm grows evenly.
            double done = Math.log(firstChange / change) / Math.log(firstChange / tolerance);
            print(String.format(Locale.ROOT, "%s: %3.0f %%, iteration %d, largest change %.2e (until under %.0e)", name,
                    100 * Math.max(0, Math.min(1, done)), iteration, change, tolerance));
        }
    }

    void clear() {
        if (shown && TERMINAL) {
            System.err.print("\r\033[K");
            System.err.flush();
        }
    }

    private void print(String text) {
        System.err.print(TERMINAL ? "\r\033[K" + text : text + System.lineSeparator());
        System.err.flush();
    }
}
