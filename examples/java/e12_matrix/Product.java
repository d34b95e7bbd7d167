package e12_matrix;

import java.util.Arrays;
import java.util.Random;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;

/**
 * Multiplies two matrices on a square grid of tasks by Cannon's algorithm. Each task has a block of each matrix, and
 * passes the blocks on to the left and upwards. Arguments: number of tasks in a row, number of rows in a block.
 */
final class Product {
    private static final int BLOCKS = 0;
    private static final int LEFT = 1;
    private static final int UP = 2;
    private static final int RESULT = 3;

    private Product() {}

    public static void main(String[] args) throws jpvmException {
        int side = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int rows = args.length > 1 ? Integer.parseInt(args[1]) : 200;
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() == jpvmEnvironment.PvmNoParent) {
            handOut(jpvm, side, rows);
        } else {
            multiply(jpvm, side, rows);
        }
        jpvm.pvm_exit();
    }

    private static void handOut(jpvmEnvironment jpvm, int side, int rows) throws jpvmException {
        Random random = new Random(1);
        double[][] a = blocks(random, side * side, rows);
        double[][] b = blocks(random, side * side, rows);
        jpvmTaskId[] grid = new jpvmTaskId[side * side];
        jpvm.pvm_spawn("e12_matrix.Product", new String[] {"" + side, "" + rows}, grid.length, grid);
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                int shift = (row + column) % side;
                jpvmBuffer blocks = new jpvmBuffer();
                blocks.pack(row * side + column);
                blocks.pack(grid, grid.length, 1);
                blocks.pack(a[row * side + shift], rows * rows, 1);
                blocks.pack(b[shift * side + column], rows * rows, 1);
                jpvm.pvm_send(blocks, grid[row * side + column], BLOCKS);
            }
        }
        boolean isRight = true;
        for (int i = 0; i < grid.length; i++) {
            double[] block = new double[rows * rows];
            jpvm.pvm_recv(grid[i], RESULT).buffer.unpack(block, block.length, 1);
            isRight &= isProduct(block, a, b, i / side, i % side, side, rows, random);
        }
        System.out.println(side * rows + " x " + side * rows + " on " + grid.length + " tasks; the product is right: "
                + isRight);
    }

    private static double[][] blocks(Random random, int count, int rows) {
        double[][] blocks = new double[count][];
        Arrays.setAll(blocks, i -> random.doubles((long) rows * rows).toArray());
        return blocks;
    }

    /** Checks some elements, each computed by its definition. */
    private static boolean isProduct(double[] block, double[][] a, double[][] b, int row, int column, int side,
            int rows,
            Random random) {
        for (int sample = 0; sample < 20; sample++) {
            int i = random.nextInt(rows);
            int j = random.nextInt(rows);
            double sum = 0;
            for (int k = 0; k < side * rows; k++) {
                sum += a[row * side + k / rows][i * rows + k % rows] * b[k / rows * side + column][k % rows * rows + j];
            }
            if (Math.abs(sum - block[i * rows + j]) > 1e-9 * sum) {
                return false;
            }
        }
        return true;
    }

    private static void multiply(jpvmEnvironment jpvm, int side, int rows) throws jpvmException {
        jpvmMessage message = jpvm.pvm_recv(jpvm.pvm_parent(), BLOCKS);
        int own = message.buffer.upkint();
        int row = own / side;
        int column = own % side;
        jpvmTaskId[] grid = new jpvmTaskId[side * side];
        message.buffer.unpack(grid, grid.length, 1);
        double[] a = new double[rows * rows];
        double[] b = new double[rows * rows];
        double[] sum = new double[rows * rows];
        message.buffer.unpack(a, a.length, 1);
        message.buffer.unpack(b, b.length, 1);
        for (int step = 0;; step++) {
            add(sum, a, b, rows);
            if (step == side - 1) {
                break;
            }
            send(jpvm, a, grid[row * side + (column + side - 1) % side], LEFT);
            send(jpvm, b, grid[(row + side - 1) % side * side + column], UP);
            jpvm.pvm_recv(grid[row * side + (column + 1) % side], LEFT).buffer.unpack(a, a.length, 1);
            jpvm.pvm_recv(grid[(row + 1) % side * side + column], UP).buffer.unpack(b, b.length, 1);
        }
        send(jpvm, sum, jpvm.pvm_parent(), RESULT);
    }

    private static void send(jpvmEnvironment jpvm, double[] block, jpvmTaskId to, int tag) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(block, block.length, 1);
        jpvm.pvm_send(buffer, to, tag);
    }

    private static void add(double[] sum, double[] a, double[] b, int rows) {
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < rows; k++) {
                double factor = a[i * rows + k];
                for (int j = 0; j < rows; j++) {
                    sum[i * rows + j] += factor * b[k * rows + j];
                }
            }
        }
    }
}
