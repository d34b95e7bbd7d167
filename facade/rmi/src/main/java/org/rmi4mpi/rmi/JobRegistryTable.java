package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rmi4mpi.launch.RankJob;

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
        Key key = find(rank, name);
        if (key == null) {
            throw new NotBoundException(missing(rank, name));
        }
        bindings.remove(key);
    }

    @Override
    public synchronized Remote lookup(int rank, String name) throws NotBoundException {
        Key key = find(rank, name);
        if (key == null) {
            throw new NotBoundException(
                    missing(rank, name) + ". If another rank binds it, put a barrier between bind"
                            + " and lookup: MPI.COMM_WORLD.Barrier() on every rank" + RankJob.ranksApart());
        }
        return bindings.get(key).object();
    }

    /** Null if there is none. */
    private Key find(int rank, String name) {
        Key key = new Key(rank, name);
        if (bindings.containsKey(key)) {
            return key;
        }
        Key ofJob = new Key(JOB, name);
        if (bindings.containsKey(ofJob) && bindings.get(ofJob).binder() == rank) {
            return ofJob;
        }
        return null;
    }

    private String missing(int rank, String name) {
        String elsewhere = bindings.keySet().stream()
                .filter(key -> key.name().equals(name))
                .map(key -> key.rank() == JOB ? "that of the job" : "that of rank " + key.rank())
                .collect(Collectors.joining(", "));
        return name + ": not bound in the " + new RegistryView(rank) + ", which rank " + JobRegistryService.HOME
                + " keeps and which has " + Names.told(list(rank))
                + (elsewhere.isEmpty() ? "" : "; it is bound in " + elsewhere);
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
