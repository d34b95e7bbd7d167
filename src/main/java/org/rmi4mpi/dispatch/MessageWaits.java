package org.rmi4mpi.dispatch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.transport.RankBell;

/**
 * How threads wait for MPI: they poll, then sleep in growing steps until the sender stirs their rank, and leave frames to the
 * crew. MPI's own steps stir nobody, and what is waited for may take many of both sides: while parts of it move a thread goes
 * on polling. Shared by all threads.
 */
final class MessageWaits {
    /** A completion of MPI is worth several looks for each at the messages of others. */
    private static final int TESTS_PER_POLL = 3;
    /** Looks for which one counts that finds another thread polling. */
    private static final int LOOKS_OF_BUSY = 4;
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

    private final Inbox inbox;
    private final Lead lead;
    private final RankBell bell;
    private final IdleStrategy strategy;
    private final LongSupplier clock;
    private final Probe probe;
    /** Threads that sleep. */
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
    /** How often these have been stirred. */
    private final AtomicInteger stirs = new AtomicInteger();
    /** By the clock. */
    private final AtomicLong stirredOthersAt;

    /** @param clock in nanoseconds */
    MessageWaits(Inbox inbox, Lead lead, RankBell bell, Cores cores, WaitPolicy policy, LongSupplier clock, Probe probe) {
        this.inbox = inbox;
        this.lead = lead;
        this.bell = bell;
        strategy = policy.forMessages(cores);
        this.clock = clock;
        this.probe = probe;
        stirredOthersAt = new AtomicLong(clock.getAsLong() - STIR_PAUSE_NS);
    }

    /** What one wait has seen so far. */
    private static final class Looks {
        private long shortestNs = Long.MAX_VALUE;
        private int moves;

        /** A look has found nothing that is complete: tells whether it took so long that something has moved. */
        boolean hasMoved(long tookNs) {
            shortestNs = Math.min(shortestNs, tookNs);
            boolean moved = tookNs - shortestNs > MOVING_NS;
            moves += moved ? 1 : 0;
            return moved;
        }
    }

    void await(Completion completion) {
        Looks looks = new Looks();
        if (!polled(completion, strategy.looks(), looks)) {
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
     * @param most looks that move nothing
     * @return false where it is time to sleep
     */
    private boolean polled(Completion completion, int most, Looks looks) {
        int credits = most;
        for (int idle = strategy.looks() - most; ; ) {
            boolean spins = strategy.after(idle) == IdleStrategy.State.SPINNING;
            long began = spins ? 0 : clock.getAsLong();
            if (isDone(completion)) {
                return true;
            }
            int found = inbox.poll();
            if (found > 0 && completion.test()) {
                return true;
            }
            if (inbox.hasRequests()) {
                lead.call();
                return false; // who takes them wants a core
            }
            if (!spins && looks.hasMoved(clock.getAsLong() - began) && --credits > 0) {
                idle = Math.max(strategy.spins(), idle - CREDIT);
            }
            if (!strategy.idle(idle)) {
                return false;
            }
            idle += found == Inbox.BUSY ? LOOKS_OF_BUSY : 1;
        }
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
        long sleepNs = strategy.shortestNs();
        try {
            for (int sleeps = 0; ; sleeps++) {
                if (Integer.bitCount(sleeps) <= 1) {
                    stirOthers(); // again after twice as many
                }
                probe.slept();
                interrupted |= Thread.interrupted(); // a thread that stays interrupted cannot sleep
                boolean stirred = wasStirred(completion, sleepNs);
                if (isDone(completion)) {
                    return;
                }
                long began = clock.getAsLong(); // the look before was slow in any case
                if (isDone(completion)) {
                    return;
                }
                int moves = looks.moves;
                if ((looks.hasMoved(clock.getAsLong() - began) || stirred)
                        && polled(completion, stirred ? strategy.looks() : Math.min(MOVED_POLLS, strategy.looks()), looks)) {
                    return;
                }
                boolean startsAnew = stirred || looks.moves - moves > FEW_MOVES;
                sleepNs = startsAnew ? strategy.shortestNs() : strategy.longer(sleepNs);
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
        long now = clock.getAsLong();
        if (now - last >= STIR_PAUSE_NS && stirredOthersAt.compareAndSet(last, now)) {
            bell.stirAll();
        }
    }

    /** Who sends stirs this rank from when it has counted the thread on; what came before is found by one more look. */
    private boolean wasStirred(Completion completion, long nanoseconds) {
        int before = stirs.get();
        sleepers.add(Thread.currentThread());
        bell.countSleepers(1);
        try {
            inbox.leave();
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
