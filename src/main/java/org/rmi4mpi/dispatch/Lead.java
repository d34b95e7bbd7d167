package org.rmi4mpi.dispatch;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.rmi4mpi.transport.RankBell;

/** The lead of the crew: one of its threads at most takes requests. Used by any thread. */
final class Lead {
    private static final AtomicReferenceFieldUpdater<Lead, CrewThread> HOLDER =
            AtomicReferenceFieldUpdater.newUpdater(Lead.class, CrewThread.class, "holder");

    private final RankBell bell;
    private volatile CrewThread holder;
    /** Whether a thread that rests has been rung for, to take the lead, and has not come yet. */
    private volatile boolean called;

    Lead(RankBell bell) {
        this.bell = bell;
    }

    /** Null where nobody leads. */
    CrewThread holder() {
        return holder;
    }

    boolean isFree() {
        return holder == null;
    }

    boolean isHeldBy(CrewThread thread) {
        return holder == thread;
    }

    /** @param from who is to have it; null for nobody */
    boolean take(CrewThread from, CrewThread taker) {
        return HOLDER.compareAndSet(this, from, taker);
    }

    /** False where the thread has it no more. */
    boolean giveUp(CrewThread from) {
        return holder == from && HOLDER.compareAndSet(this, from, null);
    }

    /** Requests are there: somebody is to lead who takes them. */
    void call() {
        CrewThread leads = holder;
        if (!called && (leads == null || leads.isInMethod())) {
            callAgain();
        }
    }

    /** Also where there is a thread that leads, or one on its way. */
    void callAgain() {
        called = true;
        bell.ringCrew();
    }

    /** A thread that rests has come. */
    void answered() {
        called = false;
    }
}
