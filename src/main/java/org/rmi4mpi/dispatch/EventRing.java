package org.rmi4mpi.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import org.rmi4mpi.bridge.VirtualThreads;

/**
 * The last events of a thread. The thread adds events, and ends its calls. Any thread may read them, at any time: what is
 * overwritten meanwhile is left out. An event costs some stores, of which those of references are avoided where the same one
 * is there.
 */
final class EventRing {
    /** The most events that are kept. */
    static final int MOST = 256;
    /** Number of events at first. It grows by this factor, so that threads with few events take little. */
    private static final int FIRST = 16;
    private static final int GROWTH = 4;

    // The words of an event.
    private static final int TIME = 0;
    private static final int ID = 1;
    private static final int BYTES = 2;
    private static final int CODE = 3;
    private static final int WORDS = 4;

    /** The code of an event: the peer in the upper half, the kind, and whether a call is open. */
    private static final long OPEN = 1 << 8;

    private static final EventKind[] KINDS = EventKind.values();
    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(EventRing.class, "next", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread owner;
    private volatile Slots slots = new Slots(FIRST);
    /** Number of events so far. */
    private long next;
    /** The time of the last event. */
    private long latest;
    /** The most events that this ring keeps. */
    private final int most;

    /** Room for a power of two of events. */
    private record Slots(long[] words, Object[] whats, Object[] ons) {
        Slots(int size) {
            this(new long[size * WORDS], new Object[size], new Object[size]);
        }

        int size() {
            return whats.length;
        }

        Slots copy(int size) {
            return new Slots(Arrays.copyOf(words, size * WORDS), Arrays.copyOf(whats, size), Arrays.copyOf(ons, size));
        }
    }

    EventRing(Thread owner) {
        this.owner = owner;
        most = VirtualThreads.isCurrent() ? FIRST : MOST; // there may be very many of those
    }

    Thread owner() {
        return owner;
    }

    /** Whether the number of events so far is a multiple of a power of two. Called by the owner. */
    boolean isAtMultipleOf(int power) {
        return (next & power - 1) == 0;
    }

    /** Number of events so far. */
    long count() {
        return (long) NEXT.getOpaque(this);
    }

    /**
     * Adds an event. Returns its number.
     *
     * @param what its text is that of {@link RecentEvent#what}
     * @param on its text is that of {@link RecentEvent#on}; null for none
     * @param time by a clock that threads share, and that may go back
     */
    long add(EventKind kind, boolean isOpen, int peer, long id, long bytes, Object what, Object on, long time) {
        long number = next;
        Slots to = slots;
        if (number == to.size() && number < most) {
            to = grow();
        }
        int index = (int) number & to.size() - 1;
        long[] words = to.words;
        int first = index * WORDS;
        latest = number == 0 || time - latest > 0 ? time : latest;
        words[first + TIME] = latest;
        words[first + ID] = id;
        words[first + BYTES] = bytes;
        words[first + CODE] = (long) peer << Integer.SIZE | kind.ordinal() | (isOpen ? OPEN : 0);
        if (to.whats[index] != what) {
            to.whats[index] = what;
        }
        if (to.ons[index] != on) {
            to.ons[index] = on;
        }
        VarHandle.releaseFence();
        next = number + 1; // as by setRelease, which is a call in code of the first compiler
        VarHandle.storeStoreFence(); // A reader that sees a part of the next event also sees that this one is there.
        return number;
    }

    private Slots grow() {
        Slots larger = slots.copy(slots.size() * GROWTH);
        slots = larger;
        return larger;
    }

    /** The call of this number is over. */
    void end(long number) {
        Slots in = slots;
        if (next - number <= in.size()) {
            in.words[((int) number & in.size() - 1) * WORDS + CODE] &= ~OPEN;
        }
    }

    /** Adds the events to a list, in their order. */
    void addTo(List<RecentEvent> all) {
        long end = (long) NEXT.getAcquire(this);
        Slots from = slots;
        Slots copy = from.copy(from.size());
        VarHandle.acquireFence();
        long written = count(); // The event with this number may be in the making, in place of an older one.
        for (long number = Math.max(0, written - from.size() + 1); number < end; number++) {
            all.add(event(copy, (int) number & from.size() - 1));
        }
    }

    private RecentEvent event(Slots in, int index) {
        int first = index * WORDS;
        long code = in.words[first + CODE];
        EventKind kind = KINDS[(int) (code & OPEN - 1)];
        Object on = in.ons[index];
        return new RecentEvent(owner, in.words[first + TIME], kind, (code & OPEN) != 0,
                String.valueOf(in.whats[index]), on == null ? "" : on.toString(),
                RecentEvents.worldPeer(kind, (int) (code >> Integer.SIZE)), in.words[first + ID],
                in.words[first + BYTES]);
    }
}
