package e16_sor;

import java.util.Arrays;

/**
 * Some rows of a grid, with one row above and one below them. The edge of the grid is at 0, except its upper row at 1.
 * Owned by one thread.
 */
public final class Slab {
    public static final int RED = 0;
    public static final int BLACK = 1;

    private static final double OMEGA = 1.9;

    private final int first;
    private final double[][] rows;

    /**
     * @param rowsOfGrid rows that are relaxed, in all slabs together
     * @param columns columns that are relaxed
     * @param rank number of this slab
     */
    public Slab(int rowsOfGrid, int columns, int rank, int slabs) {
        first = rowsOfGrid * rank / slabs;
        rows = new double[rowsOfGrid * (rank + 1) / slabs - first + 2][columns + 2];
        if (rank == 0) {
            Arrays.fill(rows[0], 1);
        }
    }

    public int height() {
        return rows.length - 2;
    }

    /** Returns a row: 0 is the one above, height + 1 the one below. */
    public double[] row(int i) {
        return rows[i];
    }

    public void setRow(int i, double[] row) {
        rows[i] = row;
    }

    /** Relaxes all cells of a colour, and returns the largest change. */
    public double relax(int colour) {
        double largest = 0;
        for (int i = 1; i <= height(); i++) {
            largest = Math.max(largest, relax(rows[i - 1], rows[i], rows[i + 1], 1 + (first + i + colour & 1)));
        }
        return largest;
    }

    private static double relax(double[] above, double[] row, double[] below, int from) {
        double largest = 0;
        for (int j = from; j < row.length - 1; j += 2) {
            double change = OMEGA * (0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - row[j]);
            row[j] += change;
            largest = Math.max(largest, Math.abs(change));
        }
        return largest;
    }

    /** Returns the sum of each row. */
    public double[] sums() {
        double[] sums = new double[height()];
        for (int i = 0; i < sums.length; i++) {
            for (double cell : rows[i + 1]) {
                sums[i] += cell;
            }
        }
        return sums;
    }
}
