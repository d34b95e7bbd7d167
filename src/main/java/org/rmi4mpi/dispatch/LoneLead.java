package org.rmi4mpi.dispatch;

import org.rmi4mpi.transport.Frame;

/**
 * The lead of a crew thread while all other threads are in methods and no thread can be started. If this thread ran a
 * method that waits, no thread would answer. So calls stay queued until another thread is available, and calls that
 * have waited too long are refused. Owned by its thread.
 */
final class LoneLead {
    /** Interval between attempts to start a thread after one failed. */
    private static final long THREADLESS_NS = 1_000_000_000;
    /** A call that has waited this long while no thread could be started is refused. */
    private static final long REFUSED_AFTER_NS = 10_000_000_000L;

    private final CrewThread owner;
    private final Crew crew;
    private final Inbox inbox;
    private final Lead lead;
    private final CallRunner runner;

    LoneLead(CrewThread owner, Crew crew, CallRunner runner) {
        this.owner = owner;
        this.crew = crew;
        this.runner = runner;
        inbox = crew.inbox();
        lead = crew.lead();
    }

    /** Returns when another thread is available, or when the owner has lost the lead. */
    void lead() {
        long since = System.nanoTime();
        long asked = since;
        while (lead.isHeldBy(owner) && !crew.isStopped()) {
            long now = System.nanoTime();
            if (crew.hasResting() || inbox.unbindIdle() || now - asked > THREADLESS_NS && crew.ensureDeputy()) {
                return;
            }
            asked = now - asked > THREADLESS_NS ? now : asked;
            try {
                serveButCalls();
                if (now - since > REFUSED_AFTER_NS) {
                    refuseAll();
                    since = now;
                }
            } catch (OutOfMemoryError e) {
                crew.troubles().report("a crew thread", e, "calls wait until there is memory");
            }
            owner.park(CrewThread.NAP_NS);
        }
    }

    private void serveButCalls() {
        if (!owner.tryMakeReady()) {
            inbox.poll(); // Frames that have left return their memory.
            return;
        }
        inbox.releaseHeld(CrewThread::isParked);
        runner.lookAround();
        for (Frame frame = inbox.nextButCalls(owner.taker()); frame != null;
                frame = owner.tryMakeReady() ? inbox.nextButCalls(owner.taker()) : null) {
            owner.serve(frame);
        }
    }

    private void refuseAll() {
        for (Frame call = owner.tryMakeReady() ? inbox.nextToRefuse() : null; call != null;
                call = owner.tryMakeReady() ? inbox.nextToRefuse() : null) {
            runner.refuse(call);
        }
    }
}
