package e13_watched_sor;

import java.util.Locale;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Successive over-relaxation of a grid. Its strips are tasks, which send each other their border rows. They report
 * progress to a remote object of the task that has spawned them, while that task waits for their results.
 */
final class Sor {
    private static final int STRIPS = 3;
    private static final int ITERATIONS = 300;
    private static final int TOLD_EACH = 100;
    static final int ROWS_OF_STRIP = 40;
    static final int COLUMNS = 120;
    static final int BEGIN = 1;
    static final int RESULT = 2;

    /** Called by the strips, on threads of the rank. */
    private static final class Printer implements Watch {
        private final double[] changes = new double[STRIPS];
        private int told;

        @Override
        public synchronized void reached(int strip, int iteration, double change) {
            changes[strip] = change;
            if (++told % STRIPS == 0) {
                System.out.printf(Locale.ROOT, "iteration %d: the largest change is %.6f%n", iteration,
                        Math.max(changes[0], Math.max(changes[1], changes[2])));
            }
        }
    }

    private Sor() {}

    public static void main(String[] args) throws Exception, jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        Printer printer = new Printer();
        UnicastRemoteObject.exportObject(printer, 0);
        jpvmTaskId[] strips = new jpvmTaskId[STRIPS];
        jpvm.pvm_spawn("e13_watched_sor.Strip", STRIPS, strips);
        for (int i = 0; i < STRIPS; i++) {
            jpvmBuffer begin = new jpvmBuffer();
            begin.pack(i);
            begin.pack(strips, STRIPS, 1);
            begin.pack(ITERATIONS);
            begin.pack(TOLD_EACH);
            begin.packObject(printer); // packs its stub
            jpvm.pvm_send(begin, strips[i], BEGIN);
        }
        double sum = 0;
        for (jpvmTaskId strip : strips) {
            sum += jpvm.pvm_recv(strip, RESULT).buffer.upkdouble();
        }
        System.out.printf(Locale.ROOT, "mean temperature %.6f%n", sum / (STRIPS * ROWS_OF_STRIP * COLUMNS));
        UnicastRemoteObject.unexportObject(printer, true);
        jpvm.pvm_exit();
    }
}
