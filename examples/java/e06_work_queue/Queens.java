package e06_work_queue;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rmi4mpi.farm.RankExecutor;
import org.rmi4mpi.rmi.Ranks;

/**
 * Counts the ways to put N queens on a board. A task is a board. It makes tasks of the boards with one queen more, or counts.
 * Any rank that is idle runs it.
 */
public class Queens {
    private static final int ROWS_AS_TASKS = 3;
    /** What this rank has done. */
    private static final Report OWN = new Report();
    /** Takes the tasks that tasks of this rank make. */
    private static RankExecutor executor;

    static class Report implements Serializable {
        final List<Long> done = new ArrayList<>();
        int made;
        long solutions;
        long busyNs;

        synchronized void add(Board task, int children, long found, long tookNs) {
            done.add(task.name());
            made += children;
            solutions += found;
            busyNs += tookNs;
        }
    }

    private static void run(Board task) {
        long start = System.nanoTime();
        boolean isSplit = task.queens() < Math.min(ROWS_AS_TASKS, task.size());
        List<Board> children = isSplit ? task.children() : List.of();
        children.forEach(child -> executor.execute(() -> run(child)));
        OWN.add(task, children.size(), isSplit ? 0 : task.solutions(), System.nanoTime() - start);
    }

    private static void print(List<Report> reports) {
        System.out.println("rank  done  seconds");
        Set<Long> names = new HashSet<>();
        int made = 1;
        int done = 0;
        long solutions = 0;
        for (int rank = 0; rank < reports.size(); rank++) {
            Report report = reports.get(rank);
            System.out.printf("%4d %5d %8.3f%n", rank, report.done.size(), report.busyNs / 1e9);
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
        Ranks.start(args);
        int boardSize = args.length > 0 ? Integer.parseInt(args[0]) : 15;
        executor = Ranks.executor();
        Ranks.barrier(); // now all ranks have theirs
        if (Ranks.own() == 0) {
            executor.execute(() -> run(Board.empty(boardSize)));
            Ranks.quiesce(); // until there are no more tasks on any rank
            List<Report> reports = new ArrayList<>();
            for (int rank = 0; rank < Ranks.size(); rank++) {
                reports.add(Ranks.at(rank).call(() -> OWN));
            }
            print(reports);
        }
    }
}
