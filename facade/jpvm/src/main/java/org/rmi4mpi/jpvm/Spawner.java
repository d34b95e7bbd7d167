package org.rmi4mpi.jpvm;

import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.pack.TaskException;

/** Starts tasks on the ranks of the job, for the tasks and the console of this rank. Used by any thread. */
public final class Spawner {
    /** After this time a line reports a wait, which the spawned tasks end. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private final RankTasks tasks;
    private final Dispatcher dispatcher;
    private final SpawnTable table;

    Spawner(RankTasks tasks, Dispatcher dispatcher, SpawnTable table) {
        this.tasks = tasks;
        this.dispatcher = dispatcher;
        this.table = table;
    }

    /**
     * Starts tasks. Waits until each has constructed its environment, or has ended without one.
     *
     * @return ports of the tasks, in the order in which they constructed their environments
     * @throws TaskException if the class, its main method or the place does not exist
     */
    public int[] spawn(Environment parent, String name, String[] args, Placement placement, String where, int count)
            throws TaskException {
        boolean[] allowed = placement.ranks(where, tasks.rank(), tasks.hosts());
        SpawnTable.Spawning all = table.begin(count, parent.task()::isEnding);
        try {
            for (int i = 0; i < count; i++) {
                int home = table.place(allowed);
                String refused =
                        ask(home, new SpawnOrder(name, args, parent.endpoint().port(), tasks.rank(), all.number()))
                                .refused();
                if (refused != null) {
                    table.notStarted(all, home);
                    if (i == 0) {
                        throw new TaskException("pvm_spawn: " + refused);
                    }
                    System.err.println("rmi4mpi: pvm_spawn: " + refused);
                }
            }
            dispatcher.awaitMail(all, PATIENCE_NS);
            if (!all.test()) {
                System.err.println("rmi4mpi: rank " + tasks.rank() + ": pvm_spawn(\"" + name + "\", " + count
                        + ") waits for tasks that have not constructed a jpvmEnvironment yet: " + all.enrolled().length
                        + " have");
                dispatcher.awaitMail(all, 0);
            }
            parent.task().check();
            return all.enrolled();
        } finally {
            table.end(all);
        }
    }

    private Started ask(int home, SpawnOrder order) {
        try {
            return tasks.pool(home).spawn(order);
        } catch (RemoteException e) {
            return new Started(0, "rank " + home + " cannot start " + order.name() + ": " + e);
        }
    }

    /** Starts tasks without a parent, and does not wait for them. Returns their ports. */
    int[] start(String name, String[] args, Placement placement, String where, int count) throws TaskException {
        boolean[] allowed = placement.ranks(where, tasks.rank(), tasks.hosts());
        int[] ports = new int[count];
        int[] homes = new int[count];
        int placed = 0;
        try {
            while (placed < count) {
                int home = table.place(allowed);
                homes[placed] = home;
                Started started = ask(home, new SpawnOrder(name, args, MailPattern.NOBODY, tasks.rank(), 0));
                ports[placed++] = started.port();
                if (started.refused() != null) {
                    throw new TaskException("spawn: " + started.refused());
                }
            }
            return ports;
        } finally {
            for (int i = 0; i < placed; i++) {
                table.stopCounting(homes[i]); // Nobody reports the end of such a task.
            }
        }
    }
}
