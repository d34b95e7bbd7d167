package e13_watched_sor;

import java.util.Arrays;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/**
 * Some rows of the grid, with the rows above and below them. The edge of the grid is at 0, except its upper row at 100.
 */
final class Strip {
    private static final int DOWN = 3;
    private static final int UP = 4;
    private static final double OMEGA = 1.9;

    private final double[][] rows = new double[Sor.ROWS_OF_STRIP + 2][Sor.COLUMNS];
    private final jpvmEnvironment jpvm;
    private final jpvmTaskId above;
    private final jpvmTaskId below;

    private Strip(jpvmEnvironment jpvm, jpvmTaskId above, jpvmTaskId below) {
        this.jpvm = jpvm;
        this.above = above;
        this.below = below;
        if (above == null) {
            Arrays.fill(rows[0], 100);
        }
    }

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        jpvmBuffer begin = jpvm.pvm_recv(jpvm.pvm_parent(), Sor.BEGIN).buffer;
        int own = begin.upkint();
        jpvmTaskId[] strips = new jpvmTaskId[3];
        begin.unpack(strips, strips.length, 1);
        int iterations = begin.upkint();
        int toldEach = begin.upkint();
        Watch watch = (Watch) begin.upkobject();
        Strip strip = new Strip(jpvm, own > 0 ? strips[own - 1] : null, own < strips.length - 1 ? strips[own + 1]
                : null);
        for (int i = 1; i <= iterations; i++) {
            strip.exchange();
            double red = strip.relax(own, 0);
            strip.exchange();
            double black = strip.relax(own, 1);
            if (i % toldEach == 0) {
                watch.reached(own, i, Math.max(red, black));
            }
        }
        jpvmBuffer result = new jpvmBuffer();
        result.pack(strip.sum());
        jpvm.pvm_send(result, jpvm.pvm_parent(), Sor.RESULT);
        jpvm.pvm_exit();
    }

    /** Exchanges border rows. Sends do not block, so that both neighbours may send first. */
    private void exchange() throws jpvmException {
        int last = rows.length - 2;
        if (above != null) {
            send(rows[1], above, UP);
        }
        if (below != null) {
            send(rows[last], below, DOWN);
            jpvm.pvm_recv(below, UP).buffer.unpack(rows[last + 1], Sor.COLUMNS, 1);
        }
        if (above != null) {
            jpvm.pvm_recv(above, DOWN).buffer.unpack(rows[0], Sor.COLUMNS, 1);
        }
    }

    private void send(double[] row, jpvmTaskId to, int tag) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(row, row.length, 1);
        jpvm.pvm_send(buffer, to, tag);
    }

    private double relax(int own, int colour) {
        double largest = 0;
        for (int i = 1; i < rows.length - 1; i++) {
            int row = own * Sor.ROWS_OF_STRIP + i;
            for (int j = 1 + (row + colour) % 2; j < Sor.COLUMNS - 1; j += 2) {
                double mean = (rows[i - 1][j] + rows[i + 1][j] + rows[i][j - 1] + rows[i][j + 1]) / 4;
                double change = OMEGA * (mean - rows[i][j]);
                rows[i][j] += change;
                largest = Math.max(largest, Math.abs(change));
            }
        }
        return largest;
    }

    private double sum() {
        double sum = 0;
        for (int i = 1; i < rows.length - 1; i++) {
            sum += Arrays.stream(rows[i]).sum();
        }
        return sum;
    }
}
