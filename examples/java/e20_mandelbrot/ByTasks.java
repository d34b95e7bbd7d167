package e20_mandelbrot;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;
import mpi.MPI;

/** Rank 0's task is a master. It spawns a worker on each rank, and sends the next strip to each worker that is done. */
final class ByTasks implements Way {
    private static final int WORK = 1;
    private static final int RESULT = 2;
    /** Tells a worker to end. */
    private static final int NO_MORE = 3;

    private final jpvmEnvironment jpvm;
    private final int size = MPI.COMM_WORLD.Size();

    ByTasks(jpvmEnvironment jpvm) {
        this.jpvm = jpvm;
    }

    @Override
    public String name() {
        return "JPVM";
    }

    @Override
    public int ranks() {
        return size;
    }

    @Override
    public int[][] strips(Fractal fractal) {
        try {
            return MPI.COMM_WORLD.Rank() > 0 ? null : handOut(fractal);
        } catch (jpvmException e) {
            throw new IllegalStateException(e.toString(), e); // jpvmException is no Exception
        }
    }

    private int[][] handOut(Fractal fractal) throws jpvmException {
        jpvmTaskId[] workers = new jpvmTaskId[size];
        jpvm.pvm_spawn("e20_mandelbrot.ByTasks", size, workers);
        int[][] strips = new int[fractal.strips()][];
        int next = 0;
        int busy = 0;
        for (jpvmTaskId each : workers) {
            busy += send(each, fractal, next++);
        }
        while (busy > 0) {
            jpvmMessage result = jpvm.pvm_recv(RESULT);
            int strip = result.buffer.upkint();
            strips[strip] = new int[result.buffer.upkint()];
            result.buffer.unpack(strips[strip], strips[strip].length, 1);
            busy += send(result.sourceTid, fractal, next++) - 1;
        }
        return strips;
    }

    /** Sends the strip if there is one, or else the end. Returns the number of strips that it has sent. */
    private int send(jpvmTaskId worker, Fractal fractal, int strip) throws jpvmException {
        boolean isWork = strip < fractal.strips();
        jpvmBuffer work = new jpvmBuffer();
        for (int each : new int[] {fractal.width(), fractal.height(), fractal.limit(), strip}) {
            work.pack(each);
        }
        jpvm.pvm_send(work, worker, isWork ? WORK : NO_MORE);
        return isWork ? 1 : 0;
    }

    /** A worker. */
    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        for (jpvmMessage work = jpvm.pvm_recv(); work.messageTag == WORK; work = jpvm.pvm_recv()) {
            Fractal fractal = new Fractal(work.buffer.upkint(), work.buffer.upkint(), work.buffer.upkint());
            int strip = work.buffer.upkint();
            int[] points = fractal.strip(strip);
            jpvmBuffer result = new jpvmBuffer();
            result.pack(strip);
            result.pack(points.length);
            result.pack(points, points.length, 1);
            jpvm.pvm_send(result, work.sourceTid, RESULT);
        }
        jpvm.pvm_exit();
    }
}
