package org.rmi4mpi.dispatch;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.VirtualThreads;
import org.rmi4mpi.transport.Bell;

/**
 * How threads wait for replies: they poll; when that lasts, or somebody wants their core, they sleep, and leave the
 * polling to the crew.
 * Shared by all threads.
 */
final class Waits {
    /** Polls that find nothing before a thread gives its core away between them. */
    static final int SPINS = 50;
    /** Polls after which a rank is rung for whose reply is late; again after four times as many. */
    private static final int LATE = 32;
    static final long SHORTEST_SLEEP_NS = 20_000;
    private static final long REPLY_SLEEP_NS = 2_000_000;
    /**
     * Then the other rank is rung for: its leader may be in a method, and nobody has called for another thread. Twice as
     * long as calls take of late where that is more: there are not cores enough, and who is rung for without need takes
     * one.
     */
    private static final long FIRST_SLEEP_NS = 100_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000;
    /** Of threads that are woken by whoever has their reply. */
    private static final long WOKEN_SLEEP_NS = 200_000_000;

    private final Dispatcher dispatcher;
    private final Crew crew;
    private final Bell bell;
    private final Cores cores;
    /** Polls before a thread sleeps. */
    private final int patience;
    private final int spins;
    /** Null where nobody has asked for them. */
    private final Statistics statistics;
    /** Whether a thread that waits for a reply sleeps by the bell. */
    private final AtomicBoolean waiterSleeps = new AtomicBoolean();

    /** The arguments are {@link Dispatcher}'s. */
    Waits(Dispatcher dispatcher, Crew crew, Bell bell, Cores cores, int patience, Statistics statistics) {
        this.dispatcher = dispatcher;
        this.crew = crew;
        this.bell = bell;
        this.cores = cores;
        this.patience = cores.patience(patience);
        spins = cores.spins(SPINS);
        this.statistics = statistics;
    }

    /** @param completion of the call, or of its time */
    void await(Completion completion, PendingCall call) {
        if (!polledUntil(completion, call)) {
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
        while (!completion.test()) {
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
            } else if (idle < patience && (VirtualThreads.isCurrent() || cores.areWanted(idle - spins))) {
                idle = patience;
            }
        }
        return true;
    }

    private void sleepUntil(Completion completion, PendingCall call) {
        long began = System.nanoTime();
        String ownName = null;
        boolean interrupted = false;
        call.waitsSince(began);
        try {
            for (int sleeps = 0; !completion.test(); sleeps++) {
                if (statistics != null) {
                    statistics.slept();
                }
                interrupted |= Thread.interrupted();
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
            call.sleptFor(System.nanoTime() - began);
        } finally {
            call.waitsSince(0);
            if (ownName != null) {
                Thread.currentThread().setName(ownName);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** By the bell, if no other thread does; a virtual thread would keep its carrier in that. */
    private void sleepUntilReply(PendingCall call, long nanoseconds) {
        if (VirtualThreads.isCurrent()) {
            leaveToCrew();
            sleepUntilWoken(call);
            return;
        } else if (!waiterSleeps.compareAndSet(false, true)) {
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
