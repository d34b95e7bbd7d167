package org.rmi4mpi.ref;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The objects of this rank that can be called, by id and by identity. The lower half of an id is a place in an array; the
 * upper half differs from job to job, and between the objects that a place has in turn, so that an old stub finds none.
 * Read by any thread; changes are synchronized.
 */
final class ExportTable {
    /** Objects that every rank knows of have the ids below. */
    static final int WELL_KNOWN = 64;

    private final Map<Remote, ExportedObject> byObject = new IdentityHashMap<>();
    private volatile ExportedObject[] byPlace = new ExportedObject[2 * WELL_KNOWN];
    private int[] freePlaces = new int[16];
    private int free;
    private int used = WELL_KNOWN;
    private long lastSalt = 1L + new SecureRandom().nextInt(1 << 30);

    /** An id for an object that is about to be added. */
    synchronized long newId() {
        int place = free > 0 ? freePlaces[--free] : used++;
        lastSalt = (lastSalt + 1) & Integer.MAX_VALUE;
        return Math.max(lastSalt, 1) << 32 | place;
    }

    synchronized void add(ExportedObject exported) throws ExportException {
        if (byObject.containsKey(exported.object())) {
            throw new ExportException("object already exported");
        }
        byObject.put(exported.object(), exported);
        int place = (int) exported.id();
        ExportedObject[] places = byPlace;
        if (place >= places.length) {
            places = Arrays.copyOf(places, Math.max(place + 1, 2 * places.length));
        }
        places[place] = exported;
        byPlace = places; // for those who read it without the monitor
    }

    /** Returns false, and leaves the object as it is, where calls are under way and force is not set. */
    synchronized boolean remove(Remote object, boolean force, Predicate<ExportedObject> isRunning)
            throws NoSuchObjectException {
        ExportedObject exported = byObject.get(object);
        if (exported == null) {
            throw new NoSuchObjectException("object not exported");
        }
        if (!force && isRunning.test(exported)) {
            return false;
        }
        byObject.remove(object);
        int place = (int) exported.id();
        ExportedObject[] places = byPlace;
        places[place] = null;
        byPlace = places;
        if (place >= WELL_KNOWN) {
            if (free == freePlaces.length) {
                freePlaces = Arrays.copyOf(freePlaces, 2 * free);
            }
            freePlaces[free++] = place;
        }
        return true;
    }

    /** Null where there is none. */
    ExportedObject get(long id) {
        ExportedObject[] places = byPlace;
        int place = (int) id;
        ExportedObject found = place >= 0 && place < places.length ? places[place] : null;
        return found != null && found.id() == id ? found : null;
    }

    /** The stub that travels in place of an exported object; null for any other. */
    synchronized Remote stubOf(Object object) {
        ExportedObject exported = byObject.get(object);
        return exported == null ? null : exported.stub();
    }
}
