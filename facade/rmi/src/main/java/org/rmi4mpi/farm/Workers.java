package org.rmi4mpi.farm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.rmi4mpi.dispatch.Dispatcher;

/**
 * Runs the tasks that executors send to this rank, some at once. A task that waits, for another task, a remote call or
 * anything else, does not count: another one begins. So tasks may wait for tasks. One thread more than run tasks looks
 * after that. Threads end when they have been idle for some time. Guarded by its own monitor.
 */
final class Workers implements TaskHost {
    private static final long LOOK_MS = 20;
    private static final long IDLE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** How often the processor time of tasks is looked at. A thread that waits inside native code looks as if it ran. */
    private static final long TIMES_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Dispatcher dispatcher;
    private final int rank;
    private final int limit;
    private final TreeSet<HostedTask> queue = new TreeSet<>();
    private final Set<Worker> running = new HashSet<>();
    /** Executors that want to know when this rank needs tasks. */
    private final Set<Need> needs = new HashSet<>();
    /** Executors that want to know when their last task here has ended. */
    private final Set<End> ends = new HashSet<>();
    private int idle;
    /** Whether no thread could be started, and the dispatcher tries again. */
    private boolean lacksThread;
    private long lastTask;
    private int lastThread;
    private long triedNs = System.nanoTime();
    /** When the processor time of tasks was last looked at. */
    private long timesNs = System.nanoTime();

    private record End(long executor, CompletableFuture<Void> future) {}

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
    Workers(Dispatcher dispatcher, int rank, int limit) {
        this.dispatcher = dispatcher;
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
        tellEnds();
        return withdrawn.size();
    }

    void remove(HostedTask task) {
        synchronized (this) {
            queue.remove(task);
        }
        tellEnds();
    }

    @Override
    public CompletableFuture<Void> awaitEnd(long executor) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        synchronized (this) {
            ends.add(new End(executor, ended));
        }
        tellEnds();
        return ended;
    }

    private void tellEnds() {
        List<End> told = new ArrayList<>();
        synchronized (this) {
            for (Iterator<End> all = ends.iterator(); all.hasNext();) {
                End end = all.next();
                if (!hasTaskOf(end.executor())) {
                    all.remove();
                    told.add(end);
                }
            }
        }
        told.forEach(end -> end.future().complete(null)); // sends replies, so without the monitor
    }

    private boolean hasTaskOf(long executor) {
        return queue.stream().anyMatch(task -> task.isOf(executor))
                || running.stream().anyMatch(worker -> worker.runsTaskOf(executor));
    }

    /** A running task begins to wait for another one: lets a queued one begin. */
    void replace() {
        List<HostedTask> stranded;
        synchronized (this) {
            if (queue.isEmpty()) {
                stranded = List.of();
            } else {
                callWorker();
                stranded = takeStranded();
            }
        }
        stranded.forEach(task -> task.completeExceptionally(new OutOfMemoryError("rank " + rank + " can start no thread"
                + " for a task, and those that run wait for others: see the limit of threads (ulimit -u), or wait for fewer"
                + " tasks at once")));
        tellNeed();
    }

    /** The queued tasks, if no thread is left for them and all that run wait, perhaps for them. */
    private List<HostedTask> takeStranded() {
        if (idle > 0 || busy() > 0) {
            return List.of();
        }
        List<HostedTask> all = new ArrayList<>(queue);
        queue.clear();
        return all;
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
        try {
            new Worker(this, "rmi4mpi-worker-" + rank + "." + ++lastThread).start();
            idle++; // so that one thread is started, not one for each task that comes meanwhile
        } catch (OutOfMemoryError e) {
            if (running.isEmpty()) {
                throw e; // the submitter is told
            } else if (!lacksThread) {
                lacksThread = true;
                dispatcher.watch(this::hasThread);
            }
        }
    }

    /** Tries again to start a thread. Returns whether one looks after the queued tasks. */
    private synchronized boolean hasThread() {
        if (idle == 0 && !queue.isEmpty() && System.nanoTime() - triedNs > RETRY_NS) {
            triedNs = System.nanoTime();
            callWorker();
        }
        lacksThread = idle == 0 && !queue.isEmpty();
        return !lacksThread;
    }

    private boolean mayBegin() {
        return busy() < limit;
    }

    /** Number of tasks that run and do not wait. */
    private int busy() {
        int busy = 0;
        for (Worker worker : running) {
            busy += worker.isWaiting() ? 0 : 1;
        }
        return busy;
    }

    /** The thread has ended its task, and counts as idle now. */
    void end(Worker worker) {
        synchronized (this) {
            running.remove(worker);
            idle++;
        }
        tellEnds();
    }

    /** Waits for the idle thread's next task, and gives it to the thread. Returns false when the thread shall end. */
    boolean take(Worker worker) {
        long idleSince = System.nanoTime();
        while (true) {
            synchronized (this) {
                if (!queue.isEmpty() && mayBegin()) {
                    begin(worker);
                    return true;
                }
                if (queue.isEmpty() && needs.isEmpty() && System.nanoTime() - idleSince > IDLE_NS) {
                    idle--;
                    return false;
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

    private void begin(Worker worker) {
        running.add(worker); // first, since memory may end
        worker.begin(queue.pollFirst());
        idle--;
        if (!queue.isEmpty() || !needs.isEmpty()) {
            callWorker();
        }
    }
}
