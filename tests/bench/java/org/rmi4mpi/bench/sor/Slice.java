package org.rmi4mpi.bench.sor;

/** A rank's rows of the grid, with one row above and one below them. Owned by one thread. */
final class Slice {
    static final int RED = 0;
    static final int BLACK = 1;
    /** Rows and columns of the whole grid that are relaxed. */
    static final int SIDE = 1000;

    private static final double OMEGA = 1.9;

    private final int first;
    private final double[][] rows;

    Slice(int rank, int ranks) {
        first = first(rank, ranks);
        rows = new double[first(rank + 1, ranks) - first + 2][SIDE + 2];
        if (rank == 0) {
            java.util.Arrays.fill(rows[0], 1); // the upper border is hot
        }
    }

    private static int first(int rank, int ranks) {
        return SIDE * rank / ranks;
    }

    int height() {
        return rows.length - 2;
    }

    /** A row: 0 is the one above, height + 1 the one below. */
    double[] row(int i) {
        return rows[i];
    }

    void setRow(int i, double[] row) {
        rows[i] = row;
    }

    /** Relaxes all cells of a colour, and returns the largest change. */
    double relax(int colour) {
        double largest = 0;
        for (int i = 1; i <= height(); i++) {
            largest = Math.max(largest, relax(rows[i - 1], rows[i], rows[i + 1], 1 + (first + i + colour & 1)));
        }
        return largest;
    }

    private static double relax(double[] above, double[] row, double[] below, int from) {
        double largest = 0;
        for (int j = from; j <= SIDE; j += 2) {
            double change = OMEGA * (0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]) - row[j]);
            row[j] += change;
            largest = Math.max(largest, Math.abs(change));
        }
        return largest;
    }
}
