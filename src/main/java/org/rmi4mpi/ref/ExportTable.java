package org.rmi4mpi.ref;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.server.ExportException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The objects of this rank that can be called, by id and by identity. Shared; changes are synchronized. */
final class ExportTable {
    private final ConcurrentHashMap<Long, ExportedObject> byId = new ConcurrentHashMap<>();
    private final Map<Remote, ExportedObject> byObject = new IdentityHashMap<>();

    synchronized void add(ExportedObject exported) throws ExportException {
        if (byObject.containsKey(exported.object())) {
            throw new ExportException("object already exported");
        }
        byObject.put(exported.object(), exported);
        byId.put(exported.id(), exported);
    }

    /** Returns false, and leaves the object as it is, where calls are under way and force is not set. */
    synchronized boolean remove(Remote object, boolean force) throws NoSuchObjectException {
        ExportedObject exported = byObject.get(object);
        if (exported == null) {
            throw new NoSuchObjectException("object not exported");
        }
        if (exported.isRunning() && !force) {
            return false;
        }
        byObject.remove(object);
        byId.remove(exported.id());
        return true;
    }

    ExportedObject get(long id) {
        return byId.get(id);
    }

    /** The stub that travels in place of an exported object; null for any other. */
    synchronized Remote stubOf(Object object) {
        ExportedObject exported = byObject.get(object);
        return exported == null ? null : exported.stub();
    }
}
