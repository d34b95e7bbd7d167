package e16_sor;

import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmMessage;
import jpvm.jpvmTaskId;
import processes.Comparison;

/**
 * The same by tasks of JPVM: main has the first slab, and spawns a task for each other one. Arguments: rows, columns,
 * iterations, how often, slabs.
 */
public final class SorByTasks extends Relaxation<jpvmException> {
    private static final int BEGIN = 1;
    private static final int DOWN = 2;
    private static final int UP = 3;
    private static final int CHANGE = 4;
    private static final int LARGEST = 5;
    private static final int SUMS = 6;

    private final jpvmEnvironment jpvm;
    private final jpvmTaskId[] tasks;
    private final int own;

    /** @param tasks by slab */
    private SorByTasks(Slab slab, jpvmEnvironment jpvm, jpvmTaskId[] tasks, int own) {
        super(slab);
        this.jpvm = jpvm;
        this.tasks = tasks;
        this.own = own;
    }

    public static void main(String[] args) throws jpvmException {
        jpvmEnvironment jpvm = new jpvmEnvironment();
        if (jpvm.pvm_parent() == null) {
            compare(jpvm, args);
        } else {
            jpvmBuffer begin = jpvm.pvm_recv(jpvm.pvm_parent(), BEGIN).buffer;
            Sor.Grid grid = new Sor.Grid(begin.upkint(), begin.upkint(), begin.upkint());
            int times = begin.upkint();
            int own = begin.upkint();
            jpvmTaskId[] tasks = new jpvmTaskId[begin.upkint()];
            begin.unpack(tasks, tasks.length, 1);
            for (int i = 0; i < times; i++) {
                jpvm.pvm_recv(tasks[0], BEGIN);
                relax(jpvm, grid, tasks, own);
            }
        }
        jpvm.pvm_exit();
    }

    private static void compare(jpvmEnvironment jpvm, String[] args) throws jpvmException {
        Sor.Grid grid = Sor.Grid.of(args);
        int times = Sor.Grid.number(args, 3, 1);
        jpvmTaskId[] others = new jpvmTaskId[Sor.Grid.number(args, 4, 2) - 1];
        jpvm.pvm_spawn(SorByTasks.class.getName(), others.length, others);
        jpvmTaskId[] tasks = new jpvmTaskId[others.length + 1];
        tasks[0] = jpvm.pvm_mytid();
        System.arraycopy(others, 0, tasks, 1, others.length);
        for (int task = 1; task < tasks.length; task++) {
            jpvmBuffer begin = new jpvmBuffer();
            for (int number : new int[] {grid.rows(), grid.columns(), grid.iterations(), times, task, tasks.length}) {
                begin.pack(number);
            }
            begin.pack(tasks, tasks.length, 1);
            jpvm.pvm_send(begin, tasks[task], BEGIN);
        }
        Sor.Result expected = Sor.sequential(grid);
        for (int i = 0; i < times; i++) {
            jpvm.pvm_mcast(new jpvmBuffer(), others, others.length, BEGIN);
            long start = System.nanoTime();
            Sor.Result result = relax(jpvm, grid, tasks, 0);
            Comparison.print(tasks.length + " tasks of JPVM", start, result);
            if (!result.equals(expected)) {
                throw new IllegalStateException("the sequential program has another result");
            }
        }
    }

    /** Returns the result at the first task, and null at others. */
    private static Sor.Result relax(jpvmEnvironment jpvm, Sor.Grid grid, jpvmTaskId[] tasks, int own)
            throws jpvmException {
        Slab slab = new Slab(grid.rows(), grid.columns(), own, tasks.length);
        double largest = new SorByTasks(slab, jpvm, tasks, own).run(grid.iterations());
        double[][] sums = new double[tasks.length][];
        sums[own] = slab.sums();
        if (own > 0) {
            jpvmBuffer buffer = new jpvmBuffer();
            buffer.pack(sums[own].length);
            buffer.pack(sums[own], sums[own].length, 1);
            jpvm.pvm_send(buffer, tasks[0], SUMS);
            return null;
        }
        for (int task = 1; task < tasks.length; task++) {
            jpvmBuffer buffer = jpvm.pvm_recv(tasks[task], SUMS).buffer;
            sums[task] = new double[buffer.upkint()];
            buffer.unpack(sums[task], sums[task].length, 1);
        }
        return Sor.Result.of(largest, sums);
    }

    /** Sends first: a send does not wait for its receive. */
    @Override
    protected void exchange() throws jpvmException {
        int last = slab().height();
        if (own > 0) {
            send(slab().row(1), own - 1, UP);
        }
        if (own < tasks.length - 1) {
            send(slab().row(last), own + 1, DOWN);
            receive(slab().row(last + 1), own + 1, UP);
        }
        if (own > 0) {
            receive(slab().row(0), own - 1, DOWN);
        }
    }

    private void send(double[] row, int task, int tag) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(row, row.length, 1);
        jpvm.pvm_send(buffer, tasks[task], tag);
    }

    private void receive(double[] row, int task, int tag) throws jpvmException {
        jpvm.pvm_recv(tasks[task], tag).buffer.unpack(row, row.length, 1);
    }

    @Override
    protected double maximum(double change) throws jpvmException {
        double largest = change;
        if (own > 0) {
            send(new double[] {change}, 0, CHANGE);
            return jpvm.pvm_recv(tasks[0], LARGEST).buffer.upkdouble();
        }
        for (int i = 1; i < tasks.length; i++) {
            jpvmMessage message = jpvm.pvm_recv(CHANGE);
            largest = Math.max(largest, message.buffer.upkdouble());
        }
        for (int task = 1; task < tasks.length; task++) {
            send(new double[] {largest}, task, LARGEST);
        }
        return largest;
    }
}
