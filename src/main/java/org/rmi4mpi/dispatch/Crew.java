package org.rmi4mpi.dispatch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.rmi4mpi.transport.RankBell;

/**
 * The threads that run user methods, with no user frames beneath. One of them at most leads: it takes requests in turn,
 * and runs each at once. Two rest by the bell. Where the leader has been in one method for a while, one of these takes
 * the lead from it; where it waits for something in the method, it has given the lead up itself. So any number may be in
 * methods, and nobody is woken for a method that is short. Used by any thread.
 */
final class Crew {
    private static final int RESTING = 2;
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

    private final AtomicInteger resting = new AtomicInteger();
    /** Threads that have been started, and are not ready to answer yet. */
    private final AtomicInteger starting = new AtomicInteger();
    private final AtomicInteger lastNumber = new AtomicInteger();
    /** The last one that has no work first. Linked to each other; under the crew's monitor. */
    private CrewThread spares;
    private final Set<CrewThread> members = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * @param runners makes the runner of each thread
     * @param onStir wakes the threads that wait for messages of others
     */
    Crew(int rank, Inbox inbox, RankBell bell, Lead lead, Cores cores, WaitPolicy policy, Supplier<CallRunner> runners,
            Runnable onStir, Troubles troubles, Probe probe) {
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
    }

    /** @throws IllegalStateException where no thread can be started */
    void start() {
        boolean started = add();
        if (!add() && !started) {
            throw new IllegalStateException("rank " + rank + " can start no thread to answer calls: raise its limit of"
                    + " threads (ulimit -u, or the container's pids), or give it more memory");
        }
    }

    /** Returns false where there is no memory for one more thread: the next look tries again. */
    private boolean add() {
        CrewThread member = null;
        starting.incrementAndGet();
        try {
            member = new CrewThread(this, "rmi4mpi-dispatcher-" + rank + "." + lastNumber.incrementAndGet(), runners.get());
            members.add(member);
            probe.threads(members.size());
            member.start();
            return true;
        } catch (OutOfMemoryError e) {
            starting.decrementAndGet();
            if (member != null) {
                members.remove(member);
            }
            return false;
        }
    }

    /** A thread that was started is ready to answer, or will never be. */
    void hasStarted() {
        starting.decrementAndGet();
    }

    void remove(CrewThread member) {
        members.remove(member);
    }

    /** How many methods are being run. */
    int running() {
        int running = 0;
        for (CrewThread member : members) {
            running += member.isInMethod() ? 1 : 0;
        }
        return running;
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

    // ---- what its threads share

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

    /** Of the thread that leads. */
    IdleStrategy strategy() {
        return strategy;
    }

    Troubles troubles() {
        return troubles;
    }

    Probe probe() {
        return probe;
    }

    /** What any thread that rests does now and then. */
    void lookAround() {
        if (bell.wasStirred()) {
            onStir.run();
        }
        inbox.releaseHeld();
        troubles.refill();
    }

    // ---- threads that have nothing to do

    /** Whether a thread rests by the bell. */
    boolean hasResting() {
        return resting.get() > 0;
    }

    /** Whoever is counted does rest: a leader that finds nobody counted calls for someone. False where there are enough. */
    boolean addResting() {
        for (int others = resting.get(); others < RESTING; others = resting.get()) {
            if (resting.compareAndSet(others, others + 1)) {
                return true;
            }
        }
        return false;
    }

    void removeResting() {
        resting.decrementAndGet();
    }

    /** Whether a thread of the crew takes the lead where the leader waits in a method: one that rests, or is about to. */
    boolean hasDeputy() {
        return hasResting() || wakesSpare() || starting.get() > 0 || add();
    }

    private boolean wakesSpare() {
        CrewThread spare = takeSpare();
        LockSupport.unpark(spare);
        return spare != null;
    }

    synchronized void addSpare(CrewThread spare) {
        spare.nextSpare = spares;
        spares = spare;
        spare.isSpare = true;
    }

    /** False where the thread is no spare any more. */
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

    /** Null where there is none. */
    private synchronized CrewThread takeSpare() {
        CrewThread taken = spares;
        if (taken != null) {
            removeSpare(taken);
        }
        return taken;
    }
}
