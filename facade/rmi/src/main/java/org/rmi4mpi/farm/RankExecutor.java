package org.rmi4mpi.farm;

import java.rmi.RemoteException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.rmi4mpi.dispatch.Dispatcher;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.ref.Stubs;

/**
 * An executor whose tasks run on ranks. {@code Ranks.executor()} makes one:
 *
 * <pre>
 * try (RankExecutor executor = Ranks.executor()) {
 *     Future&lt;Integer&gt; sum = executor.submit(() -&gt; add(1, 2));
 *     executor.map(rows, row -&gt; draw(row)).forEach(picture::add);
 * }
 * </pre>
 *
 * <p>A task goes to the rank with the fewest tasks of this executor for each of its cores. Some tasks wait at each rank,
 * so that no core is idle between two tasks; an idle rank gets those of a busy one. This rank runs tasks, too. Task and
 * result are copied, as arguments and results of remote calls are. The task is written when it is sent, which may be
 * after {@code submit} has returned.
 *
 * <p>A future fails with the exception of its task. If the task cannot be written, that is a {@link
 * java.rmi.MarshalException} whose cause names the object. If a future is cancelled, its task does not begin, or its
 * thread is interrupted. Tasks may submit tasks, and wait for them. A thread of the program that submits waits while
 * {@value #MOST_UNDER_WAY} tasks are under way; a task or a remote method that submits does not wait.
 *
 * <p>The end of the job waits for the tasks of all executors. They need not be shut down, since they have no threads of their
 * own. Thread-safe.
 */
public final class RankExecutor implements ExecutorService, AutoCloseable {
    /** Bound for tasks that have not ended. */
    static final int MOST_UNDER_WAY = 10_000;

    private static final int RANK_SHIFT = 40;
    private static final long LEAST_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private final long id;
    private final List<Member> members = new ArrayList<>();
    /** Tasks that are at no rank, in order. Guarded by this object, like all below. */
    private final Deque<TaskFuture<?>> waiting = new ArrayDeque<>();
    private final Set<TaskFuture<?>> underWay = new HashSet<>();
    /** Tasks that have ended, and whose futures are about to complete. */
    private final Set<TaskFuture<?>> completing = new HashSet<>();
    /** Number of ranks that tell when the tasks which they run in spite of being cancelled have ended. */
    private int ending;
    /** Index of the member that comes first among equals. */
    private int first;
    private boolean isShutDown;
    /** Whether a rank has been asked to withdraw tasks, and has not answered. */
    private boolean isWithdrawing;
    /** How many threads have found something to do since one began to send. That one sends for all. */
    private final AtomicInteger toDo = new AtomicInteger();

    /**
     * @param ranks the ranks that run the tasks, each once
     * @throws IllegalArgumentException if there is no rank, or a rank is not in the job or is there twice
     * @throws IllegalStateException if no job runs
     */
    public static RankExecutor of(int... ranks) {
        return new RankExecutor(ReferenceLayer.current(), ranks);
    }

    private RankExecutor(ReferenceLayer layer, int[] ranks) {
        if (ranks.length == 0) {
            throw new IllegalArgumentException("an executor without ranks: give at least one");
        }
        id = (long) layer.rank() << RANK_SHIFT | LAST_NUMBER.incrementAndGet();
        Set<Integer> known = new HashSet<>();
        for (int rank : ranks) {
            FarmService.check(layer, rank);
            if (!known.add(rank)) {
                throw new IllegalArgumentException("rank " + rank + " is there twice: give each rank once");
            }
            members.add(new Member(rank, FarmService.host(layer, rank)));
        }
        first = (int) (id + layer.rank()) % members.size();
        members.forEach(this::askWorkers);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // if it fails, so do the tasks
    private void askWorkers(Member member) {
        try {
            Stubs.async(member.host()).workers();
        } catch (RemoteException e) {
            return; // tasks will tell
        }
        ReferenceLayer.current().takeFuture().thenAccept(number -> {
            synchronized (this) {
                member.setWorkers((Integer) number);
            }
            send();
        });
    }

    // ---- submitting

    /** Submits a task, and returns the future of its result. */
    public <T> CompletableFuture<T> submit(SerializableCallable<T> task) {
        return add(task);
    }

    /** Submits a task without a result. Its future has null. */
    public CompletableFuture<Void> submit(SerializableRunnable task) {
        return add(new Action(task));
    }

    /**
     * As {@link #submit(SerializableCallable)}, for a task that is serializable although its type does not say so. A lambda
     * is not.
     */
    @Override
    public <T> CompletableFuture<T> submit(Callable<T> task) {
        return add(task);
    }

    @Override
    public CompletableFuture<?> submit(Runnable task) {
        return add(new Action(task));
    }

    /** The result does not travel. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public <T> CompletableFuture<T> submit(Runnable task, T result) {
        TaskFuture<Void> future = add(new Action(task));
        CompletableFuture<T> known = future.thenApply(none -> result);
        known.whenComplete((value, thrown) -> {
            if (known.isCancelled()) {
                future.cancel(true);
            }
        });
        return known;
    }

    /** Submits a task. If it fails, a line on standard error says so. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void execute(Runnable task) {
        add(new Action(task)).whenComplete((result, thrown) -> {
            if (thrown != null && !(thrown instanceof CancellationException)) {
                System.err.println("rmi4mpi: a task that rank " + (id >> RANK_SHIFT) + " gave to execute() has failed: "
                        + thrown);
            }
        });
    }

    /** As {@link #execute(Runnable)}. */
    public void execute(SerializableRunnable task) {
        execute((Runnable) task);
    }

    private <T> TaskFuture<T> add(Callable<T> task) {
        return add(task, System.nanoTime(), Long.MAX_VALUE);
    }

    /** Gives the task up if there is no room for it within some time: its future is cancelled then. */
    private <T> TaskFuture<T> add(Callable<T> task, long began, long limitNs) {
        if (task == null) {
            throw new NullPointerException("task");
        }
        Dispatcher.requireStack();
        TaskFuture<T> future = new TaskFuture<>(task, Worker.depthOfNext(), this::removeWaiting);
        synchronized (this) {
            boolean hasRoom = awaitRoom(began, limitNs);
            if (isShutDown) {
                throw new RejectedExecutionException("this executor has been shut down: make another one");
            }
            if (!hasRoom) {
                future.cancel(false);
                return future;
            }
            underWay.add(future);
            if (future.depth() == 0) {
                waiting.add(future);
            } else {
                waiting.addFirst(future); // its parent waits
            }
            TaskCounts.countSubmitted();
        }
        future.whenComplete((result, thrown) -> end(future));
        send();
        return future;
    }

    /**
     * Makes the threads of the program wait, and nobody else: tasks under way may depend on the others.
     *
     * @return false if the time is over
     */
    private boolean awaitRoom(long began, long limitNs) {
        boolean interrupted = false;
        while (underWay.size() >= MOST_UNDER_WAY && !isShutDown && Worker.current() == null
                && ReferenceLayer.callerRank() < 0 && !Dispatcher.runsCurrentThread()) {
            long restNs = limitNs - (System.nanoTime() - began);
            if (restNs <= 0) {
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(restNs, LEAST_WAIT_NS));
            } catch (InterruptedException e) {
                interrupted = true;
                break; // takes the task, as a queue without a bound would
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private void end(TaskFuture<?> future) {
        TaskCounts.countEnded();
        removeEnded(future);
        askForEnds();
    }

    private synchronized void removeEnded(TaskFuture<?> future) {
        underWay.remove(future);
        if (underWay.isEmpty() || underWay.size() == MOST_UNDER_WAY - 1) {
            notifyAll();
        }
    }

    /** A task has ended. It takes no room any more, since what depends on it may wait for others. */
    private synchronized void beginToComplete(TaskFuture<?> future) {
        completing.add(future);
        removeEnded(future);
    }

    private void removeCompleted(TaskFuture<?> future) {
        synchronized (this) {
            completing.remove(future);
            if (completing.isEmpty()) {
                notifyAll();
            }
        }
        askForEnds();
    }

    /** The program has completed a future whose task is at no rank. */
    private synchronized void removeWaiting(TaskFuture<?> future) {
        waiting.remove(future);
    }

    // ---- sending

    /** Sends tasks to ranks that have room. One thread at a time does so, also for those that come meanwhile. */
    private void send() {
        if (toDo.getAndIncrement() > 0) {
            return;
        }
        boolean done = false;
        try {
            for (int seen = toDo.get(); seen > 0; seen = toDo.addAndGet(-seen) > 0 ? toDo.get() : 0) {
                for (Sending next = next(); next != null; next = next()) {
                    next.send();
                }
                balance();
                askForNeed();
            }
            done = true;
        } finally {
            if (!done) {
                toDo.set(0); // the next thread sends
            }
        }
    }

    private synchronized Sending next() {
        Member member = leastLoaded();
        if (member == null) {
            return null;
        }
        TaskFuture<?> task = waiting.poll();
        if (task == null) {
            return null;
        }
        member.add(task);
        return new Sending(task, member);
    }

    /** The member with the fewest tasks for each worker; null if none has room. */
    private Member leastLoaded() {
        Member least = null;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get((first + i) % members.size());
            if (member.hasRoom() && (least == null || member.load() < least.load())) {
                least = member;
            }
        }
        return least;
    }

    /** A task, and the rank that gets it. */
    private final class Sending {
        private final TaskFuture<?> task;
        private final Member member;
        /** The thread that sends the task, while it does so. */
        private volatile Thread sender;

        Sending(TaskFuture<?> task, Member member) {
            this.task = task;
            this.member = member;
        }

        void send() {
            if (task.isDone()) {
                leave();
                return;
            }
            CompletableFuture<Object> call;
            try {
                call = member.host().enqueue(id, task.depth(), task.task());
            } catch (RemoteException | RuntimeException | Error e) {
                leave();
                beginToComplete(task);
                completeElsewhere(null, e);
                return;
            }
            task.setCall(call);
            sender = Thread.currentThread();
            call.whenComplete(this::finish);
            sender = null;
        }

        /** What depends on the task may wait, so it does not run on a thread that sends for all. */
        private void completeElsewhere(Object result, Throwable thrown) {
            ReferenceLayer.current().dispatcher().runElsewhere(() -> complete(result, thrown));
        }

        private void complete(Object result, Throwable thrown) {
            try {
                task.finish(result, thrown);
            } finally {
                removeCompleted(task);
            }
        }

        private void leave() {
            synchronized (RankExecutor.this) {
                member.remove(task);
            }
        }

        private void finish(Object result, Throwable thrown) {
            boolean isBack = result == TaskHost.Withdrawn.WITHDRAWN;
            if (isBack) {
                task.setCall(null);
            }
            synchronized (RankExecutor.this) {
                member.remove(task);
                if (task.isDone()) { // the program has completed it
                    member.markAbandoned();
                }
                if (!isBack) {
                    beginToComplete(task);
                } else if (!task.isDone()) {
                    waiting.addFirst(task);
                }
            }
            if (sender == Thread.currentThread()) {
                if (!isBack) {
                    completeElsewhere(result, thrown);
                }
                return; // this thread is sending
            }
            RankExecutor.this.send(); // first, since what depends on the task may wait for others
            if (!isBack) {
                complete(result, thrown);
            }
        }
    }

    /** Takes tasks from a rank where they wait, if another rank is idle and none wait here. */
    private void balance() {
        Member busiest = null;
        synchronized (this) {
            if (isWithdrawing || !waiting.isEmpty() || members.stream().noneMatch(Member::isIdle)) {
                return;
            }
            for (Member member : members) {
                if (member.waiting() > 0 && (busiest == null || member.waiting() > busiest.waiting())) {
                    busiest = member;
                }
            }
            if (busiest == null) {
                return;
            }
            isWithdrawing = true;
        }
        withdraw(busiest);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void withdraw(Member from) {
        try {
            Stubs.async(from.host()).withdraw(id, (from.waiting() + 1) / 2);
            ReferenceLayer.current().takeFuture()
                    .whenComplete((number, thrown) -> endWithdrawal(thrown == null ? (Integer) number : 0));
        } catch (RemoteException | RuntimeException e) {
            endWithdrawal(0); // tasks will tell
        }
    }

    /** If there was nothing to withdraw, the next task that ends is the occasion to look again. */
    private void endWithdrawal(int number) {
        synchronized (this) {
            isWithdrawing = false;
        }
        if (number > 0) {
            send();
        }
    }

    /**
     * While tasks wait here, ranks tell when the tasks that they have wait for something, perhaps for those that are here.
     */
    private void askForNeed() {
        List<Member> asked = new ArrayList<>();
        List<Future<?>> ended = new ArrayList<>();
        synchronized (this) {
            for (Member member : members) {
                if (waiting.isEmpty() && member.isAsked()) {
                    ended.add(member.takeNeed());
                } else if (!waiting.isEmpty() && !member.isAsked()) {
                    asked.add(member);
                }
            }
        }
        ended.forEach(need -> need.cancel(true));
        asked.forEach(this::askForNeed);
    }

    private void askForNeed(Member member) {
        CompletableFuture<Integer> need;
        try {
            need = member.host().awaitNeed();
        } catch (RemoteException | RuntimeException e) {
            return; // tasks will tell
        }
        synchronized (this) {
            member.setNeed(need);
        }
        need.thenAccept(blocked -> {
            synchronized (this) {
                member.takeNeed();
                member.setBlocked(blocked);
            }
            send();
        });
    }

    // ---- many tasks

    /**
     * Applies a function to all items on the ranks. The results come in the order of the items. Items travel in chunks,
     * which grow until a chunk takes about a millisecond, or 256 KiB. Items are taken from the stream as results are taken from the
     * returned one, some chunks ahead: a stream may be longer than memory.
     *
     * @return a sequential stream. It throws what the function throws; {@link java.io.UncheckedIOException} if a rank
     *     cannot be reached, or an item or result cannot be written. Close it if it is not read to its end.
     */
    public <A, R> Stream<R> map(Stream<? extends A> items, SerializableFunction<? super A, ? extends R> function) {
        return new ChunkedMap<A, R>(this, items, function).stream();
    }

    /** How many tasks keep all ranks busy. */
    synchronized int capacity() {
        return members.stream().mapToInt(member -> 2 * member.workers()).sum();
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        long began = System.nanoTime();
        long limitNs = unit.toNanos(timeout);
        List<Future<T>> futures = new ArrayList<>();
        boolean ended = false;
        try {
            for (Callable<T> task : tasks) {
                futures.add(add(task, began, limitNs));
            }
            for (Future<T> future : futures) {
                if (!hasEnded(future, limitNs - (System.nanoTime() - began))) {
                    return futures;
                }
            }
            ended = true;
            return futures;
        } finally {
            if (!ended) {
                futures.forEach(future -> future.cancel(true));
            }
        }
    }

    private static boolean hasEnded(Future<?> future, long limitNs) throws InterruptedException {
        try {
            future.get(limitNs, TimeUnit.NANOSECONDS);
        } catch (ExecutionException | CancellationException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        }
        return true;
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("nobody lives so long", e);
        }
    }

    /** Returns the result of a task that has ended without an exception, and cancels the others. */
    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("no tasks: give at least one");
        }
        long began = System.nanoTime();
        long limitNs = unit.toNanos(timeout);
        LinkedBlockingQueue<TaskFuture<T>> ended = new LinkedBlockingQueue<>();
        List<TaskFuture<T>> futures = new ArrayList<>();
        try {
            for (Callable<T> task : tasks) {
                TaskFuture<T> future = add(task, began, limitNs);
                futures.add(future);
                future.whenComplete((result, thrown) -> ended.add(future));
            }
            ExecutionException failure = null;
            for (int i = 0; i < futures.size(); i++) {
                TaskFuture<T> next = poll(ended, limitNs - (System.nanoTime() - began));
                try {
                    return next.get();
                } catch (ExecutionException e) {
                    failure = e;
                } catch (CancellationException e) {
                    failure = new ExecutionException(e);
                }
            }
            throw failure;
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
    }

    private static <T> T poll(LinkedBlockingQueue<T> ended, long limitNs)
            throws InterruptedException, TimeoutException {
        Worker.Wait wait = Worker.await();
        try {
            T next = ended.poll(limitNs, TimeUnit.NANOSECONDS);
            if (next == null) {
                throw new TimeoutException();
            }
            return next;
        } finally {
            wait.end();
        }
    }

    // ---- ending

    /** Takes no more tasks. Those under way go on. */
    @Override
    public void shutdown() {
        synchronized (this) {
            isShutDown = true;
            notifyAll();
        }
        askForEnds();
    }

    /**
     * Takes no more tasks, and cancels all.
     *
     * @return the tasks that had not been sent to a rank
     */
    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> unsent = new ArrayList<>();
        List<TaskFuture<?>> cancelled;
        synchronized (this) {
            isShutDown = true;
            notifyAll();
            waiting.forEach(future -> unsent.add(runnable(future.task())));
            waiting.clear();
            cancelled = new ArrayList<>(underWay);
        }
        cancelled.forEach(future -> future.cancel(true));
        askForEnds();
        return unsent;
    }

    private static Runnable runnable(Callable<?> task) {
        return task instanceof Action action ? action.task() : () -> {
            try {
                task.call();
            } catch (Exception e) {
                throw new IllegalStateException("a task has failed", e);
            }
        };
    }

    @Override
    public synchronized boolean isShutdown() {
        return isShutDown;
    }

    /** Whether it has been shut down, and all tasks have ended. A task that was cancelled ends when its method returns. */
    @Override
    public synchronized boolean isTerminated() {
        return haveCompleted() && ending == 0 && members.stream().noneMatch(Member::isAbandoned);
    }

    private boolean haveCompleted() {
        return isShutDown && areDone(underWay) && areDone(completing);
    }

    /** Futures leave the sets after their dependents have run, and one of these may ask. */
    private static boolean areDone(Set<TaskFuture<?>> futures) {
        return futures.stream().allMatch(Future::isDone);
    }

    /** At the end, ranks that have had tasks which were cancelled tell when none of these runs any more. */
    private void askForEnds() {
        List<Member> asked = new ArrayList<>();
        synchronized (this) {
            if (!haveCompleted()) {
                return;
            }
            for (Member member : members) {
                if (member.isAbandoned()) {
                    member.clearAbandoned();
                    asked.add(member);
                    ending++;
                }
            }
        }
        asked.forEach(this::askForEnd);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // if the rank cannot be reached, nothing runs there
    private void askForEnd(Member member) {
        CompletableFuture<Void> ended;
        try {
            ended = member.host().awaitEnd(id);
        } catch (RemoteException | RuntimeException e) {
            ended = CompletableFuture.completedFuture(null);
        }
        ended.whenComplete((none, thrown) -> {
            synchronized (this) {
                ending--;
                notifyAll();
            }
        });
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long began = System.nanoTime();
        long limitNs = unit.toNanos(timeout);
        Worker.Wait wait = Worker.await();
        try {
            synchronized (this) {
                while (!isTerminated()) {
                    long restNs = limitNs - (System.nanoTime() - began);
                    if (restNs <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(this, Math.max(restNs, LEAST_WAIT_NS));
                }
                return true;
            }
        } finally {
            wait.end();
        }
    }

    /** Takes no more tasks, and waits until those under way have ended, and their futures are complete. If the thread is interrupted, cancels them. */
    @Override
    public void close() {
        shutdown();
        boolean interrupted = false;
        while (!isTerminated()) {
            try {
                awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                shutdownNow();
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized String toString() {
        return "executor of " + members.size() + (members.size() == 1 ? " rank, " : " ranks, ") + underWay.size()
                + " tasks under way" + (isShutDown ? ", shut down" : "");
    }
}
