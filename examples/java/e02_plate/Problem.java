package e02_plate;

import java.util.List;

/**
 * A plate of rows x columns cells. The outermost cells keep the edge's temperature. The cells of each rectangle keep
 * the temperature of that rectangle; where rectangles overlap, the last one counts.
 *
 * @param tolerance the iteration ends when no cell changes by this much
 */
public record Problem(int rows, int columns, double tolerance, double edge, List<Rectangle> rectangles) {

    public record Rectangle(int row, int column, int height, int width, double temperature) {
        boolean covers(int i, int j) {
            return i >= row && i < row + height && j >= column && j < column + width;
        }
    }

    /** Number of rows between the first and the last; these are computed. */
    int innerRows() {
        return rows - 2;
    }

    /**
     * A plate with rows of the same length, but few of them, so that the JVM compiles the code before it is measured.
     */
    Problem forWarmingUp(int ranks) {
        return new Problem(Math.max(40, 2 * ranks) + 2, columns, 1e-6 * (1 + Math.abs(edge)), edge,
                List.of(new Rectangle(0, 0, 1, columns, edge + 100)));
    }

    /** First row of a rank's share. The share of the last rank ends before firstRow(size, size). */
    public int firstRow(int rank, int size) {
        return 1 + (int) ((long) innerRows() * rank / size);
    }

    /** The relaxation factor with the fastest convergence for a rectangle without inner rectangles. */
    public double omega() {
        double jacobi = (Math.cos(Math.PI / (rows - 1)) + Math.cos(Math.PI / (columns - 1))) / 2;
        return 2 / (1 + Math.sqrt(1 - jacobi * jacobi));
    }

    /** An upper bound on the iterations until nothing changes any more. */
    public int iterationLimit() {
        return 1000 + 50 * Math.max(rows, columns);
    }

    /** The fixed temperature of a cell, or NaN if the cell is free. */
    private double held(int i, int j) {
        for (int k = rectangles.size() - 1; k >= 0; k--) {
            if (rectangles.get(k).covers(i, j)) {
                return rectangles.get(k).temperature();
            }
        }
        return i == 0 || j == 0 || i == rows - 1 || j == columns - 1 ? edge : Double.NaN;
    }

    /** A row at the start: fixed cells at their temperature, free ones at the edge's. */
    public double[] initialRow(int i) {
        double[] row = new double[columns];
        for (int j = 0; j < columns; j++) {
            double held = held(i, j);
            row[j] = Double.isNaN(held) ? edge : held;
        }
        return row;
    }

    /** The free cells of a row, as ranges of columns: from, to, from, to ... Each range excludes its end. */
    public int[] freeCells(int i) {
        int[] runs = new int[columns + 1];
        int length = 0;
        for (int j = 1; j < columns; j++) {
            boolean free = Double.isNaN(held(i, j));
            boolean before = length % 2 == 1;
            if (free != before) {
                runs[length++] = j;
            }
        }
        return java.util.Arrays.copyOf(runs, length);
    }
}
