package org.rmi4mpi.dispatch;

import static org.rmi4mpi.dispatch.WaitPolicy.FIRST_REPLY_SLEEP_NS;
import static org.rmi4mpi.dispatch.WaitPolicy.LATE_POLLS;
import static org.rmi4mpi.dispatch.WaitPolicy.LONGEST_REPLY_SLEEP_NS;
import static org.rmi4mpi.dispatch.WaitPolicy.PARKED_SLEEP_NS;
import static org.rmi4mpi.dispatch.WaitPolicy.POLLS_PER_BUSY;
import static org.rmi4mpi.dispatch.WaitPolicy.REPLY_SLEEP_NS;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.rmi4mpi.bridge.Completion;
import org.rmi4mpi.bridge.VirtualThreads;
import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Sleeper;

/**
 * Lets threads wait for replies. A thread polls first. When the wait lasts, or its core is contended, it sleeps and
 * leaves polling to the crew. Shared by all threads.
 */
final class ReplyWaits {
    private final Inbox inbox;
    private final Lead lead;
    private final RankBell bell;
    private final Cores cores;
    private final IdleStrategy strategy;
    private final LongSupplier clock;
    private final Waits waits;
    private final Probe probe;
    /** Whether a thread that waits for a reply sleeps on the bell. */
    private final AtomicBoolean waiterSleeps = new AtomicBoolean();

    /** @param clock in nanoseconds */
    ReplyWaits(Inbox inbox, Lead lead, RankBell bell, Cores cores, WaitPolicy policy, LongSupplier clock, Waits waits,
            Probe probe) {
        this.inbox = inbox;
        this.lead = lead;
        this.bell = bell;
        this.cores = cores;
        strategy = policy.forReplies(cores);
        this.clock = clock;
        this.waits = waits;
        this.probe = probe;
    }

    /** @param completion true when the call is done or has expired */
    void await(Completion completion, PendingCall call) {
        CrewThread member = CrewThread.current();
        long began = member == null ? 0 : clock.getAsLong();
        try {
            pollAndSleepUntil(completion, call, member);
        } finally {
            endLongWait(call);
            if (member != null) {
                member.countWait(clock.getAsLong() - began);
            }
        }
    }

    private void pollAndSleepUntil(Completion completion, PendingCall call, CrewThread member) {
        if (!pollInMethod(completion, call, member)) {
            CrewThread.stepDown();
            sleepUntil(completion, call);
        }
    }

    /** @param member the current thread, whose method has made the call; null if it is none of a crew */
    private boolean pollInMethod(Completion completion, PendingCall call, CrewThread member) {
        if (member == null) {
            return pollUntil(completion, call);
        }
        member.pollsInMethod = true;
        try {
            return pollUntil(completion, call);
        } finally {
            member.pollsInMethod = false;
        }
    }

    /** Waits for mail. Any rank may send it, so no peer is rung. The thread that takes the mail wakes the sleeper. */
    void awaitMail(MailWait wait) {
        if (!pollUntil(wait::isDoneOrExpired, null)) {
            sleepUntilMail(wait);
        }
    }

    private void sleepUntilMail(MailWait wait) {
        waits.begin(wait);
        boolean interrupted = false;
        long stepNs = REPLY_SLEEP_NS;
        try {
            while (!wait.isDoneOrExpired()) {
                if (pollWhileDataMoves(wait)) {
                    break;
                }
                probe.count(Count.SLEEPS, 1);
                interrupted |= Thread.interrupted();
                sleepUntilReply(wait, Math.min(stepNs, wait.remainingNs()));
                stepNs = Math.min(2 * stepNs, PARKED_SLEEP_NS);
            }
        } finally {
            waits.end();
        }
        bell.takeCore();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a piece of a message, or for room for one. Keeps the lead while it polls. */
    void awaitPiece(MailWait wait) {
        if (!pollInMethod(wait::isDoneOrExpired, null, CrewThread.current())) {
            CrewThread.stepDown();
            sleepUntilMail(wait);
        }
    }

    /** Polls while large mail is in progress, whose parts ring no thread. Returns false when it is time to sleep. */
    private boolean pollWhileDataMoves(MailWait wait) {
        for (int polls = 0; polls < strategy.pollsBeforeSleep() && inbox.needsPolling(); polls++) {
            inbox.poll();
            if (wait.isDoneOrExpired()) {
                return true;
            }
            VirtualThreads.yield();
        }
        return false;
    }

    /**
     * Polls until the completion is done. Returns false when it is time to sleep.
     *
     * @param call the awaited call; null when the crew completes something else
     */
    private boolean pollUntil(Completion completion, PendingCall call) {
        int idle = 0;
        int late = call == null || call.isRung() ? strategy.pollsBeforeSleep() : pollsUntilLate(call);
        while (!completion.test()) {
            if (idle >= strategy.pollsBeforeSleep()) {
                return false;
            }
            int found = inbox.poll(call);
            if (found > 0 && completion.test()) {
                break;
            }
            idle += found == Inbox.BUSY ? POLLS_PER_BUSY : 1;
            if (inbox.hasRequests()) {
                CrewThread.stepDown();
                lead.request();
                // The thread that takes the requests needs a core.
                idle = Math.max(idle, call == null ? strategy.pollsBeforeSleep() : strategy.spins());
            }
            if (call != null && idle >= late) {
                if (!cores.areScarce()) {
                    bell.ring(call.peer());
                }
                late = 4 * idle;
            }
            if (call != null && idle >= strategy.spins() && !call.isInLongWait()) {
                beginLongWait(call);
            }
            if (strategy.after(idle) == IdleStrategy.State.YIELDING && VirtualThreads.isCurrent()
                    || !strategy.idle(idle)) {
                return completion.test();
            }
        }
        if (call != null) {
            call.addPolls(idle);
        }
        return true;
    }

    private void beginLongWait(PendingCall call) {
        call.beginLongWait();
        cores.beginWait(CrewThread.current() == null ? call.workNs() : 0);
    }

    /** The current thread waits no more. */
    private void endLongWait(PendingCall call) {
        if (call.isInLongWait()) {
            cores.endWait();
            call.endLongWait(clock.getAsLong());
        }
    }

    /** Polls until the completion is done. Returns false when it is time to leave that to others. */
    boolean pollFor(Completion completion, PendingCall call) {
        try {
            return pollUntil(completion, call);
        } finally {
            if (call != null) {
                endLongWait(call);
            }
        }
    }

    /** Twice the usual number, since the called method may make calls itself. */
    private int pollsUntilLate(PendingCall call) {
        return Math.max(LATE_POLLS, Math.min(2 * call.usualPolls(), strategy.pollsBeforeSleep() / 4));
    }

    private void sleepUntil(Completion completion, PendingCall call) {
        long began = clock.getAsLong();
        String ownName = null;
        boolean interrupted = false;
        boolean isFar = !bell.isNear(call.peer());
        // A rank of another node rings for few of its replies, so this thread looks in growing steps.
        long stepNs = isFar ? strategy.shortestNs()
                : Math.min(REPLY_SLEEP_NS, Math.max(FIRST_REPLY_SLEEP_NS, 2 * call.usualSleepNs()));
        long ringAt = began + stepNs;
        call.beginSleeping(began);
        try {
            for (int sleeps = 0; !completion.test(); sleeps++) {
                probe.count(Count.SLEEPS, 1);
                interrupted |= Thread.interrupted();
                if (sleeps > 0 && ownName == null && (!isFar || clock.getAsLong() - began > REPLY_SLEEP_NS)) {
                    ownName = Thread.currentThread().getName();
                    CrewThreadName.showWait(call);
                }
                sleepUntilReply(call, Math.min(stepNs, call.remainingNs()));
                stepNs = sleeps == 0 && !isFar ? REPLY_SLEEP_NS
                        : IdleStrategy.nextStepNs(stepNs, LONGEST_REPLY_SLEEP_NS);
                long now = clock.getAsLong();
                if (!call.test() && now - ringAt >= 0) {
                    bell.ring(call.peer());
                    ringAt = now + Math.max(REPLY_SLEEP_NS, now - began); // The wait doubles from ring to ring.
                }
            }
            call.addSleep(clock.getAsLong() - began);
        } finally {
            bell.takeCore();
            call.endSleeping();
            if (ownName != null) {
                Thread.currentThread().setName(ownName);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sleeps on the bell unless another thread does. A virtual thread never does, since it would pin its carrier. */
    private void sleepUntilReply(PendingCall call, long nanoseconds) {
        if (VirtualThreads.isCurrent()) {
            sleepUntilWoken(call);
        } else if (waiterSleeps.compareAndSet(false, true)) {
            sleepByBell(call, nanoseconds);
        } else {
            sleepUntilWoken(call);
        }
    }

    private void sleepByBell(PendingCall call, long nanoseconds) {
        int rings = bell.rings(Sleeper.WAITER);
        call.setSleepsByBell(true);
        bell.beginWaiting(true);
        try {
            CrewThread.setSleepsByBell(true);
            beginSleep(call);
            if (!call.test()) {
                bell.sleepForReply(rings, nanoseconds);
            }
        } finally {
            bell.endWaiting(true);
            CrewThread.setSleepsByBell(false);
            call.setSleepsByBell(false);
            waiterSleeps.set(false);
        }
        inbox.pollOnceMore(call); // This thread was rung for the parked ones, too.
        if (inbox.hasRequests()) {
            lead.request();
        } else {
            inbox.leaveOperations();
        }
    }

    private void sleepUntilWoken(PendingCall call) {
        call.setSleeper(Thread.currentThread());
        bell.beginWaiting(false);
        try {
            beginSleep(call);
            if (!call.test()) {
                LockSupport.parkNanos(this, Math.min(PARKED_SLEEP_NS, call.remainingNs()));
            }
        } finally {
            bell.endWaiting(false);
            call.setSleeper(null);
        }
    }

    /** Tells the senders that this thread sleeps, and looks for frames that they sent before. */
    private void beginSleep(PendingCall call) {
        inbox.pollOnceMore(call);
        if (inbox.hasRequests()) {
            lead.request();
        } else {
            inbox.leaveOperations();
        }
    }

    /** Waits for a condition that wakes no thread. Polls first, then polls and sleeps in growing steps. */
    void pollAndSleepUntil(BooleanSupplier condition) {
        int idle = 0;
        long pauseNs = strategy.shortestNs();
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            int found = inbox.poll();
            if (inbox.hasRequests()) {
                lead.request();
            }
            if (found > 0) {
                idle = 0;
                pauseNs = strategy.shortestNs();
            } else if (!strategy.idle(idle++)) {
                interrupted |= Thread.interrupted(); // An interrupted thread cannot sleep.
                LockSupport.parkNanos(this, pauseNs);
                pauseNs = strategy.nextStepNs(pauseNs);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
