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
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.survive.Living;

/**
 * The bindings of the job's registry, at rank 0. Where the job goes on without lost ranks, each rank has one, and uses that of
 * the lowest rank that lives. A look-up there waits until all other ranks have bound their names anew. Synchronized.
 */
final class JobRegistryTable implements JobRegistry {
    private static final long MOVE_LOOK_MS = 50;

    private final Map<Key, Binding> bindings = new LinkedHashMap<>();

    private final Set<Key> everBound = new HashSet<>();

    /** The ranks that have bound their names here since the table's predecessor was lost. */
    private final Set<Integer> moved = new HashSet<>();
    private final int own;
    private final int size;

    JobRegistryTable(ReferenceLayer layer) {
        own = layer.rank();
        size = layer.size();
    }

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
    public synchronized void haveMoved(int rank) {
        moved.add(rank);
        notifyAll();
    }

    /** A rank is lost, and the names that it has bound are gone. */
    synchronized void lose(int rank) {
        bindings.values().removeIf(binding -> binding.binder() == rank);
        notifyAll();
    }

    /** Waits until the names of all ranks that live are here. */
    private void awaitMoves() {
        boolean isInterrupted = false;
        while (own != JobRegistryService.HOME && isMoving()) {
            try {
                wait(MOVE_LOOK_MS); // A loss that this rank has not noticed yet comes without a notice to this table.
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isMoving() {
        for (int rank = 0; rank < size; rank++) {
            if (!Living.isLost(rank) && !moved.contains(rank)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public synchronized boolean wasBound(int rank, String name) {
        return everBound.contains(new Key(rank, name));
    }

    @Override
    public synchronized void unbind(int rank, String name) throws NotBoundException {
        awaitMoves();
        Key key = find(rank, name);
        if (key == null) {
            throw new NotBoundException(missing(rank, name));
        }
        bindings.remove(key);
    }

    @Override
    public synchronized Remote lookup(int rank, String name) throws NotBoundException {
        awaitMoves();
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
        return name + ": not bound in the " + new RegistryView(rank) + ", which rank " + own
                + " keeps and which has " + Names.told(list(rank))
                + (elsewhere.isEmpty() ? "" : "; it is bound in " + elsewhere);
    }

    @Override
    public synchronized String[] list(int rank) {
        awaitMoves();
        return bindings.entrySet().stream()
                .filter(e -> e.getKey().rank() == rank || e.getKey().rank() == JOB && e.getValue().binder() == rank)
                .map(e -> e.getKey().name())
                .distinct()
                .toArray(String[]::new);
    }
}
