package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The bindings of the job's registry, at rank 0. Synchronized. */
final class JobRegistryTable implements JobRegistry {
    private final Map<Key, Binding> bindings = new LinkedHashMap<>();

    private final Set<Key> everBound = new HashSet<>();

    private record Key(int rank, String name) {}

    private record Binding(Remote object, int binder) {}

    @Override
    public synchronized void bind(int rank, String name, Remote object, int binder, boolean replace)
            throws AlreadyBoundException {
        Key key = new Key(rank, name);
        if (!replace && bindings.containsKey(key)) {
            throw new AlreadyBoundException(name);
        }
        bindings.put(key, new Binding(object, binder));
        everBound.add(key);
        everBound.add(new Key(binder, name));
    }

    @Override
    public synchronized boolean wasBound(int rank, String name) {
        return everBound.contains(new Key(rank, name));
    }

    @Override
    public synchronized void unbind(int rank, String name) throws NotBoundException {
        bindings.remove(find(rank, name));
    }

    @Override
    public synchronized Remote lookup(int rank, String name) throws NotBoundException {
        return bindings.get(find(rank, name)).object();
    }

    private Key find(int rank, String name) throws NotBoundException {
        Key key = new Key(rank, name);
        if (bindings.containsKey(key)) {
            return key;
        }
        Key ofJob = new Key(JOB, name);
        if (bindings.containsKey(ofJob) && bindings.get(ofJob).binder() == rank) {
            return ofJob;
        }
        throw new NotBoundException(name);
    }

    @Override
    public synchronized String[] list(int rank) {
        return bindings.entrySet().stream()
                .filter(e -> e.getKey().rank() == rank || e.getKey().rank() == JOB && e.getValue().binder() == rank)
                .map(e -> e.getKey().name())
                .distinct()
                .toArray(String[]::new);
    }
}
