package org.rmi4mpi.dispatch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.rmi4mpi.bridge.Awaited;
import org.rmi4mpi.bridge.Job;
import org.rmi4mpi.bridge.MessageProbe;

/**
 * The last events of this rank, in memory, for a report of waits. Always on. Each thread has an {@link EventRing}, so that threads
 * do not wait for each other. A call that is awaited is recorded while its request is on its way, and a method when its reply has
 * left. So the caller does not wait for it. The events of package {@code mpi} go on to the probe.
 */
public final class RecentEvents extends MessageProbe {
    private static final int NOBODY = -1;
    /** How many events of a thread share one reading of the clock. A power of two. */
    private static final int PER_READING = 16;

    private final Probe probe;
    private final ThreadLocal<EventRing> ofThread = ThreadLocal.withInitial(this::newRing);
    /** A ring goes with its thread. Synchronized. */
    private final Set<EventRing> rings = Collections.newSetFromMap(new WeakHashMap<>());
    /**
     * That of the thread that has last used package mpi, which finds it without ThreadLocal: a native call in code of the first compiler.
     */
    private EventRing ofMessages;
    /** About when a thread has last read the clock. It may go back, since threads write it without order. */
    private long lately = System.nanoTime();

    /** @param probe receives the events of package mpi, too */
    RecentEvents(Probe probe) {
        this.probe = probe;
    }

    private EventRing newRing() {
        EventRing ring = new EventRing(Thread.currentThread());
        synchronized (rings) {
            rings.add(ring);
        }
        return ring;
    }

    /** Reads the clock, for a thread that needs the time anyway. The events that follow have this time. */
    long readClock() {
        long now = System.nanoTime();
        lately = now;
        return now;
    }

    // ---- calls

    /** The request of a call is on its way. It began at {@link PendingCall#startedAt}. */
    void callBegins(PendingCall call) {
        try {
            EventRing ring = ofThread.get();
            call.setEvent(ring,
                    ring.add(EventKind.CALL, true, call.peer(), call.id(), 0, call.method().toString(), null,
                            call.startedAt()));
        } catch (OutOfMemoryError e) {
            // The report lacks this event, and the program goes on.
        }
    }

    /** The current thread has the reply, or waits for it no more. */
    static void callEnds(PendingCall call) {
        call.endEvent();
    }

    /** An asynchronous call is about to be sent. */
    public void asyncBegins(PendingCall call) {
        add(EventKind.ASYNC_CALL, call.peer(), call.id(), 0, call.method().toString(), null);
    }

    /** An asynchronous call has its outcome. */
    public void asyncEnds(PendingCall call) {
        add(EventKind.ASYNC_OUTCOME, call.peer(), call.id(), 0, call.method().toString(), null);
    }

    /** A call without a reply is about to be sent. */
    public void oneWay(int rank, Object method) {
        add(EventKind.ONE_WAY_CALL, rank, 0, 0, method.toString(), null);
    }

    /**
     * The current thread has run a method, and its reply has left.
     *
     * @param method its name
     */
    public void methodEnds(String method, int caller, long callId) {
        add(EventKind.METHOD, caller, callId, 0, method, null);
    }

    private void add(EventKind kind, int peer, long id, long bytes, Object what, Object on) {
        try {
            add(ofThread.get(), kind, peer, id, bytes, what, on);
        } catch (OutOfMemoryError e) {
            // As in callBegins.
        }
    }

    private void add(EventRing ring, EventKind kind, int peer, long id, long bytes, Object what, Object on) {
        ring.add(kind, false, peer, id, bytes, what, on, ring.isAtMultipleOf(PER_READING) ? readClock() : lately);
    }

    // ---- messages

    @Override
    public long time() {
        return probe.time();
    }

    private void addMessage(EventKind kind, int peer, int tag, long bytes, String call, Object on) {
        try {
            EventRing ring = ofMessages;
            if (ring == null || ring.owner() != Thread.currentThread()) {
                ring = ofThread.get();
                ofMessages = ring;
            }
            add(ring, kind, peer, tag, bytes, call, on);
        } catch (OutOfMemoryError e) {
            // As in callBegins.
        }
    }

    @Override
    public void messageSent(String call, Object on, int dest, int tag, long bytes, long began) {
        addMessage(EventKind.SENT, dest, tag, bytes, call, on);
        probe.messageSent(call, on, dest, tag, bytes, began);
    }

    @Override
    public void messageReceived(String call, Object on, int source, int tag, long bytes, long began) {
        addMessage(EventKind.RECEIVED, source, tag, bytes, call, on);
        probe.messageReceived(call, on, source, tag, bytes, began);
    }

    @Override
    public void collectiveEnded(String call, Object on, long bytes, long began) {
        addMessage(EventKind.COLLECTIVE, NOBODY, 0, bytes, call, on);
        probe.collectiveEnded(call, on, bytes, began);
    }

    @Override
    public void waited(Awaited.Event event, long began) {
        probe.waited(event, began);
    }

    // ---- for reports

    /** The last events of all threads, by their times. Those of one thread are in their order. */
    public List<RecentEvent> last() {
        List<RecentEvent> all = new ArrayList<>();
        allRings().forEach(ring -> ring.addTo(all));
        all.sort(Comparator.comparingLong(RecentEvent::time));
        return all.subList(Math.max(0, all.size() - EventRing.MOST), all.size());
    }

    /** Number of events of each thread so far. It grows as long as the thread goes on. */
    public Map<Thread, Long> counts() {
        Map<Thread, Long> counts = new HashMap<>();
        allRings().forEach(ring -> counts.merge(ring.owner(), ring.count(), Long::sum));
        return counts;
    }

    private List<EventRing> allRings() {
        synchronized (rings) {
            return List.copyOf(rings);
        }
    }

    /** The rank in MPI_COMM_WORLD of an event's peer; negative for none. */
    static int worldPeer(EventKind kind, int peer) {
        return switch (kind) {
            case SENT, RECEIVED, COLLECTIVE -> peer;
            default -> Job.worldRank(peer);
        };
    }
}
