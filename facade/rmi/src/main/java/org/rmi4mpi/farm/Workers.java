package org.rmi4mpi.farm;

import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs the tasks that executors send to this rank, some at once. A task that waits, for another task, a remote call or
 * anything else, does not count: another one begins. So tasks may wait for tasks. One thread more than run tasks looks
 * after that. Threads end when they have been idle for some time. Guarded by its own monitor.
 */
final class Workers implements TaskHost {
    private static final long LOOK_MS = 20;
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(10);
    /** A thread that waits inside native code looks as if it ran. If no task ends for this time, one more begins. */
    private static final long FIRST_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final int rank;
    private final int limit;
    private final TreeSet<HostedTask> queue = new TreeSet<>();
    private final Set<Worker> running = new HashSet<>();
    private int idle;
    private long lastTask;
    private int lastThread;
    /** When a task last began or ended. */
    private long changedNs = System.nanoTime();
    private long patienceNs = FIRST_PATIENCE_NS;

    /** @param limit number of tasks that run at once, without those that wait */
    Workers(int rank, int limit) {
        this.rank = rank;
        this.limit = limit;
    }

    @Override
    public Object call(Callable<?> task) throws Exception {
        return task.call();
    }

    @Override
    public synchronized CompletableFuture<Object> enqueue(long executor, int depth, Callable<?> task) {
        HostedTask hosted = new HostedTask(this, executor, depth, ++lastTask, task);
        queue.add(hosted);
        callWorker();
        return hosted;
    }

    @Override
    public int workers() {
        return limit;
    }

    @Override
    public int withdraw(long executor, int most) {
        Set<HostedTask> withdrawn = new HashSet<>();
        synchronized (this) {
            for (Iterator<HostedTask> last = queue.descendingIterator(); last.hasNext() && withdrawn.size() < most;) {
                HostedTask task = last.next();
                if (task.isOf(executor)) {
                    last.remove();
                    withdrawn.add(task);
                }
            }
        }
        withdrawn.forEach(task -> task.complete(Withdrawn.WITHDRAWN)); // sends replies, so without the monitor
        return withdrawn.size();
    }

    synchronized void remove(HostedTask task) {
        queue.remove(task);
    }

    /** A running task begins to wait for another one: lets a queued one begin. */
    synchronized void replace() {
        if (!queue.isEmpty()) {
            callWorker();
        }
    }

    /** Wakes or starts a thread, if a queued task may begin. The thread that looks after waiting tasks exists, too. */
    private void callWorker() {
        if (idle == 0) {
            start();
        } else if (mayBegin()) {
            notify();
        }
    }

    private void start() {
        Worker worker = new Worker(this, "rmi4mpi-worker-" + rank + "." + ++lastThread);
        idle++; // so that one thread is started, not one for each task that comes meanwhile
        boolean started = false;
        try {
            worker.start();
            started = true;
        } catch (OutOfMemoryError e) {
            if (running.isEmpty()) {
                throw e; // the submitter is told
            }
        } finally {
            idle -= started ? 0 : 1;
        }
    }

    private boolean mayBegin() {
        int busy = 0;
        for (Worker worker : running) {
            busy += worker.isWaiting() ? 0 : 1;
        }
        return busy < limit;
    }

    /** Waits for the thread's next task. Returns null when the thread shall end. The thread counts as idle at first. */
    synchronized HostedTask take(Worker worker) {
        if (running.remove(worker)) {
            idle++;
            changedNs = System.nanoTime();
            patienceNs = FIRST_PATIENCE_NS;
        }
        long idleSince = System.nanoTime();
        while (queue.isEmpty() || !mayBegin() && !isStuck()) {
            if (queue.isEmpty() && System.nanoTime() - idleSince > IDLE_NS) {
                idle--;
                return null;
            }
            try {
                wait(LOOK_MS);
            } catch (InterruptedException e) {
                // A task that was cancelled late: the next one is not interrupted.
            }
        }
        idle--;
        running.add(worker);
        changedNs = System.nanoTime();
        HostedTask task = queue.pollFirst();
        if (!queue.isEmpty()) {
            callWorker();
        }
        return task;
    }

    /** Whether nothing has changed for so long that the running tasks may wait, although they do not look like it. */
    private boolean isStuck() {
        if (System.nanoTime() - changedNs < patienceNs) {
            return false;
        }
        patienceNs *= 2;
        return true;
    }
}
