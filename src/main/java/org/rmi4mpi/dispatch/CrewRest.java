package org.rmi4mpi.dispatch;

import org.rmi4mpi.dispatch.Counters.Count;
import org.rmi4mpi.dispatch.WaitPolicy.IdleStrategy;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Sleeper;

/**
 * The rest of a crew thread, which sleeps on the bell until it has to lead. At each check it decides whether to take
 * the lead, and how long to sleep until the next check. Owned by its thread.
 */
final class CrewRest {
    /** A method that runs longer than this loses its thread the lead. */
    private static final long LONG_METHOD_NS = 50_000;
    /** Interval at which a resting thread checks whether the leader is stuck in a method. */
    private static final long TICK_NS = 2_000_000;
    /** Polling interval of all other resting threads. It only guards against a lost ring. */
    private static final long LONG_TICK_NS = 1_000_000_000;

    private final CrewThread owner;
    private final Crew crew;
    private final CallRunner runner;
    private final Inbox inbox;
    private final RankBell bell;
    private final Lead lead;
    private final Lookout lookout;
    private CrewThread leader;
    private long leadersSteps;
    private int terms;
    /** Whether a thread leads, or has led since the check before. */
    private boolean hasLeader;
    /** Whether this thread polls after its next sleep, for operations that ring no thread. */
    private boolean isLookout;
    private long stepNs;
    private boolean rung;

    CrewRest(CrewThread owner, Crew crew, CallRunner runner) {
        this.owner = owner;
        this.crew = crew;
        this.runner = runner;
        inbox = crew.inbox();
        bell = crew.bell();
        lead = crew.lead();
        lookout = new Lookout(crew.strategy());
    }

    /** Returns when the thread has the lead or should take it, or when a request was handed to it. */
    void untilNeeded(Sleeper sleeper) {
        begin();
        while (!crew.isStopped()) {
            int rings = bell.rings(sleeper);
            if (owner.binding().handed() != null) {
                return;
            }
            crew.lookAround();
            runner.lookAround();
            CrewThread leads = lead.holder();
            if (leads == null ? checkWithoutLeader(sleeper) : tryTakeLeadFrom(leads)) {
                return;
            }
            crew.probe().count(Count.SLEEPS, 1);
            // No interrupt is meant for a thread without a method, and an interrupted thread cannot sleep.
            Thread.interrupted();
            sleep(sleeper, rings);
            rung = bell.rings(sleeper) != rings;
            if (!rung) {
                crew.showLongMethods();
            }
            lead.leaderWoke();
        }
    }

    private void begin() {
        leader = null;
        terms = lead.terms() - 1; // Watch at first: the next leader may come soon.
        lookout.begin(crew.clock().getAsLong());
        rung = false;
    }

    private void sleep(Sleeper sleeper, int rings) {
        boolean watches = hasLeader && crew.tryWatch(sleeper, rung);
        boolean isLeft = stepNs == TICK_NS && !watches; // to the thread that watches
        try {
            bell.rest(rings, sleeper, isLookout, isLeft ? LONG_TICK_NS : stepNs);
        } finally {
            if (watches) {
                crew.endWatch();
            }
        }
    }

    /** Checks while no thread leads. One has to lead if a request has come. */
    private boolean checkWithoutLeader(Sleeper sleeper) {
        boolean found = inbox.pollOnceMore(null); // Only now, since a ring before this check began wakes nobody.
        if (inbox.hasRequests()) {
            return true;
        }
        boolean isDeaf = !bell.reachesAll() && sleeper == Sleeper.NEXT_LEADER;
        Inbox.Need need = isDeaf ? Inbox.Need.EACH_POLL : inbox.need();
        long lookoutNs = lookout.nextNs(need, found || rung && bell.takeLookoutRequest(),
                crew.clock().getAsLong());
        isLookout = lookoutNs > 0;
        hasLeader = !isLookout && lead.terms() != terms;
        stepNs = isLookout ? lookoutNs : hasLeader ? TICK_NS : LONG_TICK_NS;
        terms = lead.terms();
        return false;
    }

    /** Takes the lead from a thread that waits in a method or has been in one for long. */
    private boolean tryTakeLeadFrom(CrewThread leads) {
        isLookout = false;
        hasLeader = true;
        terms = lead.terms();
        stepNs = TICK_NS;
        if (leads.isInMethod() && !leads.pollsInMethod) {
            long steps = leads.steps();
            boolean isLong = leads == leader && steps == leadersSteps;
            if ((isLong || rung && CrewThread.isParked(leads)) && lead.takeFrom(leads, owner)) {
                leads.loseLeadInStep(steps);
                crew.probe().count(Count.HAND_OVERS, 1);
                return true;
            }
            leader = leads;
            leadersSteps = steps;
            stepNs = rung || inbox.hasRequests() ? LONG_METHOD_NS : TICK_NS;
        }
        return false;
    }

    /**
     * Decides when a resting thread polls, for operations that ring no thread. It polls in growing steps while there are
     * such operations. It goes on in short steps for a while afterwards, so that a rank which begins one operation after
     * another does not ring for each. Owned by the resting thread.
     */
    static final class Lookout {
        /**
         * Longest step while operations begin. A thread that begins an operation relies on the lookout to poll within this
         * time.
         */
        static final long QUICK_NS = 1_000_000;
        /** A lookout stays for this long after the last operation began. */
        private static final long STAYS_NS = 20_000_000;

        private final IdleStrategy strategy;
        private boolean wasNeeded;
        /** When an operation last began, or the thread was rung for one. */
        private long begunAt;
        private long stepNs;

        Lookout(IdleStrategy strategy) {
            this.strategy = strategy;
        }

        /** The thread begins to rest, and polls before it asks for the first step. */
        void begin(long now) {
            wasNeeded = false;
            begunAt = now - STAYS_NS;
            stepNs = strategy.shortestNs();
        }

        /**
         * Returns the time until the next poll. Returns 0 if none is needed.
         *
         * @param need of the operations that are in progress now
         * @param isNew whether the thread was rung, or found something, since the last call
         */
        long nextNs(Inbox.Need need, boolean isNew, long now) {
            boolean isNeeded = need != Inbox.Need.NONE;
            if (isNew || isNeeded && !wasNeeded) {
                long first = need == Inbox.Need.EACH_POLL ? strategy.shortestNs() : QUICK_NS;
                stepNs = stays(now) ? Math.min(stepNs, QUICK_NS) : first;
                begunAt = now;
            }
            wasNeeded = isNeeded;
            if (!isNeeded && !stays(now)) {
                return 0;
            }
            long step = stepNs;
            long next = strategy.nextStepNs(step);
            stepNs = stays(now) ? Math.min(next, Math.max(step, QUICK_NS)) : next;
            return step;
        }

        private boolean stays(long now) {
            return now - begunAt < STAYS_NS;
        }
    }
}
