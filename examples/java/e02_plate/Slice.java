package e02_plate;

/** Some rows of the plate, with the rows above and below them. Owned by one thread. */
public final class Slice {
    public static final int RED = 0;
    public static final int BLACK = 1;

    private final int first;
    private final double omega;
    private final double[][] rows;
    private final int[][] free;

    /**
     * @param first first row
     * @param end row after the last one
     */
    public Slice(Problem problem, int first, int end) {
        this.first = first;
        this.omega = problem.omega();
        rows = new double[end - first + 2][];
        free = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = problem.initialRow(first - 1 + i);
            free[i] = problem.freeCells(first - 1 + i);
        }
    }

    /** Number of rows, without the two around them. */
    int height() {
        return rows.length - 2;
    }

    /** A row: 0 is the one above the slice, 1 to height are its own, height + 1 is the one below. */
    double[] row(int i) {
        return rows[i];
    }

    /** The rows without those around them. */
    public double[][] ownRows() {
        return java.util.Arrays.copyOfRange(rows, 1, rows.length - 1);
    }

    void setRow(int i, double[] row) {
        rows[i] = row;
    }

    /** Relaxes all cells of one colour, and returns the largest change. */
    public double relax(int colour) {
        double largest = 0;
        for (int i = 1; i <= height(); i++) {
            int parity = first - 1 + i + colour;
            largest = Math.max(largest, relax(rows[i - 1], rows[i], rows[i + 1], free[i], parity, omega));
        }
        return largest;
    }

    private static double relax(double[] above, double[] row, double[] below, int[] free, int parity, double omega) {
        double largest = 0;
        for (int k = 0; k < free.length; k += 2) {
            int from = free[k] + (free[k] + parity & 1);
            int to = free[k + 1];
            for (int j = from; j < to; j += 2) {
                double mean = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
                double change = omega * (mean - row[j]);
                row[j] += change;
                largest = Math.max(largest, Math.abs(change));
            }
        }
        return largest;
    }
}
