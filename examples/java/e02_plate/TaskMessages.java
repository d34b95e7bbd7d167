package e02_plate;

import java.util.Arrays;
import jpvm.jpvmBuffer;
import jpvm.jpvmEnvironment;
import jpvm.jpvmException;
import jpvm.jpvmTaskId;

/** A slice of rows for each task, in the style of JPVM: border rows and changes are packed, sent and unpacked. */
final class TaskMessages implements Solver {
    private static final int DOWN = 1;
    private static final int UP = 2;
    private static final int CHANGE = 3;
    private static final int LARGEST = 4;
    private static final int RESULT = 5;

    private final jpvmEnvironment jpvm;
    private final jpvmTaskId[] tasks;
    private final int own;

    /** @param tasks the tasks that take part, by rank */
    TaskMessages(jpvmEnvironment jpvm, jpvmTaskId[] tasks) {
        this.jpvm = jpvm;
        this.tasks = tasks;
        own = Arrays.asList(tasks).indexOf(jpvm.pvm_mytid());
    }

    @Override
    public String name() {
        return "JPVM";
    }

    @Override
    public int ranks() {
        return tasks.length;
    }

    @Override
    public Solution solve(Problem problem, Progress progress) throws Exception {
        try {
            return solveByMessages(problem, progress);
        } catch (jpvmException e) {
            throw new IllegalStateException(e.toString(), e); // jpvmException is no Exception
        }
    }

    private Solution solveByMessages(Problem problem, Progress progress) throws jpvmException {
        Slice slice = new Slice(problem, problem.firstRow(own, tasks.length), problem.firstRow(own + 1, tasks.length));
        Iteration iteration = new Iteration(problem, progress);
        while (iteration.goesOn()) {
            exchange(slice, problem.columns());
            double red = slice.relax(Slice.RED);
            exchange(slice, problem.columns());
            double black = slice.relax(Slice.BLACK);
            iteration.finished(largest(Math.max(red, black)));
        }
        double seconds = iteration.seconds();
        double[][] rows = gather(slice, problem);
        return own == 0 ? new Solution(rows, iteration.count(), seconds, 0) : null;
    }

    private void exchange(Slice slice, int columns) throws jpvmException {
        int last = slice.height();
        if (own > 0) {
            send(slice.row(1), own - 1, UP);
        }
        if (own < tasks.length - 1) {
            send(slice.row(last), own + 1, DOWN);
            jpvm.pvm_recv(tasks[own + 1], UP).buffer.unpack(slice.row(last + 1), columns, 1);
        }
        if (own > 0) {
            jpvm.pvm_recv(tasks[own - 1], DOWN).buffer.unpack(slice.row(0), columns, 1);
        }
    }

    private void send(double[] row, int to, int tag) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(row, row.length, 1);
        jpvm.pvm_send(buffer, tasks[to], tag);
    }

    /** The first task compares all changes, and sends the largest to all. */
    private double largest(double change) throws jpvmException {
        jpvmBuffer buffer = new jpvmBuffer();
        if (own > 0) {
            buffer.pack(change);
            jpvm.pvm_send(buffer, tasks[0], CHANGE);
            return jpvm.pvm_recv(tasks[0], LARGEST).buffer.upkdouble();
        }
        double largest = change;
        for (int i = 1; i < tasks.length; i++) {
            largest = Math.max(largest, jpvm.pvm_recv(tasks[i], CHANGE).buffer.upkdouble());
        }
        buffer.pack(largest);
        for (int i = 1; i < tasks.length; i++) {
            jpvm.pvm_send(buffer, tasks[i], LARGEST);
        }
        return largest;
    }

    private double[][] gather(Slice slice, Problem problem) throws jpvmException {
        double[][] rows = slice.ownRows();
        if (own > 0) {
            for (double[] row : rows) {
                send(row, 0, RESULT);
            }
            return null;
        }
        double[][] all = Arrays.copyOf(rows, problem.innerRows());
        for (int other = 1; other < tasks.length; other++) {
            for (int i = problem.firstRow(other, tasks.length); i < problem.firstRow(other + 1, tasks.length); i++) {
                all[i - 1] = new double[problem.columns()];
                jpvm.pvm_recv(tasks[other], RESULT).buffer.unpack(all[i - 1], problem.columns(), 1);
            }
        }
        return all;
    }
}
