package org.rmi4mpi.stats;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.dispatch.PendingCall;
import org.rmi4mpi.dispatch.Probe;
import org.rmi4mpi.dispatch.ServedMethod;

/** Collects the figures of this rank. The thread that makes it is the main one. */
final class FiguresProbe extends Probe {
    private final long began = System.nanoTime();
    /** By the method or the name, which is the same object for all calls. */
    private final Map<Kind, Map<Object, Figures>> figures = new EnumMap<>(Kind.class);
    private final Map<Integer, Sums> pairs = new ConcurrentHashMap<>();
    private final LongAdder methodsNs = new LongAdder();
    private final ThreadLocal<Waiter> waiters = ThreadLocal.withInitial(Waiter::new);
    private final Waiter main = waiters.get();
    /** Threads that run mains of tasks. */
    private final Set<Waiter> tasks = ConcurrentHashMap.newKeySet();
    /** What those have done that have ended. Guarded by {@link #tasks}; null while there was none. */
    private Work ended;

    FiguresProbe() {
        for (Kind kind : Kind.values()) {
            figures.put(kind, new ConcurrentHashMap<>());
        }
    }

    /** What went to one rank. */
    private static final class Sums {
        private final LongAdder calls = new LongAdder();
        private final LongAdder messages = new LongAdder();
        private final LongAdder bytes = new LongAdder();
    }

    /** The waits of one thread, which alone writes them, in nanoseconds. Others read the sums at the end. */
    private static final class Waiter {
        private volatile long calls;
        private volatile long messages;
        private volatile long collectives;
        private volatile long others;
        /** When a wait began that is counted; 0 while there is none. */
        private long waitBegan;
        private int depth;
        private long waitedBefore;
        /** For the main of a task. */
        private final long taskBegan = System.nanoTime();

        long waited() {
            return calls + messages + collectives + others;
        }

        RankFigures.Waits waits(long now) {
            long begun = waitBegan;
            return new RankFigures.Waits(calls, messages, collectives, others + (begun == 0 ? 0 : now - begun));
        }

        /** What it has done since a time. */
        Work work(long since, long now) {
            RankFigures.Waits waits = waits(now);
            return new Work(Math.max(0, now - since - waits.sumNs()), waits);
        }
    }

    /** How long threads were busy, in nanoseconds, and what they waited for. */
    private record Work(long busyNs, RankFigures.Waits waits) {
        Work plus(Work other) {
            return other == null ? this : new Work(busyNs + other.busyNs, waits.plus(other.waits));
        }
    }

    private Figures figures(Kind kind, Object name) {
        return figures.get(kind).computeIfAbsent(name, none -> new Figures());
    }

    private Sums to(int rank) {
        return pairs.computeIfAbsent(rank, none -> new Sums());
    }

    @Override
    public long time() {
        return System.nanoTime();
    }

    @Override
    public void callEnds(PendingCall call, long time) {
        addCall(call, time);
        waiters.get().calls += time - call.startedAt();
    }

    private void addCall(PendingCall call, long time) {
        figures(Kind.CALL, call.method()).add(time - call.startedAt(), call.requestBytes());
        addCall(call.peer(), call.requestBytes());
    }

    private void addCall(int rank, long bytes) {
        Sums sums = to(rank);
        sums.calls.increment();
        sums.bytes.add(bytes);
    }

    @Override
    public void asyncEnds(PendingCall call, long time) {
        addCall(call, time);
    }

    @Override
    public void oneWay(int rank, Object method, long bytes, long time) {
        figures(Kind.CALL, method).addUntimed(bytes);
        addCall(rank, bytes);
    }

    @Override
    public void methodBegins(ServedMethod served, long time) {
        Waiter thread = waiters.get();
        if (thread.depth++ == 0) {
            thread.waitedBefore = thread.waited();
        }
    }

    @Override
    public void methodEnds(ServedMethod served, long bytes, long methodBegan, long time) {
        figures(Kind.METHOD, served.method()).add(time - methodBegan, bytes);
        Waiter thread = waiters.get();
        if (--thread.depth == 0 && thread != main) {
            methodsNs.add(Math.max(0, time - methodBegan - (thread.waited() - thread.waitedBefore)));
        }
    }

    @Override
    public void taskBegins() {
        tasks.add(waiters.get());
    }

    @Override
    public void taskEnds() {
        Waiter thread = waiters.get();
        synchronized (tasks) {
            if (tasks.remove(thread)) {
                ended = thread.work(thread.taskBegan, time()).plus(ended);
            }
        }
    }

    /** The work of the mains of all tasks; null if there are none. */
    private Work ofTasks(long now) {
        synchronized (tasks) {
            Work sum = ended;
            for (Waiter each : tasks) {
                sum = each.work(each.taskBegan, now).plus(sum);
            }
            return sum;
        }
    }

    /** Counts those that no other event tells: of locks, of futures. */
    @Override
    public void waitBegins(Completion completion) {
        Awaited awaited = completion.awaited();
        boolean isCounted = awaited == null || switch (awaited.event()) {
            case LOCK, OTHER -> true;
            default -> false;
        };
        waiters.get().waitBegan = isCounted ? time() : 0;
    }

    @Override
    public void waitEnds() {
        Waiter thread = waiters.get();
        if (thread.waitBegan != 0) {
            thread.others += time() - thread.waitBegan;
            thread.waitBegan = 0;
        }
    }

    @Override
    public void messageSent(String call, Object on, int dest, int tag, long bytes, long sendBegan) {
        figures(Kind.SENT, call).add(time() - sendBegan, bytes);
        int rank = Job.javaRank(dest);
        if (rank >= 0) { // else it runs no Java
            Sums sums = to(rank);
            sums.messages.increment();
            sums.bytes.add(bytes);
        }
    }

    @Override
    public void messageReceived(String call, Object on, int source, int tag, long bytes, long receiveBegan) {
        figures(Kind.RECEIVED, call).add(time() - receiveBegan, bytes);
    }

    @Override
    public void collectiveEnded(String call, Object on, long bytes, long operationBegan) {
        figures(Kind.COLLECTIVE, call).add(time() - operationBegan, bytes);
    }

    @Override
    public void waited(Awaited.Event event, long waitBegan) {
        Waiter thread = waiters.get();
        if (event == Awaited.Event.COLLECTIVE) {
            thread.collectives += time() - waitBegan;
        } else {
            thread.messages += time() - waitBegan;
        }
    }

    /** The figures until now. */
    RankFigures until(int rank, String host) {
        List<RankFigures.Row> rows = new ArrayList<>();
        figures.forEach((kind, named) -> {
            Map<String, Figures> byText = new TreeMap<>();
            named.forEach((name, each) -> byText.computeIfAbsent(name.toString(), none -> new Figures()).add(each));
            byText.forEach((name, each) -> rows.add(new RankFigures.Row(kind, name, each.sent())));
        });
        List<RankFigures.Pair> went = new ArrayList<>();
        pairs.forEach((to, sums) -> went.add(
                new RankFigures.Pair(to, sums.calls.sum(), sums.messages.sum(), sums.bytes.sum())));
        long now = time();
        Work own = main.work(began, now);
        Work ofTasks = ofTasks(now);
        return new RankFigures(rank, host, now - began, own.busyNs + (ofTasks == null ? 0 : ofTasks.busyNs),
                (ofTasks == null ? own : ofTasks).waits, methodsNs.sum(), rows, went);
    }
}
