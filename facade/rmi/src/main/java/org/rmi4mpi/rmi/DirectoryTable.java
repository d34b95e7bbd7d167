package org.rmi4mpi.rmi;

import java.rmi.registry.Registry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The directory, at rank 0. Synchronized. */
final class DirectoryTable implements Directory {
    private record Entry(int rank, KnownRegistry registry) {}

    /** By places. */
    private final Map<String, Entry> registries = new HashMap<>();
    private final Set<String> everCreated = new HashSet<>();
    private final Set<Integer> ended = new HashSet<>();

    @Override
    public synchronized int add(int rank, String host, int port, Registry registry) {
        String place = place(host, port);
        Entry holder = registries.putIfAbsent(place, new Entry(rank, (KnownRegistry) registry));
        if (holder != null) {
            return holder.rank();
        }
        everCreated.add(place);
        return NOBODY;
    }

    @Override
    public synchronized void remove(int rank, String host, int port) {
        String place = place(host, port);
        if (registries.containsKey(place) && registries.get(place).rank() == rank) {
            registries.remove(place);
        }
    }

    @Override
    public synchronized KnownRegistry find(int rank, String host, int port) {
        String place = place(host, port);
        Entry entry = registries.get(place);
        if (entry != null) {
            return entry.registry();
        }
        boolean jobs = port == Registry.REGISTRY_PORT && !everCreated.contains(place);
        return jobs ? new RegistryView(rank == NOBODY ? JobRegistry.JOB : rank) : null;
    }

    @Override
    public synchronized Map<String, KnownRegistry> created() {
        Map<String, KnownRegistry> created = new TreeMap<>();
        registries.forEach((place, entry) -> created.put(place, entry.registry()));
        return created;
    }

    @Override
    public synchronized void ended(int rank) {
        ended.add(rank);
    }

    @Override
    public synchronized Set<Integer> ended() {
        return new HashSet<>(ended);
    }

    private static String place(String host, int port) {
        return host + ":" + port;
    }
}
