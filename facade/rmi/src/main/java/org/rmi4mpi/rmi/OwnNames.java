package org.rmi4mpi.rmi;

import java.rmi.AlreadyBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.rmi4mpi.ref.RankLostException;
import org.rmi4mpi.ref.ReferenceLayer;
import org.rmi4mpi.survive.Living;

/**
 * The names that this rank has bound in the job's registry, where the job goes on without lost ranks. When the rank that keeps
 * the registry is lost, each rank binds its names anew at the lowest rank that lives. Synchronized.
 */
final class OwnNames {
    private static final Map<Key, Remote> NAMES = new LinkedHashMap<>();
    /** The last home at which this rank has bound its names. */
    private static int home;
    private static final Executor MOVES = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "rmi4mpi-registry");
        thread.setDaemon(true);
        return thread;
    });

    private OwnNames() {}

    private record Key(int rank, String name) {}

    /** Finds the registry that a rank keeps. */
    @FunctionalInterface
    interface Finder {
        JobRegistry at(int rank) throws RemoteException;
    }

    static void begin(ReferenceLayer layer, Finder registries) {
        if (Living.isSurvived()) {
            Living.onLoss(layer, lost -> MOVES.execute(() -> move(layer.rank(), registries)));
        }
    }

    static synchronized void add(int rank, String name, Remote bound) {
        if (Living.isSurvived()) {
            NAMES.put(new Key(rank, name), bound);
        }
    }

    static synchronized void remove(int rank, String name) {
        NAMES.remove(new Key(rank, name));
    }

    /** Binds the names at a new home, and tells it that all are there. */
    private static void move(int own, Finder registries) {
        while (Living.lowest() != home) {
            int to = Living.lowest();
            try {
                move(own, registries.at(to));
                home = to;
            } catch (RankLostException e) {
                // The next home follows.
            } catch (RemoteException | IllegalStateException e) {
                return; // The job ends.
            }
        }
    }

    private static synchronized void move(int own, JobRegistry registry) throws RemoteException {
        for (Map.Entry<Key, Remote> each : NAMES.entrySet()) {
            try {
                registry.bind(each.getKey().rank(), each.getKey().name(), each.getValue(), own, true);
            } catch (AlreadyBoundException e) {
                throw new AssertionError("a binding that gives way cannot stand in the way", e);
            }
        }
        registry.haveMoved(own);
    }
}
