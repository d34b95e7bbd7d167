package e02_plate;

import java.util.List;

/**
 * What is to be solved: a plate of rows x columns cells, whose outermost cells are held at the edge's
 * temperature, and those of some rectangles at temperatures of their own, the later ones on top.
 *
 * @param tolerance the solution is found when no cell changes by as much in an iteration
 */
record Problem(int rows, int columns, double tolerance, double edge, List<Rectangle> rectangles) {

    record Rectangle(int row, int column, int height, int width, double temperature) {
        boolean covers(int i, int j) {
            return i >= row && i < row + height && j >= column && j < column + width;
        }
    }

    /** Rows between the first and the last, which are the ones that are computed. */
    int innerRows() {
        return rows - 2;
    }

    /** A plate with rows of the same length, but few of them: for the JVM to compile what will be measured. */
    Problem forWarmingUp(int ranks) {
        return new Problem(Math.max(40, 2 * ranks) + 2, columns, 1e-6 * (1 + Math.abs(edge)), edge,
                List.of(new Rectangle(0, 0, 1, columns, edge + 100)));
    }

    /** Row from 0 at which the share of a rank begins; that of rank size ends the last share. */
    int firstRow(int rank, int size) {
        return 1 + (int) ((long) innerRows() * rank / size);
    }

    /** The factor by which red/black relaxation of a rectangle without inner rectangles converges fastest. */
    double omega() {
        double jacobi = (Math.cos(Math.PI / (rows - 1)) + Math.cos(Math.PI / (columns - 1))) / 2;
        return 2 / (1 + Math.sqrt(1 - jacobi * jacobi));
    }

    /** More iterations than relaxation at that factor needs down to the last bit. */
    int iterationLimit() {
        return 1000 + 50 * Math.max(rows, columns);
    }

    /** The temperature at which a cell is held, or NaN where it is free. */
    private double held(int i, int j) {
        for (int k = rectangles.size() - 1; k >= 0; k--) {
            if (rectangles.get(k).covers(i, j)) {
                return rectangles.get(k).temperature();
            }
        }
        return i == 0 || j == 0 || i == rows - 1 || j == columns - 1 ? edge : Double.NaN;
    }

    /** One row at the start: held cells at their temperature, free ones at the edge's. */
    double[] initialRow(int i) {
        double[] row = new double[columns];
        for (int j = 0; j < columns; j++) {
            double held = held(i, j);
            row[j] = Double.isNaN(held) ? edge : held;
        }
        return row;
    }

    /** The free cells of a row, as column numbers: from, to, from, to ... */
    int[] freeCells(int i) {
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
