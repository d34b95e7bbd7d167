package org.rmi4mpi.farm;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Future;

/** A rank of an executor, and the tasks that it has. Guarded by the executor. */
final class Member {
    /** Tasks for each worker that are at the rank, so that the next one is there when one ends. */
    private static final int TASKS_PER_WORKER = 8;

    private final int rank;
    private final TaskHost host;
    private final Set<TaskFuture<?>> sent = new HashSet<>();
    private int workers = 1;
    /** Tasks at the rank that wait for something, as far as known. */
    private int blocked;
    /** Completes when the rank needs more tasks than it gets by rule; null if nobody waits for that. */
    private Future<Integer> need;
    /** Whether the program has completed futures of tasks that were sent there, and may still run. */
    private boolean isAbandoned;

    Member(int rank, TaskHost host) {
        this.rank = rank;
        this.host = host;
    }

    int rank() {
        return rank;
    }

    TaskHost host() {
        return host;
    }

    int workers() {
        return workers;
    }

    void setWorkers(int number) {
        workers = number;
    }

    void add(TaskFuture<?> task) {
        sent.add(task);
    }

    void remove(TaskFuture<?> task) {
        sent.remove(task);
    }

    void markAbandoned() {
        isAbandoned = true;
    }

    void clearAbandoned() {
        isAbandoned = false;
    }

    boolean isAbandoned() {
        return isAbandoned;
    }

    boolean hasRoom() {
        return sent.size() < TASKS_PER_WORKER * workers + blocked;
    }

    boolean isAsked() {
        return need != null;
    }

    void setNeed(Future<Integer> answer) {
        need = answer;
    }

    Future<Integer> takeNeed() {
        Future<Integer> taken = need;
        need = null;
        return taken;
    }

    void setBlocked(int number) {
        blocked = number;
    }

    /** Whether a worker has nothing to do. */
    boolean isIdle() {
        return sent.size() < workers;
    }

    /** Number of tasks that have not begun, as far as this rank knows. */
    int waiting() {
        return sent.size() - workers;
    }

    /** Tasks for each worker. */
    double load() {
        return (double) sent.size() / workers;
    }
}
