package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.transport.Sleeper;

/**
 * The rest of a crew thread, which sleeps on the bell until it has to lead. At each check it decides whether to take
 * the lead, and how long to sleep until the next check. Owned by its thread.
 */
final class Rest {
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
    /** Whether this thread has slept since it began to rest. It has polled before. */
    private boolean hasSlept;

    Rest(CrewThread owner, Crew crew, CallRunner runner) {
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
            if (leads == null ? endsWithoutLeader(sleeper) : takesLeadFrom(leads)) {
                return;
            }
            crew.probe().slept();
            // No interrupt is meant for a thread without a method, and an interrupted thread cannot sleep.
            Thread.interrupted();
            sleep(sleeper, rings);
            rung = bell.rings(sleeper) != rings;
            hasSlept = true;
            if (!rung) {
                crew.showLongMethods();
            }
            lead.leaderWoke();
        }
    }

    private void begin() {
        leader = null;
        terms = lead.terms() - 1; // Watch at first: the next leader may come soon.
        lookout.begin(System.nanoTime());
        rung = false;
        hasSlept = false;
    }

    private void sleep(Sleeper sleeper, int rings) {
        boolean watches = hasLeader && crew.becomesWatcher(sleeper, rung);
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
    private boolean endsWithoutLeader(Sleeper sleeper) {
        boolean found = hasSlept && inbox.pollOnceMore(null);
        if (inbox.hasRequests()) {
            return true;
        }
        boolean isDeaf = !bell.reachesAll() && sleeper == Sleeper.NEXT_LEADER;
        Lookout.Need need = isDeaf ? Lookout.Need.EACH_POLL : inbox.need();
        long lookoutNs = lookout.nextNs(need, found || rung && bell.takeLookoutRequest(), System.nanoTime());
        isLookout = lookoutNs > 0;
        hasLeader = !isLookout && lead.terms() != terms;
        stepNs = isLookout ? lookoutNs : hasLeader ? TICK_NS : LONG_TICK_NS;
        terms = lead.terms();
        return false;
    }

    /** Takes the lead from a thread that waits in a method or has been in one for long. */
    private boolean takesLeadFrom(CrewThread leads) {
        isLookout = false;
        hasLeader = true;
        terms = lead.terms();
        stepNs = TICK_NS;
        if (leads.isInMethod() && !leads.pollsInMethod) {
            long steps = leads.steps();
            boolean isLong = leads == leader && steps == leadersSteps;
            if ((isLong || rung && CrewThread.isParked(leads)) && lead.takeFrom(leads, owner)) {
                leads.loseLeadInStep(steps);
                crew.probe().handedOver();
                return true;
            }
            leader = leads;
            leadersSteps = steps;
            stepNs = rung || inbox.hasRequests() ? LONG_METHOD_NS : TICK_NS;
        }
        return false;
    }
}
