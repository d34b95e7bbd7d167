package org.rmi4mpi.dispatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.transport.Frame;
import org.rmi4mpi.transport.RankBell;
import org.rmi4mpi.wire.FrameHeader;
import org.rmi4mpi.wire.FrameKind;
import org.rmi4mpi.wire.RequestFrame;

/**
 * Which thread of the crew runs the awaited calls of each calling thread. At first that is any thread, which has fewer
 * threads to wake. But the JDK has a thread for each connection, and a client's calls follow each other on one connection.
 * So programs hold a lock from one call to the next. Before a program can tell one thread from another, it calls {@link
 * #begin}, and threads are bound from then on: each to one calling thread at most, since a reentrant lock that it holds would admit another one.
 *
 * <p>Requests are handed to bound threads alone, and no thread relies on a bound thread to take the lead: {@link Crew}
 * counts threads that are not bound. Guarded by the poll lock.
 */
final class CallerBindings {
    /** Calls of threads with higher numbers run on any thread. */
    private static final int LAST = (1 << 16) - 1;
    /** The number of the calling thread of a frame that any thread may run. */
    static final int NO_CALLER = -1;

    private final RankBell bell;
    private final int size;
    /**
     * By the rank and the number of the calling thread. Null before {@link #begin}, and a row before the first call of its
     * rank. Any thread may see whether it is null.
     */
    private volatile CallerBinding[][] byCaller;
    private final List<CallerBinding> bound = new ArrayList<>();
    /** Number of requests that were handed to threads and have not begun. */
    private int handed;
    /** The thread that runs the last request, if that is of a calling thread; otherwise null. */
    private CallerBinding last;

    /** @param size number of ranks */
    CallerBindings(RankBell bell, int size) {
        this.bell = bell;
        this.size = size;
    }

    /** Binds threads from now on. A thread that runs a method now calls {@link #bindToItsCaller} at its end. */
    void begin() {
        if (byCaller == null) {
            byCaller = new CallerBinding[size][];
        }
    }

    /** Whether threads are bound. Any thread. */
    boolean haveBegun() {
        return byCaller != null;
    }

    /**
     * Binds the current thread, whose method ends, to its caller. Only a thread itself binds itself, and only with a
     * request: so it knows that it is bound before it can rest.
     */
    void bindToItsCaller(CallerBinding running) {
        CallerBinding[] row = row(running.rank(), running.thread());
        if (row[running.thread()] == null) { // Otherwise one of them runs a call that its caller has given up.
            bind(running, row);
        }
    }

    /**
     * Returns the thread that runs a frame: the one that takes it, or a bound one, to which the request is handed then.
     * Returns null if the taker has to leave the frame to a thread that is not bound. Binds a taker that is not.
     */
    CallerBinding runner(Frame frame, CallerBinding taker) {
        if (byCaller == null || FrameHeader.kind(frame.bytes()) == FrameKind.FLUSH) {
            return taker;
        }
        int thread = callingThread(frame);
        if (thread == NO_CALLER) {
            last = null;
            return taker.isBound() ? null : taker;
        } else if (taker.isTo(frame.sender(), thread)) {
            last = taker;
            return taker;
        }
        return runnerFor(frame.sender(), thread, taker);
    }

    /** The number of the calling thread whose calls one thread runs; {@link #NO_CALLER} if any thread may run the frame. */
    static int callingThread(Frame frame) {
        if (FrameHeader.kind(frame.bytes()) != FrameKind.REQUEST) {
            return NO_CALLER;
        }
        int thread = RequestFrame.thread(frame.bytes());
        boolean isOurs = RequestFrame.objectId(frame.bytes()) < RequestFrame.WELL_KNOWN;
        return isOurs || thread < 0 || thread > LAST ? NO_CALLER : thread;
    }

    private CallerBinding runnerFor(int rank, int thread, CallerBinding taker) {
        CallerBinding[] row = row(rank, thread);
        CallerBinding runner = row[thread];
        if (runner != null && runner.isFree()) {
            return runner;
        } else if (runner != null) {
            unbind(runner); // It still runs a call that its caller has given up.
        }
        if (taker.isBound()) {
            return null;
        }
        taker.setCaller(rank, thread);
        bind(taker, row);
        last = taker;
        return taker;
    }

    private void bind(CallerBinding binding, CallerBinding[] row) {
        bound.add(binding);
        row[binding.thread()] = binding;
        binding.bind();
    }

    /** The threads bound to the calling threads of a rank, with room for this one. */
    private CallerBinding[] row(int rank, int thread) {
        CallerBinding[] row = byCaller[rank];
        if (row == null || thread >= row.length) {
            row = row == null ? new CallerBinding[thread + 1]
                    : Arrays.copyOf(row, Math.max(thread + 1, 2 * row.length));
            byCaller[rank] = row;
        }
        return row;
    }

    /**
     * Hands a request to a bound thread, and wakes it wherever it sleeps. At the second request in turn, the thread
     * takes the lead, so that the next ones wake no thread. Allocates nothing.
     */
    void hand(Frame request, CallerBinding runner) {
        handed++;
        runner.hand(request, last == runner);
        last = runner;
        if (runner.restsOnBell()) {
            bell.ringCrew(); // It is the next leader, which is rung first.
        } else {
            runner.wakeOwner();
        }
    }

    /** The thread has begun the request that was handed to it. */
    void beginHanded(CallerBinding runner) {
        runner.clearHanded();
        handed--;
    }

    boolean hasHanded() {
        return handed > 0;
    }

    /** Whether a request was handed to a thread and has not begun. */
    boolean holds(int sender, long callId) {
        return handed > 0 && bound.stream().map(CallerBinding::handed)
                .anyMatch(request -> request != null && request.sender() == sender
                        && FrameHeader.callId(request.bytes()) == callId);
    }

    // ---- unbinding

    void unbind(CallerBinding binding) {
        if (binding.isBound()) {
            byCaller[binding.rank()][binding.thread()] = null;
            bound.remove(binding);
            binding.unbind();
            last = last == binding ? null : last;
        }
    }

    /** Unbinds a thread that is idle. It goes to rest. Returns false if there is none. */
    boolean unbindIdle() {
        for (CallerBinding each : bound) {
            if (each.handed() == null && each.isParked()) {
                unbind(each);
                each.wakeOwner();
                return true;
            }
        }
        return false;
    }
}
