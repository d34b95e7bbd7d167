package org.rmi4mpi.jpvm;

import org.rmi4mpi.jpvm.mail.PostOffice;
import org.rmi4mpi.jpvm.pack.TaskException;
import org.rmi4mpi.jpvm.task.RankTasks;
import org.rmi4mpi.jpvm.task.SpawnOrder;

/** What the other ranks ask of this one about tasks. Used by any thread. */
final class LocalPool implements RankPool {
    private final int rank;
    private final RankTasks tasks;
    private final PostOffice office;
    private final JobEnd end;

    LocalPool(int rank, RankTasks tasks, PostOffice office, JobEnd end) {
        this.rank = rank;
        this.tasks = tasks;
        this.office = office;
        this.end = end;
    }

    @Override
    public SpawnOutcome spawn(SpawnOrder order) {
        try {
            return new SpawnOutcome(tasks.start(order).port(), null);
        } catch (TaskException e) {
            return new SpawnOutcome(0, e.getMessage());
        } catch (OutOfMemoryError e) {
            return new SpawnOutcome(0,
                    "rank " + rank + " has no memory for another task of " + order.name() + ": " + e.getMessage());
        }
    }

    @Override
    public PoolState state() {
        return new PoolState(tasks.states(), office.sent(), office.accepted());
    }

    @Override
    public boolean kill(int port) {
        return tasks.kill(port);
    }

    @Override
    public void halt() {
        end.halt();
    }

    @Override
    public void end() {
        tasks.close();
    }

    @Override
    public String toString() {
        return tasks.toString();
    }
}
