package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.rmi4mpi.transport.RankBell;

/** The lead of the crew. At most one thread holds it, and that thread takes requests. Used by any thread. */
final class Lead {
    private static final AtomicReferenceFieldUpdater<Lead, CrewThread> HOLDER =
            AtomicReferenceFieldUpdater.newUpdater(Lead.class, CrewThread.class, "holder");

    private final RankBell bell;
    private volatile CrewThread holder;
    /** How often a thread has taken the lead. A lost update does no harm. */
    private volatile int terms;
    /** Whether a resting thread has been rung to take the lead and has not woken yet. */
    private volatile boolean requested;

    Lead(RankBell bell) {
        this.bell = bell;
    }

    /** Null if no thread leads. */
    CrewThread holder() {
        return holder;
    }

    /** How often a thread has taken the lead so far. */
    int terms() {
        return terms;
    }

    boolean isHeldBy(CrewThread thread) {
        return holder == thread;
    }

    /** Takes the lead if no thread has it. */
    boolean take(CrewThread taker) {
        if (holder == null && HOLDER.compareAndSet(this, null, taker)) {
            bell.attend();
            terms++;
            return true;
        }
        return false;
    }

    /** Takes the lead from another thread. Returns false if that thread does not have it any more. */
    boolean takeFrom(CrewThread from, CrewThread taker) {
        return HOLDER.compareAndSet(this, from, taker);
    }

    /** Returns false if the thread did not hold the lead. Otherwise it has to poll once more before it sleeps. */
    boolean giveUp(CrewThread from) {
        if (holder == from && HOLDER.compareAndSet(this, from, null)) {
            bell.leave();
            return true;
        }
        return false;
    }

    /**
     * Rings for a leader to take the queued requests, unless another thread has rung for one. The sender has rung if no
     * thread attended.
     */
    void request() {
        CrewThread leads = holder;
        boolean isMissing = leads == null ? bell.isAttended() || !bell.reachesAll() : leads.isInMethod();
        if (isMissing && !requested) {
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
