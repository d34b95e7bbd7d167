package org.rmi4mpi.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.rmi4mpi.ref.RankLostException;

/**
 * The names that this rank has bound in the job's registry, where the job goes on without lost ranks. When the rank that keeps
 * the registry is lost, each rank binds its names anew at the lowest rank that lives. A rank that unbinds or rebinds a name
 * of another one tells that one. The versions of bindings tell which is later, where such news and a move cross. Synchronized,
 * but for remote calls.
 */
final class OwnNames {
    private static final long RETRY_MS = 1_000;

    private final int own;
    private final Finder registries;
    private final IntSupplier lowest;
    private final long retryMs;
    private final Map<Key, Binding> names = new LinkedHashMap<>();
    private final List<Pending> pending = new ArrayList<>();
    /** For one thread. */
    private final Set<Key> reported = new HashSet<>();
    /** The last home at which this rank has bound its names. Read and set by one thread. */
    private int home = JobRegistry.HOME;
    private final Executor moves = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "rmi4mpi-registry");
        thread.setDaemon(true);
        return thread;
    });

    /** @param lowest the lowest rank that lives, as far as this rank knows */
    OwnNames(int own, Finder registries, IntSupplier lowest) {
        this(own, registries, lowest, RETRY_MS);
    }

    OwnNames(int own, Finder registries, IntSupplier lowest, long retryMs) {
        this.own = own;
        this.registries = registries;
        this.lowest = lowest;
        this.retryMs = retryMs;
    }

    private record Key(int rank, String name) {}

    private record Binding(Remote object, long version) {}

    /** A binding that the registry may have, while this rank does not know its version. */
    static final class Pending {
        private final Key key;
        private final Remote object;
        private long forgotten = -1;

        private Pending(Key key, Remote object) {
            this.key = key;
            this.object = object;
        }
    }

    /** Finds the registry that a rank keeps. */
    @FunctionalInterface
    interface Finder {
        /** @throws RemoteException if the job does not run */
        JobRegistry at(int rank) throws RemoteException;
    }

    /** Begins before the registry is asked to bind. {@link #settle} or {@link #drop} follows. */
    synchronized Pending begin(int rank, String name, Remote bound) {
        Pending begun = new Pending(new Key(rank, name), bound);
        pending.add(begun);
        return begun;
    }

    /** The registry has not bound the name. */
    synchronized void drop(Pending begun) {
        pending.remove(begun);
    }

    /** The registry has bound the name. If it has moved since, the name follows. */
    void settle(Pending begun, long version) throws RemoteException {
        if (!keep(begun, version)) {
            return;
        }
        int at = JobRegistry.homeOf(version);
        while (lowest.getAsInt() != at) {
            at = lowest.getAsInt();
            try {
                registries.at(at).move(begun.key.rank(), begun.key.name(), begun.object, own, version);
            } catch (RankLostException e) {
                if (lowest.getAsInt() == at) {
                    throw e;
                }
            }
        }
    }

    private synchronized boolean keep(Pending begun, long version) {
        pending.remove(begun);
        Binding last = names.get(begun.key);
        if (begun.forgotten > version || last != null && last.version() > version) {
            return false;
        }
        names.put(begun.key, new Binding(begun.object, version));
        return true;
    }

    /** A rank has unbound or rebound a name. If the registry has moved, it may have got the name from here meanwhile. */
    void forget(int rank, String name, long version) throws RemoteException {
        forget(new Key(rank, name), version);
        int now = lowest.getAsInt();
        if (now != own && now != JobRegistry.HOME) {
            try {
                registries.at(now).forget(rank, name, version);
            } catch (RankLostException e) {
                // The next move is without the name.
            }
        }
    }

    private synchronized void forget(Key key, long version) {
        for (Pending each : pending) {
            if (each.key.equals(key)) {
                each.forgotten = Math.max(each.forgotten, version);
            }
        }
        names.computeIfPresent(key, (same, binding) -> binding.version() < version ? null : binding);
    }

    /** A rank is lost: has the names moved if it kept the registry. Returns at once. */
    void startMove() {
        moves.execute(this::move);
    }

    /** Binds the names at the lowest rank that lives, again and again until all are there, while the job runs. */
    private void move() {
        while (lowest.getAsInt() != home) {
            int to = lowest.getAsInt();
            JobRegistry registry;
            try {
                registry = registries.at(to);
            } catch (RemoteException | IllegalStateException e) {
                return; // The job ends.
            }
            try {
                if (moveAll(to, registry)) {
                    home = to;
                }
            } catch (Exception | Error e) {
                // Memory lacks, say, or haveMoved has failed: once more.
            }
            if (home != to) {
                pause();
            }
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(retryMs);
        } catch (InterruptedException e) {
            // The program interrupts every thread that it finds.
        }
    }

    /** Tells the registry in any case that all names are there which can be moved, so that look-ups go on. */
    private boolean moveAll(int to, JobRegistry registry) throws RemoteException {
        boolean areAllThere = true;
        try {
            for (Map.Entry<Key, Binding> each : all()) {
                areAllThere &= tryMove(each.getKey(), each.getValue(), to, registry);
            }
        } finally {
            registry.haveMoved(own);
        }
        return areAllThere;
    }

    private synchronized List<Map.Entry<Key, Binding>> all() {
        return List.copyOf(names.entrySet());
    }

    private boolean tryMove(Key key, Binding binding, int to, JobRegistry registry) throws RankLostException {
        try {
            registry.move(key.rank(), key.name(), binding.object(), own, binding.version());
            return true;
        } catch (RankLostException e) {
            throw e;
        } catch (Exception | Error e) {
            if (reported.add(key)) {
                System.err.println("rmi4mpi: rank " + own + " cannot bind " + key.name() + " at rank " + to
                        + ", to which the registry has moved, and tries again: " + e);
            }
            return false;
        }
    }
}
