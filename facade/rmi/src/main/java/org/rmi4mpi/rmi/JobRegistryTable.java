package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rmi4mpi.launch.RankJob;
import org.rmi4mpi.survive.Living;

/**
 * The bindings of the job's registry, at rank 0. Where the job goes on without lost ranks, each rank has one, and uses that of
 * the lowest rank that lives. A look-up there waits until all other ranks have bound their names anew, but not for ever.
 * Synchronized, but for remote calls.
 */
final class JobRegistryTable implements JobRegistry {
    private static final long MOVE_LOOK_MS = 50;
    private static final long MOVE_PATIENCE_MS = 60_000;

    private final Map<Key, Binding> bindings = new LinkedHashMap<>();

    /** The names that were ever bound, with the versions of their last changes. */
    private final Map<Key, Long> changes = new HashMap<>();

    /** The ranks that have bound their names here since the table's predecessor was lost. */
    private final Set<Integer> moved = new HashSet<>();
    private final int own;
    private final int size;
    private final OwnNames names;
    private final long movePatienceMs;
    private long lastVersion;
    /** By System.nanoTime; null before the first use waits. */
    private Long waitsUntil;

    /** @param names of this rank; null where a lost rank ends the job */
    JobRegistryTable(int own, int size, OwnNames names) {
        this(own, size, names, MOVE_PATIENCE_MS);
    }

    JobRegistryTable(int own, int size, OwnNames names, long movePatienceMs) {
        this.own = own;
        this.size = size;
        this.names = names;
        this.movePatienceMs = movePatienceMs;
        lastVersion = (long) own << HOME_SHIFT;
    }

    private record Key(int rank, String name) {}

    private record Binding(Remote object, int binder, long version) {}

    @Override
    public void bind(int rank, String name, Remote object, int binder, boolean replace) throws AlreadyBoundException {
        bindToSurvive(rank, name, object, binder, replace);
    }

    @Override
    public synchronized Change bindToSurvive(int rank, String name, Remote object, int binder, boolean replace)
            throws AlreadyBoundException {
        awaitMoves();
        Key key = new Key(rank, name);
        Binding before = bindings.get(key);
        if (!replace && before != null) {
            throw new AlreadyBoundException(name);
        }
        put(key, new Binding(object, binder, ++lastVersion));
        return new Change(lastVersion, rank, before == null ? JOB : before.binder());
    }

    private void put(Key key, Binding binding) {
        changes.put(key, binding.version());
        changes.putIfAbsent(new Key(binding.binder(), key.name()), -1L);
        if (!Living.isLost(binding.binder())) {
            bindings.put(key, binding);
        }
    }

    @Override
    public synchronized void move(int rank, String name, Remote object, int binder, long version) {
        Key key = new Key(rank, name);
        if (changes.getOrDefault(key, -1L) <= version) { // The news of a binding may have come before it.
            put(key, new Binding(object, binder, version));
        }
    }

    @Override
    public void forget(int rank, String name, long version) throws RemoteException {
        forget(new Key(rank, name), version);
        names.forget(rank, name, version);
    }

    private synchronized void forget(Key key, long version) {
        changes.merge(key, version, Math::max);
        bindings.computeIfPresent(key, (same, binding) -> binding.version() < version ? null : binding);
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

    /** Waits until the names of all ranks that live are here, until they had their time. */
    private void awaitMoves() {
        boolean isInterrupted = false;
        while (isMoving() && !isTimeOver()) {
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

    private boolean isTimeOver() {
        long now = System.nanoTime();
        if (waitsUntil == null) {
            waitsUntil = now + TimeUnit.MILLISECONDS.toNanos(movePatienceMs);
        }
        return now - waitsUntil > 0;
    }

    private boolean isMoving() {
        return own != JobRegistryService.HOME && IntStream.range(0, size).anyMatch(this::isAwaited);
    }

    private String awaited() {
        List<String> ranks = IntStream.range(0, size).filter(this::isAwaited).mapToObj(Integer::toString).toList();
        return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", ranks);
    }

    private boolean isAwaited(int rank) {
        return !Living.isLost(rank) && !moved.contains(rank);
    }

    @Override
    public synchronized boolean wasBound(int rank, String name) {
        return changes.containsKey(new Key(rank, name));
    }

    @Override
    public void unbind(int rank, String name) throws NotBoundException {
        unbindToSurvive(rank, name);
    }

    @Override
    public synchronized Change unbindToSurvive(int rank, String name) throws NotBoundException {
        awaitMoves();
        Key key = find(rank, name);
        if (key == null) {
            throw new NotBoundException(missing(rank, name));
        }
        changes.put(key, ++lastVersion);
        return new Change(lastVersion, key.rank(), bindings.remove(key).binder());
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
                + (elsewhere.isEmpty() ? "" : "; it is bound in " + elsewhere)
                + (isMoving() ? "; the registry has moved here, and has not got the names of " + awaited() : "");
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
