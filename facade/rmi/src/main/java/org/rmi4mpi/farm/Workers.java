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
    /** How often the processor time of tasks is looked at. A thread that waits inside native code looks as if it ran. */
    private static final long TIMES_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final int rank;
    private final int limit;
    private final TreeSet<HostedTask> queue = new TreeSet<>();
    private final Set<Worker> running = new HashSet<>();
    /** Executors that want to know when this rank needs tasks. */
    private final Set<Need> needs = new HashSet<>();
    private int idle;
    private long lastTask;
    private int lastThread;
    /** When the processor time of tasks was last looked at. */
    private long timesNs = System.nanoTime();

    /** Tells an executor, unless that no longer wants to know. */
    private final class Need extends CompletableFuture<Integer> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            synchronized (Workers.this) {
                needs.remove(this);
            }
            return super.cancel(mayInterruptIfRunning);
        }
    }

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
        boolean done = false;
        try {
            callWorker();
            done = true;
        } finally {
            if (!done) {
                queue.remove(hosted); // the submitter is told
            }
        }
        return hosted;
    }

    @Override
    public synchronized CompletableFuture<Integer> awaitNeed() {
        Need need = new Need();
        needs.add(need);
        if (idle == 0) {
            start(); // looks after the tasks that run
        }
        return need;
    }

    @Override
    public int workers() {
        return limit;
    }

    /** Whether no task runs or waits here. */
    synchronized boolean isIdle() {
        return queue.isEmpty() && running.isEmpty();
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
    void replace() {
        synchronized (this) {
            if (!queue.isEmpty()) {
                callWorker();
                return;
            }
        }
        tellNeed();
    }

    private void tellNeed() {
        Set<Need> told;
        int waiting = 0;
        synchronized (this) {
            if (needs.isEmpty() || !queue.isEmpty() || running.isEmpty() || !mayBegin()) {
                return;
            }
            for (Worker worker : running) {
                waiting += worker.isWaiting() ? 1 : 0;
            }
            told = new HashSet<>(needs);
            needs.clear();
        }
        for (Need need : told) {
            need.complete(waiting); // sends a reply, so without the monitor
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

    /** The thread has ended its task, and counts as idle now. */
    synchronized void end(Worker worker) {
        running.remove(worker);
        idle++;
    }

    /** Waits for the idle thread's next task. Returns null when the thread shall end. */
    HostedTask take(Worker worker) {
        long idleSince = System.nanoTime();
        while (true) {
            synchronized (this) {
                if (!queue.isEmpty() && mayBegin()) {
                    return begin(worker);
                }
                if (queue.isEmpty() && needs.isEmpty() && System.nanoTime() - idleSince > IDLE_NS) {
                    idle--;
                    return null;
                }
                try {
                    wait(LOOK_MS);
                } catch (InterruptedException e) {
                    // A task that was cancelled late: the next one is not interrupted.
                }
            }
            lookAtTimes();
            tellNeed();
        }
    }

    /** Finds tasks that use no core, if others wait for them to end. */
    private synchronized void lookAtTimes() {
        if ((!queue.isEmpty() || !needs.isEmpty()) && !mayBegin() && System.nanoTime() - timesNs > TIMES_NS) {
            timesNs = System.nanoTime();
            running.forEach(Worker::lookAtTime);
        }
    }

    private HostedTask begin(Worker worker) {
        idle--;
        running.add(worker);
        worker.forgetTimes();
        if (queue.size() > 1 || !needs.isEmpty()) {
            callWorker();
        }
        return queue.pollFirst();
    }
}
