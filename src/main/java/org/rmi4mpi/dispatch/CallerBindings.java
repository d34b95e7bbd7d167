package org.rmi4mpi.dispatch;

import java.util.Arrays;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Which thread of the crew runs the awaited calls of each calling thread. The JDK has a thread for each connection, and
 * a client's calls follow each other on one connection. So programs hold a lock from one call to the next. A thread is
 * bound to one calling thread at most, since a reentrant lock that it holds would admit another one. Guarded by the
 * poll lock.
 */
final class CallerBindings {
    /** From this number of bound threads on, one that has been idle for long serves a further calling thread. */
    private static final int MANY = 64;

    /** Calls of threads with higher numbers run on any thread. */
    private static final int LAST = (1 << 16) - 1;

    private final Crew crew;
    private final Lead lead;
    /** By the rank and the number of the calling thread. A row is null before the first call of its rank. */
    private final CrewThread[][] threads;
    private int bound;
    /** Number of requests that were handed to a thread and have not begun. */
    private int handed;

    /** @param size number of ranks */
    CallerBindings(Crew crew, Lead lead, int size) {
        this.crew = crew;
        this.lead = lead;
        threads = new CrewThread[size][];
    }

    /**
     * Whether the thread that has taken a request runs it. Otherwise the request has been handed to another thread.
     *
     * @param isLast whether no other request is queued, so that the lead goes to that thread, too
     */
    boolean runsHere(Frame request, CrewThread taker, boolean isLast) {
        int rank = request.sender();
        int thread = RequestFrame.thread(request.bytes());
        return taker.boundThread == thread && taker.boundRank == rank
                || RequestFrame.objectId(request.bytes()) < RequestFrame.WELL_KNOWN || thread < 0 || thread > LAST
                || staysHere(request, rank, thread, taker, isLast);
    }

    private boolean staysHere(Frame request, int rank, int thread, CrewThread taker, boolean isLast) {
        CrewThread[] row = row(rank, thread);
        CrewThread runner = row[thread];
        if (runner != null && runner.isFreeForCaller()) {
            hand(request, runner, isLast ? taker : null);
            return false;
        } else if (runner != null) {
            unbind(runner); // it still runs a call that its caller has given up
        }
        if (!taker.isBound()) {
            bind(taker, rank, thread);
            return true;
        }
        return !handsToOther(request, taker, isLast);
    }

    /**
     * Hands the request to a thread that is bound to no calling thread, or whose calling thread has made no call for
     * long. Returns false if there is none, and none can be started.
     */
    private boolean handsToOther(Frame request, CrewThread taker, boolean isLast) {
        int rank = request.sender();
        int thread = RequestFrame.thread(request.bytes());
        CrewThread spare = crew.takeSpareFor(bound >= MANY);
        if (spare != null) {
            unbind(spare);
            bind(spare, rank, thread);
            hand(request, spare, isLast ? taker : null);
            return true;
        }
        CrewThread added = crew.newMemberFor();
        if (added == null) {
            return false;
        }
        bind(added, rank, thread);
        added.handed = request;
        handed++;
        if (crew.tryStart(added)) {
            return true;
        }
        take(added);
        unbind(added);
        return false;
    }

    /** @param leader gives the lead to the runner; null if it keeps the lead, or has none */
    private void hand(Frame request, CrewThread runner, CrewThread leader) {
        if (leader != null) {
            leader.passedLead = lead.takeFrom(leader, runner); // first, because the runner may begin at once
        }
        handed++;
        runner.handed = request;
        crew.wake(runner);
    }

    /** Takes the request that was handed to a thread; null if there is none. */
    Frame take(CrewThread owner) {
        Frame request = owner.handed;
        if (request != null) {
            owner.handed = null;
            handed--;
        }
        return request;
    }

    boolean isEmpty() {
        return handed == 0;
    }

    /** Whether a request was handed to a thread and has not begun. */
    boolean holds(int sender, long callId) {
        if (handed == 0 || threads[sender] == null) {
            return false;
        }
        for (CrewThread each : threads[sender]) {
            Frame request = each == null ? null : each.handed;
            if (request != null && FrameHeader.callId(request.bytes()) == callId) {
                return true;
            }
        }
        return false;
    }

    /** The threads bound to the calling threads of a rank, with room for this one. */
    private CrewThread[] row(int rank, int thread) {
        CrewThread[] row = threads[rank];
        if (row == null || thread >= row.length) {
            row = row == null ? new CrewThread[thread + 1] : Arrays.copyOf(row, Math.max(thread + 1, 2 * row.length));
            threads[rank] = row;
        }
        return row;
    }

    private void bind(CrewThread member, int rank, int thread) {
        threads[rank][thread] = member;
        member.boundRank = rank;
        member.boundThread = thread;
        bound++;
    }

    void unbind(CrewThread member) {
        if (member.isBound()) {
            threads[member.boundRank][member.boundThread] = null;
            member.boundRank = CrewThread.UNBOUND;
            bound--;
        }
    }
}
