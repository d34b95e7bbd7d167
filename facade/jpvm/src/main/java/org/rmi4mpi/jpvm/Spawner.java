package org.rmi4mpi.jpvm;

import java.rmi.RemoteException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.jpvm.mail.Endpoint;
import org.rmi4mpi.jpvm.mail.MailPattern;
import org.rmi4mpi.jpvm.mail.Ports;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.task.SpawnOrder;

/** Starts tasks on the ranks of the job, for the tasks and the console of this rank. Used by any thread. */
public final class Spawner {
    /** After this time a line reports a wait, which the spawned tasks end. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private final IntFunction<RankPool> pools;
    private final Ports ports;
    private final int rank;
    private final Dispatcher dispatcher;
    private final SpawnTable table;

    /**
     * @param pools finds that of a rank
     * @param rank of this process
     */
    Spawner(IntFunction<RankPool> pools, Ports ports, int rank, Dispatcher dispatcher, SpawnTable table) {
        this.pools = pools;
        this.ports = ports;
        this.rank = rank;
        this.dispatcher = dispatcher;
        this.table = table;
    }

    /**
     * Starts tasks. Waits until each has constructed its environment, or has ended without one.
     *
     * @return ports of the tasks, in the order in which they constructed their environments
     * @throws TaskException if the class, its main method or the place does not exist
     */
    public int[] spawn(Endpoint parent, String name, String[] args, Placement placement, String where, int count)
            throws TaskException {
        boolean[] allowed = placement.ranks(where, rank, ports.hosts());
        SpawnTable.Spawning all = table.begin(count, parent.owner()::isEnding);
        try {
            for (int i = 0; i < count; i++) {
                int home = table.place(allowed);
                SpawnOrder order = new SpawnOrder(name, args, parent.port(), rank, all.number());
                String refused = ask(home, order).refused();
                if (refused != null) {
                    table.recordRefusal(all, home);
                    if (i == 0) {
                        throw new TaskException("pvm_spawn: " + refused);
                    }
                    System.err.println("rmi4mpi: pvm_spawn: " + refused);
                }
            }
            dispatcher.awaitMail(all, PATIENCE_NS);
            if (!all.test()) {
                System.err.println("rmi4mpi: rank " + rank + ": pvm_spawn(\"" + name + "\", " + count
                        + ") waits for tasks that have not constructed a jpvmEnvironment yet: " + all.enrolled().length
                        + " have");
                dispatcher.awaitMail(all, 0);
            }
            parent.owner().check();
            return all.enrolled();
        } finally {
            table.end(all);
        }
    }

    private SpawnOutcome ask(int home, SpawnOrder order) {
        try {
            return pools.apply(home).spawn(order);
        } catch (RemoteException e) {
            return new SpawnOutcome(0, "rank " + home + " cannot start " + order.name() + ": " + e);
        }
    }

    /** Starts tasks without a parent, and does not wait for them. Returns their ports. */
    int[] start(String name, String[] args, Placement placement, String where, int count) throws TaskException {
        boolean[] allowed = placement.ranks(where, rank, ports.hosts());
        int[] started = new int[count];
        int[] homes = new int[count];
        int placed = 0;
        try {
            while (placed < count) {
                int home = table.place(allowed);
                homes[placed] = home;
                SpawnOutcome outcome = ask(home, new SpawnOrder(name, args, MailPattern.NOBODY, rank, 0));
                started[placed++] = outcome.port();
                if (outcome.refused() != null) {
                    throw new TaskException("spawn: " + outcome.refused());
                }
            }
            return started;
        } finally {
            for (int i = 0; i < placed; i++) {
                table.stopCounting(homes[i]); // Nobody reports the end of such a task.
            }
        }
    }
}
