package org.rmi4mpi.ref.collect;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * This rank's share of an object's weight. The references on this rank hold its {@link Grip}. After they have been
 * collected, the share returns to the object's home. Thread-safe.
 */
final class Share extends PhantomReference<Share.Grip> {
    /** Each reference that is passed on takes a 256th of the weight along. */
    private static final int DIVISION = 8;
    /** Weight above this returns at once, so that no sum overflows, even if a reference arrives very often. */
    private static final long LARGEST = 1L << 46;

    /** Identifies the object. Compares itself, since the JVM takes milliseconds to link the methods of a record. */
    record Key(int rank, long objectId) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.rank == rank && key.objectId == objectId;
        }

        @Override
        public int hashCode() {
            return CountedObject.hash(rank, objectId);
        }
    }

    /** Reachable as long as a reference is. */
    static final class Grip {
        final Share share;

        Grip(Key key, ReferenceQueue<Object> gone) {
            share = new Share(key, this, gone);
        }
    }

    private final Key key;
    /**
     * The grip while it is reachable. It is cleared before finalizers run, which may still use the grip. The phantom
     * reference returns the weight after that.
     */
    private final WeakReference<Grip> grip;
    private long weight;
    /** Whether uncounted references have left, so that no weight may return. */
    private boolean isKept;

    private Share(Key key, Grip grip, ReferenceQueue<Object> gone) {
        super(grip, gone);
        this.key = key;
        this.grip = new WeakReference<>(grip);
    }

    Key key() {
        return key;
    }

    /** Null if the references have been collected. */
    Grip grip() {
        return grip.get();
    }

    /** Adds weight, and returns the surplus, which goes back. */
    synchronized long add(long more) {
        weight += more;
        long surplus = weight > LARGEST ? weight - LARGEST / 2 : 0;
        weight -= surplus;
        return surplus;
    }

    /** Takes a part of at most {@code most}; 0 if the rest cannot be divided. */
    synchronized long divide(long most) {
        long part = Math.min(most, Math.max(weight >> DIVISION, 1));
        if (isKept || part >= weight) {
            return 0;
        }
        weight -= part;
        return part;
    }

    synchronized void keep() {
        isKept = true;
    }

    synchronized boolean isKept() {
        return isKept;
    }

    /** The weight that returns at the end. */
    synchronized long rest() {
        return isKept ? 0 : weight;
    }
}
