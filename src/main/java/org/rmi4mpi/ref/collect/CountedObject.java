package org.rmi4mpi.ref.collect;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.rmi.Remote;

/**
 * An exported object, and the weight of the remote references to it. This entry holds the object while other ranks have
 * some of the weight. Otherwise the object lives as long as the program holds it or one of its stubs. Thread-safe.
 */
public abstract class CountedObject extends WeakReference<Remote> {
    private static final long LARGEST_WEIGHT = 1L << 62;
    private static final long HASH_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final long id;
    private final int hash;
    private WeakReference<Hold> hold = new WeakReference<>(null);

    /** The object, while remote references hold it. */
    private Remote held;
    private long weight;
    /** Number of one-way requests from this rank that have not begun. */
    private int requests;
    /** Whether uncounted references may exist. */
    private boolean isPinned;

    /** Held by the stubs on this rank. It keeps the object alive until the object is unexported. */
    private static final class Hold {
        @SuppressWarnings("unused") // keeps the object
        private volatile Remote object;

        Hold(Remote object) {
            this.object = object;
        }
    }

    protected CountedObject(long id, Remote object, ReferenceQueue<Object> gone) {
        super(object, gone);
        this.id = id;
        hash = System.identityHashCode(object);
    }

    /**
     * A hash for the id of an object. In successive ids both halves increase together, and an exclusive or would give the
     * same hash for all: so both halves are mixed.
     */
    public static int hash(int rank, long objectId) {
        return 31 * rank + (int) (objectId * HASH_FACTOR >>> 32);
    }

    public final long id() {
        return id;
    }

    /** Null if the object was collected. */
    public final Remote object() {
        return get();
    }

    /** The context class loader for the methods of the object. */
    public abstract ClassLoader loader();

    /** Returns the holder for a stub on this rank. */
    public final synchronized Object hold(Remote object) {
        Hold found = hold.get();
        if (found == null) {
            found = new Hold(object);
            hold = new WeakReference<>(found);
        }
        return found;
    }

    /** Ends the hold of the remaining stubs, since the object is unexported. */
    final synchronized void release() {
        Hold found = hold.get();
        if (found != null) {
            found.object = null;
        }
    }

    /** Lends weight to a reference that leaves. Returns 0 if it is not counted, since the object stays anyway. */
    final synchronized long lend(long more) {
        if (weight > LARGEST_WEIGHT - more) {
            pin();
        }
        held = get();
        if (isPinned || held == null) {
            return 0;
        }
        weight += more;
        return more;
    }

    /**
     * Takes weight back. Returns the object if this was the last reference; otherwise null. Ignores weight that was
     * never lent.
     */
    final synchronized Remote giveBack(long less) {
        if (less <= 0 || less > weight) {
            return null;
        }
        weight -= less;
        Remote left = weight == 0 && !isPinned ? held : null;
        letGo();
        return left;
    }

    /** Holds the object until a one-way request begins. Returns false if the object was collected, or stays anyway. */
    final synchronized boolean awaitRequest() {
        held = get();
        if (isPinned || held == null) {
            return false;
        }
        requests++;
        return true;
    }

    final synchronized void beginRequest() {
        requests = Math.max(requests - 1, 0);
        letGo();
    }

    private void letGo() {
        if (weight == 0 && requests == 0 && !isPinned) {
            held = null;
        }
    }

    /** Holds the object until it is unexported. */
    public final synchronized void pin() {
        isPinned = true;
        held = get();
    }

    /** The identity hash of the object: {@link ExportTable} finds the entry by it. */
    @Override
    public final int hashCode() {
        return hash;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }
}
