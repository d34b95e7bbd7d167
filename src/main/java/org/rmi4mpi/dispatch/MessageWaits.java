package org.rmi4mpi.dispatch;

import static org.rmi4mpi.dispatch.WaitPolicy.POLLS_PER_BUSY;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;
import org.rmi4mpi.transport.RankBell;

/**
 * Lets threads wait for MPI. A thread polls first. Then it sleeps in growing steps until the sender stirs its rank, and
 * leaves frames to the crew. One operation may take many internal steps on both sides, and MPI stirs no rank for these.
 * So a thread goes on polling while parts of the message move. Shared by all threads.
 */
final class MessageWaits {
    /** How often a thread tests the completion for each poll for frames. */
    private static final int TESTS_PER_POLL = 3;
    /**
     * A poll that takes this much longer than the shortest poll has moved a part of a message. The next part may
     * follow.
     */
    private static final long MOVING_NS = 2_000;
    /** How many idle polls such a poll cancels. */
    private static final int MOVING_CREDIT = 25;
    /**
     * How often a thread polls after a sleep, in case a part of a message has moved. A stirred thread polls for as long
     * as at the start of its wait.
     */
    private static final int MOVED_POLLS = 50;
    /** More moves than this mean that a long message is in progress. The first polls after a sleep are slow anyway. */
    private static final int FEW_MOVES = 16;
    /** Shortest interval at which this rank stirs the others. */
    private static final long STIR_PAUSE_NS = 20_000_000;

    private final Inbox inbox;
    private final Lead lead;
    private final RankBell bell;
    private final IdleStrategy strategy;
    private final LongSupplier clock;
    private final Waits waits;
    private final Probe probe;
    /** Sleeping threads. */
    private final Set<Thread> sleepers = ConcurrentHashMap.newKeySet();
    /** How often the sleepers have been stirred. */
    private final AtomicInteger stirs = new AtomicInteger();
    /** When this rank last stirred the others, in the time of the clock. */
    private final AtomicLong stirredOthersAt;

    /** @param clock in nanoseconds */
    MessageWaits(Inbox inbox, Lead lead, RankBell bell, Cores cores, WaitPolicy policy, LongSupplier clock,
            Waits waits, Probe probe) {
        this.inbox = inbox;
        this.lead = lead;
        this.bell = bell;
        strategy = policy.forMessages(cores);
        this.clock = clock;
        this.waits = waits;
        this.probe = probe;
        stirredOthersAt = new AtomicLong(clock.getAsLong() - STIR_PAUSE_NS);
    }

    /** Poll durations of one wait. */
    private static final class PollTimes {
        private long shortestNs = Long.MAX_VALUE;
        private int moves;

        /** Records a poll that completed nothing. Returns whether it took so long that data has moved. */
        boolean recordPoll(long tookNs) {
            shortestNs = Math.min(shortestNs, tookNs);
            boolean moved = tookNs - shortestNs > MOVING_NS;
            moves += moved ? 1 : 0;
            return moved;
        }
    }

    void await(Completion completion) {
        PollTimes times = new PollTimes();
        if (!pollUntil(completion, strategy.pollsBeforeSleep(), times)) {
            sleepUntil(completion, times);
        }
    }

    /** Wakes the sleepers: another rank has sent a message or waits for one of these threads. */
    void stir() {
        stirs.incrementAndGet();
        for (Thread sleeper : sleepers) {
            LockSupport.unpark(sleeper);
        }
    }

    /**
     * @param most polls that move nothing
     * @return false when it is time to sleep
     */
    private boolean pollUntil(Completion completion, int most, PollTimes times) {
        int credits = most;
        for (int idle = strategy.pollsBeforeSleep() - most;;) {
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
                lead.request();
                return false; // The thread that takes the requests needs a core.
            }
            if (!spins && times.recordPoll(clock.getAsLong() - began) && --credits > 0) {
                idle = Math.max(strategy.spins(), idle - MOVING_CREDIT);
            }
            if (!strategy.idle(idle)) {
                return false;
            }
            idle += found == Inbox.BUSY ? POLLS_PER_BUSY : 1;
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

    private void sleepUntil(Completion completion, PollTimes times) {
        boolean interrupted = false;
        long sleepNs = strategy.shortestNs();
        waits.begin(completion);
        try {
            for (int sleeps = 0;; sleeps++) {
                if (Integer.bitCount(sleeps) <= 1) {
                    stirOthers(); // Stir before sleeps 0, 1, 2, 4, 8, ...
                }
                probe.count(Count.SLEEPS, 1);
                interrupted |= Thread.interrupted(); // An interrupted thread cannot sleep.
                int before = stirs.get();
                if (sleepUnlessDone(completion, sleepNs, before) || isDone(completion)) {
                    return;
                }
                boolean stirred = stirs.get() != before;
                // The first test after a sleep is slow in any case, so only this one is timed.
                long began = clock.getAsLong();
                if (isDone(completion)) {
                    return;
                }
                int moves = times.moves;
                int most = stirred ? strategy.pollsBeforeSleep() : Math.min(MOVED_POLLS, strategy.pollsBeforeSleep());
                if ((times.recordPoll(clock.getAsLong() - began) || stirred) && pollUntil(completion, most, times)) {
                    return;
                }
                boolean startsAnew = stirred || times.moves - moves > FEW_MOVES;
                sleepNs = startsAnew ? strategy.shortestNs() : strategy.nextStepNs(sleepNs);
            }
        } finally {
            waits.end();
            bell.takeCore();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Stirs the other ranks of the node. The operation may need a poll by the other side, which may be asleep in the
     * same wait.
     */
    private void stirOthers() {
        long last = stirredOthersAt.get();
        long now = clock.getAsLong();
        if (now - last >= STIR_PAUSE_NS && stirredOthersAt.compareAndSet(last, now)) {
            bell.stirNode();
        }
    }

    /**
     * Sleeps, unless the completion holds; then returns true. Senders stir this rank as soon as the thread is counted.
     * The test after that finds earlier arrivals. A nested wait may have used up the permit of a stir, which the number
     * of stirs tells.
     *
     * @param before number of stirs until now
     */
    private boolean sleepUnlessDone(Completion completion, long nanoseconds, int before) {
        sleepers.add(Thread.currentThread());
        bell.countSleepers(1);
        try {
            inbox.leaveOperations();
            if (completion.test()) {
                return true;
            }
            if (stirs.get() == before) {
                LockSupport.parkNanos(this, nanoseconds);
            }
            return false;
        } finally {
            bell.countSleepers(-1);
            sleepers.remove(Thread.currentThread());
        }
    }
}
