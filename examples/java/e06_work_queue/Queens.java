package e06_work_queue;

import java.io.Serializable;
import java.rmi.RemoteException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpi.MPI;
import org.rmi4mpi.rmi.Naming;
import org.rmi4mpi.rmi.UnicastRemoteObject;

/**
 * Counts the ways to put N queens on a board. Rank 0 starts with the empty board; idle ranks steal tasks. Main owns all
 * state except the queues and the ledger.
 */
public class Queens {
    private static final int ROWS_AS_TASKS = 3;

    static class RankQueue extends UnicastRemoteObject implements TaskQueue {
        private final Deque<Board> tasks = new ArrayDeque<>();

        RankQueue() throws RemoteException {}

        synchronized void add(List<Board> more) {
            tasks.addAll(more);
        }

        /** Takes the newest task. */
        synchronized Board take() {
            return tasks.pollLast();
        }

        @Override
        public synchronized Board steal() {
            return tasks.pollFirst();
        }
    }

    static class TaskLedger extends UnicastRemoteObject implements TaskQueue.Ledger {
        private int open = 1;

        TaskLedger() throws RemoteException {}

        @Override
        public synchronized int open() {
            return open;
        }

        @Override
        public synchronized void change(int by) {
            open += by;
        }
    }

    /** The work that a rank has done. */
    static class Report implements Serializable {
        final List<Long> done = new ArrayList<>();
        int made;
        int stolen;
        long solutions;
        long busyNs;
    }

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final RankQueue own = new RankQueue();
    private final TaskQueue[] queues = new TaskQueue[size];
    private final Report report = new Report();
    private TaskQueue.Ledger ledger;

    Queens() throws RemoteException {}

    private Report work(int boardSize) throws Exception {
        if (rank == 0) {
            own.add(List.of(Board.empty(boardSize)));
            report.made = 1;
            Naming.rebind("ledger", new TaskLedger());
        }
        // Remote objects arrive as their stubs. After this exchange the ledger is bound, since rank 0 has taken part.
        MPI.COMM_WORLD.Allgather(new Object[] {own}, 0, 1, MPI.OBJECT, queues, 0, 1, MPI.OBJECT);
        ledger = (TaskQueue.Ledger) Naming.lookup("ledger");
        for (Board task = next(); task != null; task = next()) {
            long start = System.nanoTime();
            run(task);
            report.busyNs += System.nanoTime() - start;
        }
        return report;
    }

    /** The next task, of this rank or of another one; null when all are done. */
    private Board next() throws RemoteException, InterruptedException {
        Board task = own.take();
        while (task == null && ledger.open() > 0) {
            for (int i = 1; i < size && task == null; i++) {
                task = queues[(rank + i) % size].steal();
            }
            if (task != null) {
                report.stolen++;
            } else {
                Thread.sleep(1); // leaves the core to busy ranks
            }
        }
        return task;
    }

    private void run(Board task) throws RemoteException {
        List<Board> children = List.of();
        if (task.queens() < Math.min(ROWS_AS_TASKS, task.size())) {
            children = task.children();
        } else {
            report.solutions += task.solutions();
        }
        report.done.add(task.name());
        report.made += children.size();
        ledger.change(children.size() - 1); // before the children are visible: another rank could finish one at once
        own.add(children);
    }

    private static void print(Report[] reports) {
        System.out.println("rank  done  stolen  seconds");
        Set<Long> names = new HashSet<>();
        int made = 0;
        int done = 0;
        long solutions = 0;
        for (int rank = 0; rank < reports.length; rank++) {
            Report report = reports[rank];
            System.out.printf("%4d %5d %7d %8.3f%n", rank, report.done.size(), report.stolen, report.busyNs / 1e9);
            names.addAll(report.done);
            made += report.made;
            done += report.done.size();
            solutions += report.solutions;
        }
        System.out.printf("%d tasks made, %d done, %d of them twice%n", made, done, done - names.size());
        System.out.println(solutions + " ways");
    }

    /** @param args number of rows; 15 by default */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int boardSize = args.length > 0 ? Integer.parseInt(args[0]) : 15;
        Report[] reports = new Report[MPI.COMM_WORLD.Size()];
        Report[] own = {new Queens().work(boardSize)};
        MPI.COMM_WORLD.Gather(own, 0, 1, MPI.OBJECT, reports, 0, 1, MPI.OBJECT, 0);
        if (MPI.COMM_WORLD.Rank() == 0) {
            print(reports);
        }
        MPI.Finalize();
    }
}
