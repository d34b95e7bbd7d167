package org.rmi4mpi.tests.programs;

import java.util.concurrent.TimeUnit;
import org.rmi4mpi.rmi.Ranks;

/** Tasks that go on when main has returned at all ranks, and submit others. */
public final class LateTasks {
    private LateTasks() {}

    public static void main(String[] args) {
        Ranks.start(args);
        if (Ranks.own() == 0) {
            int last = Ranks.size() - 1;
            Ranks.executor(last).submit(() -> {
                TimeUnit.MILLISECONDS.sleep(300);
                Ranks.executor(0).submit(() -> {
                    TimeUnit.MILLISECONDS.sleep(300);
                    System.out.println("the task of a task has ended");
                    return null;
                });
                return null;
            });
        }
    }
}
