package org.rmi4mpi.ref;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * This rank's part of an object's weight. It goes back to the object's home when the references here have gone, which hold
 * on to its {@link Grip}. Shared by all threads.
 */
final class Share extends PhantomReference<Share.Grip> {
    /** A 256th travels with each reference that is passed on. */
    private static final int DIVISION = 8;
    /** What is more goes back at once, so that no sum overflows, however often a reference comes. */
    private static final long LARGEST = 1L << 46;

    /** Which object's. */
    record Key(int rank, long objectId) {
        @Override
        public int hashCode() {
            return RemoteReference.hash(rank, objectId);
        }
    }

    /** There as long as a reference is. */
    static final class Grip {
        final Share share;

        Grip(Key key, ReferenceQueue<Object> gone) {
            share = new Share(key, this, gone);
        }
    }

    private final Key key;
    /** A finalizer may still use what this has lost already: the weight goes back after that. */
    private final WeakReference<Grip> grip;
    private long weight;
    /** References have left that are not counted: nothing goes back. */
    private boolean isKept;

    private Share(Key key, Grip grip, ReferenceQueue<Object> gone) {
        super(grip, gone);
        this.key = key;
        this.grip = new WeakReference<>(grip);
    }

    Key key() {
        return key;
    }

    /** Null where the references have gone. */
    Grip grip() {
        return grip.get();
    }

    /** Returns what is too much, which goes back. */
    synchronized long add(long more) {
        weight += more;
        long surplus = weight > LARGEST ? weight - LARGEST / 2 : 0;
        weight -= surplus;
        return surplus;
    }

    /** Takes a part, which is not larger than asked for; 0 where there is nothing left to divide. */
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

    /** What goes back in the end. */
    synchronized long rest() {
        return isKept ? 0 : weight;
    }
}
