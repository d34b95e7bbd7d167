package org.rmi4mpi.dispatch;

import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.transport.Bell;

/**
 * How threads wait: they poll; when that lasts, or somebody wants their core, they sleep, and leave the polling to the crew.
 * Shared by all threads.
 */
final class Waits {
    private static final int TESTS_PER_POLL = 3;
    /** Polls that find nothing before a thread gives its core away between them. */
    private static final int SPINS = 50;
    /** Polls after which a rank is rung for whose reply is late; again after four times as many. */
    private static final int LATE = 32;
    private static final long SHORTEST_SLEEP_NS = 20_000;
    private static final long REPLY_SLEEP_NS = 2_000_000;
    /**
     * Then the other rank is rung for: its leader may be in a method, and nobody has called for another thread. Twice as
     * long as calls take of late where that is more: there are not cores enough, and who is rung for without need takes
     * one.
     */
    private static final long FIRST_SLEEP_NS = 100_000;
    /** A poll that takes longer than this has moved a part of a message, and the next part may come at once. */
    private static final long MOVING_NS = 2_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000;
    /** Of threads that are woken by whoever has their reply. */
    private static final long WOKEN_SLEEP_NS = 200_000_000;
    /** Before sleeps grow, by this fraction each: a wait is late by some hundredths of what it has taken. */
    private static final int SHORT_SLEEPS = 50;
    private static final int SLOWLY = 32;

    private final Dispatcher dispatcher;
    private final Crew crew;
    private final Bell bell;
    private final Cores cores;
    /** Polls before a thread sleeps: one that waits for MPI, whom nobody wakes, and one that waits for a reply. */
    private final int messagePatience;
    private final int patience;
    private final int spins;
    private final long longestSleepNs;
    /** Null where nobody has asked for them. */
    private final Statistics statistics;
    /** Threads that wait for MPI and sleep. */
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
    /** Whether a thread that waits for a reply sleeps by the bell. */
    private final AtomicBoolean waiterSleeps = new AtomicBoolean();

    /** The arguments are {@link Dispatcher}'s. */
    Waits(Dispatcher dispatcher, Crew crew, Bell bell, Cores cores, int patience, long longestSleepNs,
            Statistics statistics) {
        this.dispatcher = dispatcher;
        this.crew = crew;
        this.bell = bell;
        this.cores = cores;
        messagePatience = patience;
        this.patience = cores.patience(patience);
        spins = cores.spins(SPINS);
        this.longestSleepNs = longestSleepNs;
        this.statistics = statistics;
    }

    /** @param call where that is what is waited for; else null */
    void await(Completion completion, PendingCall call) {
        if (!(call == null ? polledForMessage(completion) : polledUntil(completion, call))) {
            sleepUntil(completion, call);
        }
    }

    /** This thread polls no more; somebody else does, or is woken by what comes. */
    void leaveToCrew() {
        if (!dispatcher.isAsleep() && !crew.hasLeader() && !dispatcher.fallAsleep()) {
            bell.ringClean();
        }
    }

    /** Returns when a condition holds, for which nobody is woken: polls, and pauses in steps. */
    void pause(BooleanSupplier condition) {
        Crew.stepDown();
        int idle = 0;
        long pauseNs = SHORTEST_SLEEP_NS;
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            int found = dispatcher.poll(null);
            if (dispatcher.hasRequests()) {
                dispatcher.callForLeader(idle);
            }
            if (found > 0) {
                idle = 0;
                pauseNs = SHORTEST_SLEEP_NS;
            } else if (++idle > spins && (idle > patience || cores.areWanted(idle - spins - 1))) {
                interrupted |= Thread.interrupted(); // a thread that stays interrupted cannot sleep
                LockSupport.parkNanos(this, pauseNs);
                pauseNs = Math.min(pauseNs + pauseNs / 4, LONGEST_PAUSE_NS);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Polls until it is done; returns false where it is time to sleep. */
    boolean polledUntil(Completion completion, PendingCall call) {
        int idle = 0;
        int late = call != null && call.isRung() ? patience : LATE;
        while (!tested(completion, call)) {
            if (idle >= patience) {
                return false;
            }
            int found = dispatcher.poll(call);
            if (found > 0 && completion.test()) {
                return true;
            }
            idle += found == Dispatcher.BUSY ? 4 : 1;
            if (dispatcher.hasRequests()) {
                dispatcher.callForLeader(idle);
                idle = Math.max(idle, call == null ? patience : spins); // who takes them wants a core
            }
            if (call != null && idle >= late) {
                if (!cores.areScarce()) {
                    dispatcher.ring(call.peer(), true);
                }
                late = 4 * idle;
            }
            if (idle < spins) {
                Thread.onSpinWait();
            } else if (idle < patience && cores.areWanted(idle - spins)) {
                idle = patience;
            }
        }
        return true;
    }

    /**
     * The same for what nobody wakes this thread for. It gives its core away between polls as long as its patience lasts,
     * whoever wants it: that takes less from others than being late by a sleep takes from this rank.
     */
    private boolean polledForMessage(Completion completion) {
        int found = 0;
        int moved = 0;
        for (int idle = 0; idle < messagePatience; idle += found == Dispatcher.BUSY ? 4 : 1) {
            long before = idle < spins ? 0 : System.nanoTime();
            if (tested(completion, null)) {
                return true;
            }
            found = dispatcher.poll(null);
            if (found > 0 && completion.test()) {
                return true;
            }
            if (idle >= spins && System.nanoTime() - before > MOVING_NS && ++moved < messagePatience) {
                idle = spins;
            }
            if (dispatcher.hasRequests()) {
                dispatcher.callForLeader(idle);
                return false; // who takes them wants a core
            }
            if (idle < spins) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    private void sleepUntil(Completion completion, PendingCall call) {
        long sleepNs = Math.min(SHORTEST_SLEEP_NS, longestSleepNs);
        int sleeps = 0;
        long began = call == null ? 0 : System.nanoTime();
        String ownName = null;
        boolean interrupted = false;
        try {
            while (!tested(completion, call)) {
                if (statistics != null) {
                    statistics.slept();
                }
                interrupted |= Thread.interrupted();
                if (call == null) {
                    if (Integer.bitCount(sleeps) <= 1) {
                        dispatcher.ringSleepers(); // again after twice as many
                    }
                    if (wasWoken(sleepNs)) {
                        sleepNs = Math.min(SHORTEST_SLEEP_NS, longestSleepNs);
                        if (polledForMessage(completion)) {
                            return;
                        }
                    }
                } else {
                    if (sleeps > 0 && ownName == null) {
                        ownName = Thread.currentThread().getName();
                        Thread.currentThread().setName(Crew.named(Thread.currentThread(), call));
                    }
                    long first = Math.min(REPLY_SLEEP_NS, Math.max(FIRST_SLEEP_NS, 2 * call.usualSleepNs()));
                    long step = sleeps == 0 ? first : REPLY_SLEEP_NS;
                    sleepUntilReply(call, Math.min(step, call.remainingNs()));
                    if (!call.test() && Integer.bitCount(sleeps) <= 1) {
                        dispatcher.ring(call.peer(), true); // again after twice as many
                    }
                }
                if (++sleeps > SHORT_SLEEPS) {
                    sleepNs = Math.min(sleepNs + sleepNs / SLOWLY, longestSleepNs);
                }
            }
            if (call != null) {
                call.sleptFor(System.nanoTime() - began);
            }
        } finally {
            if (ownName != null) {
                Thread.currentThread().setName(ownName);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A completion of MPI is worth several looks for each at the messages of others. */
    private static boolean tested(Completion completion, PendingCall call) {
        for (int i = call == null ? TESTS_PER_POLL : 1; i > 0; i--) {
            if (completion.test()) {
                return true;
            }
        }
        return false;
    }

    /** Another rank waits, too: those of this one that wait for MPI look again as if they had just begun. */
    void wakeSleepers() {
        sleepers.forEach(LockSupport::unpark);
    }

    /** Of a thread that waits for MPI: frames that arrive are left to the crew. Whether it is awake before its time. */
    private boolean wasWoken(long nanoseconds) {
        long until = System.nanoTime() + nanoseconds;
        sleepers.add(Thread.currentThread());
        leaveToCrew();
        LockSupport.parkNanos(this, nanoseconds);
        sleepers.remove(Thread.currentThread());
        return System.nanoTime() - until < 0;
    }

    private void sleepUntilReply(PendingCall call, long nanoseconds) {
        if (!waiterSleeps.compareAndSet(false, true)) {
            sleepUntilWoken(call);
            return;
        }
        try {
            int rings = bell.rings();
            if (!crew.hasLeader() && !dispatcher.fallAsleep() && dispatcher.hasRequests()) {
                crew.call(false); // who takes them also finds the reply
                rings = bell.rings();
            }
            call.sleepsByBell(true);
            VarHandle.fullFence();
            if (!call.test()) {
                bell.sleep(rings, false, nanoseconds);
            }
            call.sleepsByBell(false);
        } finally {
            waiterSleeps.set(false);
        }
        dispatcher.poll(call);
        if (dispatcher.hasRequests()) {
            crew.call(true);
        } else if (!crew.hasLeader()) {
            dispatcher.fallAsleep();
        }
    }

    private void sleepUntilWoken(PendingCall call) {
        call.sleeps(Thread.currentThread());
        if (!call.test()) {
            LockSupport.parkNanos(this, Math.min(WOKEN_SLEEP_NS, call.remainingNs()));
        }
        call.sleeps(null);
    }
}
