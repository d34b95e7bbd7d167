package org.rmi4mpi.ref.collect;

import java.lang.ref.ReferenceQueue;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.rmi4mpi.wire.RequestFrame;

/**
 * The exported objects of this rank, by id and by identity. The lower half of an id is an index into an array. The
 * upper half differs from job to job, and between successive objects at one index. So an outdated stub finds no object.
 * Reads need no lock. Changes are synchronized.
 *
 * @param <E> type of the entries
 */
public final class ExportTable<E extends CountedObject> {
    /** Maps each entry to itself; {@link Sought} finds an entry by its object. */
    private final ShrinkingMap<Object, CountedObject> byObject = new ShrinkingMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private volatile CountedObject[] byPlace = new CountedObject[2 * RequestFrame.WELL_KNOWN];
    /** Free indices below {@link #end}. The last index below it is never free. */
    private final BitSet freePlaces = new BitSet();
    /** No index below this is free. */
    private int firstFree = RequestFrame.WELL_KNOWN;
    private int end = RequestFrame.WELL_KNOWN;
    private int size;
    private long lastSalt = 1L + new SplittableRandom().nextInt(1 << 30);

    /** Equals the entry of an object. */
    private record Sought(Remote object) {
        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof CountedObject exported && exported.refersTo(object);
        }
    }

    /** The queue of entries whose objects were collected. */
    public ReferenceQueue<Object> gone() {
        return gone;
    }

    /** Reserves an id for an object that is about to be added. */
    public synchronized long newId() {
        int place = freePlaces.nextSetBit(firstFree);
        if (place < 0) {
            place = end++;
        }
        freePlaces.clear(place);
        firstFree = place + 1;
        size++;
        lastSalt = (lastSalt + 1) & Integer.MAX_VALUE;
        return Math.max(lastSalt, 1) << 32 | place;
    }

    public synchronized void add(E exported) throws ExportException {
        int place = (int) exported.id();
        if (find(exported.object()) != null) {
            free(place);
            throw new ExportException("object already exported");
        }
        byObject.replace(exported, null, exported);
        CountedObject[] places = byPlace;
        if (place >= places.length) {
            places = Arrays.copyOf(places, Math.max(place + 1, 2 * places.length));
        }
        places[place] = exported;
        byPlace = places; // a volatile write, for readers without the lock
    }

    /** Removes an object. Returns false and keeps it if calls are running and {@code force} is not set. */
    public synchronized boolean remove(Remote object, boolean force, Predicate<E> isRunning)
            throws NoSuchObjectException {
        E exported = find(object);
        if (exported == null) {
            throw new NoSuchObjectException("object not exported");
        }
        if (!force && isRunning.test(exported)) {
            return false;
        }
        remove(exported);
        exported.release();
        return true;
    }

    /** Removes an entry whose object was collected. */
    synchronized void removeCollected(CountedObject exported) {
        if (get(exported.id()) == exported) {
            remove(exported);
        }
    }

    private void remove(CountedObject exported) {
        byObject.remove(exported, exported);
        int place = (int) exported.id();
        CountedObject[] places = byPlace;
        places[place] = null;
        byPlace = places;
        free(place);
    }

    private void free(int place) {
        if (place >= RequestFrame.WELL_KNOWN) {
            size--;
            freePlaces.set(place);
            firstFree = Math.min(firstFree, place);
            shrink();
        }
    }

    private void shrink() {
        while (freePlaces.get(end - 1)) {
            freePlaces.clear(--end);
        }
        if (4 * end < byPlace.length) {
            byPlace = Arrays.copyOf(byPlace, 2 * end);
        }
    }

    /** Returns null if there is no entry. The object of an entry may have been collected since. */
    @SuppressWarnings("unchecked") // add takes no others
    public E get(long id) {
        CountedObject[] places = byPlace;
        int place = (int) id;
        CountedObject found = place >= 0 && place < places.length ? places[place] : null;
        return found != null && found.id() == id ? (E) found : null;
    }

    /** Returns null if the object is not exported. */
    @SuppressWarnings("unchecked") // add takes no others
    public E find(Remote object) {
        return (E) byObject.get(new Sought(object));
    }

    /** Number of objects, without the well-known ones. */
    public synchronized int size() {
        return size;
    }
}
