package org.rmi4mpi.dispatch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Sleeper;

/**
 * The threads that run user methods, with no user frames beneath. At most one of them leads: it takes requests in turn
 * and runs each at once. Up to four more rest, asleep on the rank's bell: the next leader and its deputies. A resting
 * thread takes the lead from a leader that has been in one method for a while. A leader that waits in a method gives
 * the lead up by itself. So any number of threads may be in methods, and a short method wakes no thread. Bound threads
 * ({@link CallerBindings}) may lead, and are not counted on to do so. Used by any thread.
 */
final class Crew {
    private static final int RESTING = 4;
    private static final long JOIN_MS = 200;

    private final int rank;
    private final Inbox inbox;
    private final RankBell bell;
    private final Lead lead;
    private final Cores cores;
    private final IdleStrategy strategy;
    private final Supplier<CallRunner> runners;
    private final Runnable onStir;
    private final Troubles troubles;
    private final Probe probe;
    private final LongSupplier clock;

    private final AtomicInteger resting = new AtomicInteger();
    private final AtomicBoolean hasNextLeader = new AtomicBoolean();
    /** Number of resting threads that look after the leader. */
    private final AtomicInteger watchers = new AtomicInteger();
    /** Number of threads that have been started and are not ready to answer yet. */
    private final AtomicInteger starting = new AtomicInteger();
    private final AtomicInteger lastNumber = new AtomicInteger();
    /**
     * Stack of idle threads beyond the resting ones, linked through {@code nextSpare}. Guarded by the crew's monitor.
     */
    private CrewThread spares;
    private final Set<CrewThread> members = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * @param runners creates the runner of each thread
     * @param onStir wakes the threads that wait for messages of other ranks
     * @param clock in nanoseconds
     */
    Crew(int rank, Inbox inbox, RankBell bell, Lead lead, Cores cores, WaitPolicy policy, Supplier<CallRunner> runners,
            Runnable onStir, Troubles troubles, Probe probe, LongSupplier clock) {
        this.rank = rank;
        this.inbox = inbox;
        this.bell = bell;
        this.lead = lead;
        this.cores = cores;
        strategy = policy.forLeader(cores);
        this.runners = runners;
        this.onStir = onStir;
        this.troubles = troubles;
        this.probe = probe;
        this.clock = clock;
    }

    /** @throws IllegalStateException if no thread can be started */
    void start() {
        boolean started = add();
        if (!add() && !started) {
            throw new IllegalStateException("rank " + rank + " can start no thread to answer calls: raise its limit of"
                    + " threads (ulimit -u, or the container's pids), or give it more memory");
        }
    }

    /** Starts a thread. Returns false if memory is short; the caller retries later. */
    private boolean add() {
        CrewThread member = null;
        starting.incrementAndGet();
        try {
            String name = "rmi4mpi-dispatcher-" + rank + "." + lastNumber.incrementAndGet();
            member = new CrewThread(this, name, runners.get());
            members.add(member);
            probe.count(Count.MOST_THREADS, members.size());
            member.start();
            return true;
        } catch (OutOfMemoryError | LinkageError e) { // Linking a class also takes memory.
            starting.decrementAndGet();
            if (member != null) {
                members.remove(member);
            }
            return false;
        }
    }

    /** A started thread is ready to answer, or never will be. */
    void countStarted() {
        starting.decrementAndGet();
    }

    void remove(CrewThread member) {
        members.remove(member);
    }

    /** Number of methods in progress. */
    int running() {
        int running = 0;
        for (CrewThread member : members) {
            running += member.isInMethod() ? 1 : 0;
        }
        return running;
    }

    List<RunningCall> callsInProgress() {
        return members.stream().map(RunningCall::of).filter(RunningCall::isInMethod).toList();
    }

    int size() {
        return members.size();
    }

    boolean isStopped() {
        return stopped;
    }

    void stop() {
        stopped = true;
        for (CrewThread member : members) {
            bell.ringCrew();
            LockSupport.unpark(member);
        }
        for (CrewThread member : members) {
            try {
                if (!member.isInMethod() && member != Thread.currentThread()) {
                    member.join(JOIN_MS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // ---- shared by the crew's threads

    Inbox inbox() {
        return inbox;
    }

    RankBell bell() {
        return bell;
    }

    Lead lead() {
        return lead;
    }

    Cores cores() {
        return cores;
    }

    /** The idle strategy of the leader. */
    IdleStrategy strategy() {
        return strategy;
    }

    Troubles troubles() {
        return troubles;
    }

    LongSupplier clock() {
        return clock;
    }

    Probe probe() {
        return probe;
    }

    /** Shows in the names of threads which method they have run for a while. */
    void showLongMethods() {
        for (CrewThread member : members) {
            member.showLongMethod();
        }
    }

    /** Housekeeping that every resting thread does periodically. */
    void lookAround() {
        if (bell.takeStir()) {
            onStir.run();
        }
        inbox.releaseHeld(CrewThread::isParked);
        troubles.refill();
    }

    // ---- idle threads

    /** Whether any thread rests on the bell. */
    boolean hasResting() {
        return resting.get() > 0;
    }

    /**
     * Counts the current thread as resting, unless enough threads rest already. A counted thread always goes on to
     * rest, because a leader relies on the count when it decides whether to wake another thread. Returns as which kind
     * of sleeper the thread rests; null if it does not. Not for bound threads.
     *
     * @param mayBeNext whether it may be the next leader
     */
    Sleeper addResting(boolean mayBeNext) {
        for (int others = resting.get(); others < RESTING; others = resting.get()) {
            if (resting.compareAndSet(others, others + 1)) {
                return mayBeNext && hasNextLeader.compareAndSet(false, true) ? Sleeper.NEXT_LEADER : Sleeper.DEPUTY;
            }
        }
        return null;
    }

    void removeResting(Sleeper sleeper) {
        resting.decrementAndGet();
        if (sleeper == Sleeper.NEXT_LEADER) {
            hasNextLeader.set(false);
        }
    }

    /**
     * Makes the current thread, which is bound, the next leader. It is not counted as resting: a request may be handed to
     * it. Returns null if another thread is the next leader.
     */
    Sleeper tryBecomeNextLeader() {
        return hasNextLeader.compareAndSet(false, true) ? Sleeper.NEXT_LEADER : null;
    }

    void clearNextLeader() {
        hasNextLeader.set(false);
    }

    /** Whether a resting thread looks after the leader: it checks in short intervals whether a method takes long. */
    boolean isWatched() {
        return watchers.get() > 0;
    }

    /** Rings for a thread that looks after the leader. Called by the leader, which is about to run a method. */
    void ensureWatcher() {
        if (!isWatched() && hasResting()) {
            bell.ringCrew();
        }
    }

    /**
     * Whether the current thread, which rests, looks after the leader. One thread is enough, and the next leader would
     * have to leave it to another. A leader has rung for a thread to watch it.
     */
    boolean tryWatch(Sleeper sleeper, boolean wasRung) {
        return (sleeper == Sleeper.DEPUTY || wasRung || resting.get() == 1) && watchers.compareAndSet(0, 1);
    }

    void endWatch() {
        watchers.decrementAndGet();
    }

    /**
     * Makes sure that another thread can take the lead when the leader waits in a method. Wakes or starts one if
     * no thread rests. Returns false if none can be started. Called by the leader.
     */
    boolean ensureDeputy() {
        return hasResting() || wakeSpare() || starting.get() > 0 || isAnotherIdle() || add()
                || inbox.unbindIdle();
    }

    /**
     * Whether a thread is on its way to rest. A bound one may run a request instead, and so may one that has just lost
     * the lead. A thread binds itself while it leads, so that is asked last.
     */
    private boolean isAnotherIdle() {
        for (CrewThread member : members) {
            if (!member.isLeading() && !member.isInMethod() && !member.isEnding() && !member.binding().isBound()) {
                return true;
            }
        }
        return false;
    }

    private boolean wakeSpare() {
        CrewThread spare = takeSpare();
        LockSupport.unpark(spare);
        return spare != null;
    }

    synchronized void addSpare(CrewThread spare) {
        spare.nextSpare = spares;
        spares = spare;
        spare.isSpare = true;
    }

    /** Returns false if the thread was not a spare. */
    synchronized boolean removeSpare(CrewThread spare) {
        if (!spare.isSpare) {
            return false;
        } else if (spares == spare) {
            spares = spare.nextSpare;
        } else {
            CrewThread before = spares;
            while (before.nextSpare != spare) {
                before = before.nextSpare;
            }
            before.nextSpare = spare.nextSpare;
        }
        spare.isSpare = false;
        return true;
    }

    /** Returns null if there is no spare. */
    private synchronized CrewThread takeSpare() {
        CrewThread taken = spares;
        if (taken != null) {
            removeSpare(taken);
        }
        return taken;
    }
}
