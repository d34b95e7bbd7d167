package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.rmi4mpi.transport.RankBell;

/** The lead of the crew. At most one thread holds it, and that thread takes requests. Used by any thread. */
final class Lead {
    private static final AtomicReferenceFieldUpdater<Lead, CrewThread> HOLDER =
            AtomicReferenceFieldUpdater.newUpdater(Lead.class, CrewThread.class, "holder");

    private final RankBell bell;
    private volatile CrewThread holder;
    /** Whether a resting thread has been rung to take the lead and has not woken yet. */
    private volatile boolean requested;

    Lead(RankBell bell) {
        this.bell = bell;
    }

    /** Null if nobody leads. */
    CrewThread holder() {
        return holder;
    }

    boolean isFree() {
        return holder == null;
    }

    boolean isHeldBy(CrewThread thread) {
        return holder == thread;
    }

    /** @param from the expected holder; null for nobody */
    boolean take(CrewThread from, CrewThread taker) {
        return HOLDER.compareAndSet(this, from, taker);
    }

    /** Returns false if the thread did not hold the lead. */
    boolean giveUp(CrewThread from) {
        return holder == from && HOLDER.compareAndSet(this, from, null);
    }

    /**
     * Rings for a leader to take the queued requests, unless a leader is available or a thread has been rung already.
     */
    void request() {
        CrewThread leads = holder;
        if (!requested && (leads == null || leads.isInMethod())) {
            ring();
        }
    }

    /** Rings for a leader unconditionally. */
    void ring() {
        requested = true;
        bell.ringCrew();
    }

    /** A resting thread has woken. */
    void leaderWoke() {
        requested = false;
    }
}
