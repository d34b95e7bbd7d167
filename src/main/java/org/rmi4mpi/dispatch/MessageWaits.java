package org.rmi4mpi.dispatch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.VirtualThreads;
import org.rmi4mpi.transport.Bell;

/**
 * How threads wait for MPI: they poll, then sleep in growing steps until the sender stirs their rank, and leave frames to the
 * crew. MPI's own steps stir nobody, and what is waited for may take many of both sides: while parts of it move a thread goes
 * on polling. Shared by all threads.
 */
final class MessageWaits {
    /** A completion of MPI is worth several looks for each at the messages of others. */
    private static final int TESTS_PER_POLL = 3;
    /** Before sleeps grow, by this fraction each: a wait is late by some hundredths of what it has taken. */
    private static final int SHORT_SLEEPS = 50;
    private static final int SLOWLY = 32;
    /** A poll that takes so much longer than the shortest one has moved a part of a message; the next may follow. */
    private static final long MOVING_NS = 2_000;
    /** For which so many polls are not counted. */
    private static final int CREDIT = 100;
    /** Of a thread that has slept and then perhaps moved something. One that was stirred polls as at the beginning. */
    private static final int MOVED_POLLS = 200;
    /** More of these move something where a long message is under way; the first ones after a sleep take long as it is. */
    private static final int FEW_MOVES = 16;
    /** Between two times that this rank stirs the others. */
    private static final long STIR_PAUSE_NS = 20_000_000;

    private final Dispatcher dispatcher;
    private final Waits waits;
    private final Bell bell;
    private final int spins;
    private final int patience;
    private final long shortestSleepNs;
    private final long longestSleepNs;
    /** Null where nobody has asked for them. */
    private final Statistics statistics;
    /** Threads that sleep. */
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
    /** How often these have been stirred. */
    private final AtomicInteger stirs = new AtomicInteger();
    /** By System.nanoTime. */
    private final AtomicLong stirredOthersAt = new AtomicLong(System.nanoTime() - STIR_PAUSE_NS);

    /** The last three arguments are {@link Dispatcher}'s. */
    MessageWaits(Dispatcher dispatcher, Waits waits, Bell bell, Cores cores, int patience, long longestSleepNs,
            Statistics statistics) {
        this.dispatcher = dispatcher;
        this.waits = waits;
        this.bell = bell;
        spins = cores.spins(Waits.SPINS);
        this.patience = patience;
        this.longestSleepNs = longestSleepNs;
        shortestSleepNs = Math.min(Waits.SHORTEST_SLEEP_NS, longestSleepNs);
        this.statistics = statistics;
    }

    /** What one wait has seen so far. */
    private static final class Looks {
        private long shortestNs = Long.MAX_VALUE;
        private int moves;

        /** A look has found nothing that is complete: tells whether it took so long that something has moved. */
        boolean hasMoved(long beganAt) {
            long took = System.nanoTime() - beganAt;
            shortestNs = Math.min(shortestNs, took);
            boolean moved = took - shortestNs > MOVING_NS;
            moves += moved ? 1 : 0;
            return moved;
        }
    }

    void await(Completion completion) {
        Looks looks = new Looks();
        if (!polled(completion, patience, looks)) {
            sleepUntil(completion, looks);
        }
    }

    /** Another rank waits, perhaps for one of these: they look again. */
    void stir() {
        stirs.incrementAndGet();
        for (Thread sleeper : sleepers) {
            LockSupport.unpark(sleeper);
        }
    }

    /**
     * Gives its core away between polls, whoever wants it: that takes less from others than being late by a sleep takes from
     * this rank. Returns false where it is time to sleep.
     */
    private boolean polled(Completion completion, int polls, Looks looks) {
        int credits = polls;
        for (int idle = 0; idle < polls; ) {
            long began = idle < spins ? 0 : System.nanoTime();
            if (isDone(completion)) {
                return true;
            }
            int found = dispatcher.poll(null);
            if (found > 0 && completion.test()) {
                return true;
            }
            if (dispatcher.hasRequests()) {
                dispatcher.callForLeader(idle);
                return false; // who takes them wants a core
            }
            if (idle < spins) {
                Thread.onSpinWait();
            } else {
                if (looks.hasMoved(began) && --credits > 0) {
                    idle = Math.max(spins, idle - CREDIT);
                }
                VirtualThreads.yield();
            }
            idle += found == Dispatcher.BUSY ? 4 : 1;
        }
        return false;
    }

    private static boolean isDone(Completion completion) {
        for (int i = 0; i < TESTS_PER_POLL; i++) {
            if (completion.test()) {
                return true;
            }
        }
        return false;
    }

    private void sleepUntil(Completion completion, Looks looks) {
        boolean interrupted = false;
        long sleepNs = shortestSleepNs;
        try {
            for (int sleeps = 0; ; sleeps++) {
                if (Integer.bitCount(sleeps) <= 1) {
                    stirOthers(); // again after twice as many
                }
                if (statistics != null) {
                    statistics.slept();
                }
                interrupted |= Thread.interrupted(); // a thread that stays interrupted cannot sleep
                boolean stirred = wasStirred(completion, sleepNs);
                if (isDone(completion)) {
                    return;
                }
                long began = System.nanoTime(); // the look before was slow in any case
                if (isDone(completion)) {
                    return;
                }
                int moves = looks.moves;
                if ((looks.hasMoved(began) || stirred) && polled(completion, stirred ? patience : MOVED_POLLS, looks)) {
                    return;
                }
                if (stirred || looks.moves - moves > FEW_MOVES) {
                    sleepNs = shortestSleepNs;
                } else if (sleeps >= SHORT_SLEEPS) {
                    sleepNs = Math.min(sleepNs + sleepNs / SLOWLY, longestSleepNs);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What is waited for may go on only when the other side looks, which perhaps waits for the same, and sleeps. */
    private void stirOthers() {
        long last = stirredOthersAt.get();
        long now = System.nanoTime();
        if (now - last >= STIR_PAUSE_NS && stirredOthersAt.compareAndSet(last, now)) {
            dispatcher.stirOthers();
        }
    }

    /** Who sends stirs this rank from when it has counted the thread on; what came before is found by one more look. */
    private boolean wasStirred(Completion completion, long nanoseconds) {
        int before = stirs.get();
        sleepers.add(Thread.currentThread());
        bell.countSleepers(1);
        try {
            waits.leaveToCrew();
            if (!completion.test() && stirs.get() == before) { // a wait in between may have used up the permit
                LockSupport.parkNanos(this, nanoseconds);
            }
        } finally {
            bell.countSleepers(-1);
            sleepers.remove(Thread.currentThread());
        }
        return stirs.get() != before;
    }
}
